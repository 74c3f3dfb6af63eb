import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
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
import type { Ramp } from "./load-ramp.ts";
import type { OwnNode } from "./own-node.ts";

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
  const seller = async () =>
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
    seller,
    bought: (user, invoices) => ramp.bought(user, invoices),
    openPurchase: async (userId, { currency }) => {
      const project = await seller();
      if (project === undefined) return undefined;
      const returnUrl = `${baseUrl}/wallet`;
      return await ramp.openForUser({ projectId: project.id, userId, currency, returnUrl });
    },
  };
}
