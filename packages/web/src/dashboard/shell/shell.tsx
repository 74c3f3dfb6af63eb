import { Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Foot } from "../../ui/foot.tsx";
import { Icon, MENU, SEARCH } from "../../ui/icon.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.ts";
import { NetworkStrip } from "../../ui/network-strip.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { useSamePerson } from "../../ui/use-same-person.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useDashboard, useMe, useParam } from "../context.ts";
import { Nav } from "./nav.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ProjectMenu } from "./project-menu.tsx";

const Palette = lazyDialog(async () => (await import("./palette.tsx")).Palette);

/** What is around all pages. */
export function Shell() {
  const { branding, network } = useDashboard();
  const { data: me } = useMe();
  useSamePerson(me?.user.id);
  useLostFocus();
  const named = useParam("project");
  const isOthers = me !== undefined && !me.projects.some(({ id }) => id === named);
  const project = isOthers ? undefined : named;
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const openPalette = () => setPaletteOpen(true);
  useShortcuts(openPalette);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page the menu is done with
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top">
        <NetworkStrip name={me?.network ?? network} />
        <div className="bar">
          {project !== undefined && (
            <button type="button" className="close narrow" aria-label="Pages" onClick={() => setMenuOpen(true)}>
              <Icon path={MENU} />
            </button>
          )}
          <img className="logo" src="/branding/logo" alt="" width="28" height="28" />
          <bdi className="service">{branding.name}</bdi>
          <ProjectMenu me={me} current={project} />
          <button type="button" className="find" aria-keyshortcuts="Control+K" onClick={openPalette}>
            <Icon path={SEARCH} size={16} />
            <span>Go to …</span>
            <span className="keys" aria-hidden="true">
              Ctrl K
            </span>
          </button>
          <PersonMenu me={me} />
        </div>
      </header>
      <div className="frame">
        {project !== undefined && (
          <div className="side">
            <Nav project={project} />
          </div>
        )}
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Foot branding={branding} />
      {isMenuOpen && project !== undefined && (
        <Dialog title="Pages" onClose={() => setMenuOpen(false)}>
          <Nav project={project} />
        </Dialog>
      )}
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette me={me} project={project} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
