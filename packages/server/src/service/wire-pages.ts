import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import type { MailLimits, Outlet } from "#mails";
import type { OwnNode } from "./own-node.ts";
import type { PageRoutesDeps } from "./page-routes.ts";

type Machine = Pick<PageRoutesDeps, "db" | "batch" | "clock" | "random" | "journal">;

type Around = {
  readonly limits: MailLimits;
  readonly outlet: () => Outlet;
  readonly branding: Branding;
  readonly lightning: Pick<OwnNode, "network">;
  readonly events: PageRoutesDeps["events"];
  readonly keyCache: PageRoutesDeps["keyCache"];
};

/** What the calls of our own pages need. */
export function wirePages(
  { baseUrl, projects, keyRoles }: Pick<Config, "baseUrl" | "projects" | "keyRoles">,
  machine: Machine,
  { branding, lightning, ...around }: Around,
): PageRoutesDeps {
  return {
    ...machine,
    baseUrl,
    ...around,
    narrowed: { keys: keyRoles },
    mayOpen: projects === "open",
    serviceName: branding.name,
    network: () => lightning.network(),
  };
}
