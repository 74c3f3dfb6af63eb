import { Suspense, useState } from "react";
import { Link, Route, Switch, useRoute } from "wouter";
import { useLive } from "../../api/use-live.ts";
import { Foot } from "../../ui/foot.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.ts";
import { LiveNotice } from "../../ui/live-notice.tsx";
import { metaOf } from "../../ui/meta.ts";
import { NetworkStrip } from "../../ui/network-strip.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { useSamePerson } from "../../ui/use-same-person.ts";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useMe, useWallet } from "../context.ts";
import { OfflineNotice } from "../offline/offline-notice.tsx";
import { useOffline } from "../offline/use-offline.ts";
import { PAGES } from "../pages.ts";
import { lazyPage } from "./lazy-page.ts";
import { NothingHere } from "./nothing-here.tsx";

const SHOWN = PAGES.map((page) => ({ ...page, Page: lazyPage(page.load) }));

const Palette = lazyDialog(async () => (await import("./palette.tsx")).Palette);

/** What is around all pages. */
export function Shell() {
  const { branding, network, t } = useWallet();
  const { data: me } = useMe();
  useSamePerson(me?.user.id);
  useLostFocus();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useShortcuts(() => setPaletteOpen(true));
  const live = useLive("/wallet/api/events/stream", [], metaOf("place"));
  const offline = useOffline(live);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t("wallet_skip")}
      </a>
      <header className="top">
        <NetworkStrip name={me?.network ?? network} />
        <div className="bar">
          <img className="logo" src="/branding/logo" alt="" width="28" height="28" />
          <bdi className="service">{branding.name}</bdi>
          {me !== undefined && <bdi className="soft">{me.user.gamertag}</bdi>}
        </div>
      </header>
      <nav className="tabs" aria-label={t("wallet_nav")}>
        {PAGES.map(
          ({ path, label, icon }) => icon !== undefined && <Tab key={path} path={path} label={t(label)} icon={icon} />,
        )}
      </nav>
      <main id="content" tabIndex={-1}>
        <OfflineNotice {...offline} />
        <LiveNotice state={offline.isOffline ? "opening" : live} />
        <Suspense fallback={<Skeleton />}>
          <Switch>
            {SHOWN.map(({ path, Page }) => (
              <Route key={path} path={path === "/" ? path : `${path}/*?`} component={Page} />
            ))}
            <Route component={NothingHere} />
          </Switch>
        </Suspense>
      </main>
      <Foot branding={branding} />
      <Suspense>{isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}</Suspense>
    </div>
  );
}

function Tab({ path, label, icon }: { path: string; label: string; icon: string }) {
  const [isBelow] = useRoute(path === "/" ? path : `${path}/*?`);
  return (
    <Link href={path} aria-current={isBelow ? "page" : undefined}>
      <Icon path={icon} />
      <span>{label}</span>
    </Link>
  );
}
