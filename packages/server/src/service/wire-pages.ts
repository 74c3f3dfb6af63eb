import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import type { MailLimits, Outlet } from "#mails";
import type { MemberRoutesDeps, MeRoutesDeps, PageScopesDeps } from "#slices/members/routes.ts";
import type { OwnNode } from "./own-node.ts";

type Machine = Pick<PageScopesDeps & MeRoutesDeps & MemberRoutesDeps, "db" | "batch" | "clock" | "random" | "journal">;

type Around = {
  readonly limits: MailLimits;
  readonly outlet: () => Outlet;
  readonly branding: Branding;
  readonly lightning: Pick<OwnNode, "network">;
};

/** What the calls of our own pages need. */
export function wirePages(
  { baseUrl, projects }: Pick<Config, "baseUrl" | "projects">,
  machine: Machine,
  { limits, outlet, branding, lightning }: Around,
): PageScopesDeps & MeRoutesDeps & MemberRoutesDeps {
  return {
    ...machine,
    baseUrl,
    limits,
    outlet,
    narrowed: {},
    mayOpen: projects === "open",
    serviceName: branding.name,
    network: () => lightning.network(),
  };
}
