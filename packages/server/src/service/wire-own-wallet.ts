import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import type { Wallet } from "#kernel/caller.ts";
import { findLoggedIn } from "#login";
import { findProject } from "#projects";
import { visitorOf } from "#slices/login/pages.ts";
import type {
  AccountRoutesDeps,
  BuyRoutesDeps,
  HistoryRoutesDeps,
  MeRoutesDeps,
  ReceiveRoutesDeps,
  SendRoutesDeps,
  WalletScopeDeps,
} from "#slices/own-wallet/routes.ts";
import { findWallet } from "#wallets";
import type { Ramp } from "./load-ramp.ts";
import type { OwnNode } from "./own-node.ts";
import type { PeoplePagesDeps } from "./people-pages.ts";
import { usesDashboard } from "./uses-dashboard.ts";

export type OwnWalletDeps = WalletScopeDeps &
  MeRoutesDeps &
  SendRoutesDeps &
  HistoryRoutesDeps &
  ReceiveRoutesDeps &
  AccountRoutesDeps &
  BuyRoutesDeps;

type Machine = Pick<OwnWalletDeps, "db" | "batch" | "clock" | "random" | "log" | "journal" | "sealer">;

type Around = Pick<OwnWalletDeps, "paying" | "charging" | "asking" | "email" | "prices" | "onSessionEnded"> & {
  readonly branding: Branding;
  readonly lightning: Pick<OwnNode, "network">;
  readonly ramp: Pick<Ramp, "sells" | "openForUser" | "bought">;
};

/** What the page of a person's wallet needs. */
export function wireOwnWallet(
  { baseUrl, rampWalletProject }: Pick<Config, "baseUrl" | "rampWalletProject">,
  machine: Machine,
  { branding, lightning, ramp, ...around }: Around,
): OwnWalletDeps {
  const { mode, outlet } = around.email;
  const findSelling = async () =>
    rampWalletProject === undefined || !ramp.sells() ? undefined : await findProject(machine.db, rampWalletProject);
  return {
    ...machine,
    ...around,
    baseUrl,
    redeeming: { ...machine, baseUrl },
    paysToEmail: () => mode !== "off" && outlet().kind !== "none",
    serviceName: branding.name,
    network: () => lightning.network(),
    visitorOf,
    seller: async () => ((await findSelling()) === undefined ? undefined : branding.seller),
    bought: (user, invoices) => ramp.bought(user, invoices),
    openPurchase: async (userId, asked) => {
      const project = await findSelling();
      if (project === undefined) return undefined;
      const returnUrl = `${baseUrl}/wallet`;
      return await ramp.openForUser({ ...asked, projectId: project.id, userId, returnUrl });
    },
  };
}

/** Who opens a page in a browser, with the place of their wallet. */
export function personFinder(
  machine: Pick<OwnWalletDeps, "db" | "clock">,
  {
    watch,
    projects,
  }: Pick<Config, "projects"> & {
    readonly watch: { readonly placeNow: (wallet: Wallet) => Promise<string> };
  },
): PeoplePagesDeps["findPerson"] {
  return async (secret) => {
    const known = await findLoggedIn(machine, secret);
    if (known === undefined) return undefined;
    return {
      placeNow: async () => {
        const wallet = await findWallet(machine.db, known.user.walletId);
        if (wallet === undefined) throw new Error(`the wallet of user ${known.user.id} does not exist`);
        return await watch.placeNow(wallet);
      },
      usesDashboard: async () => await usesDashboard(machine.db, { projects }, known.user.id),
    };
  };
}
