import type { AuditWatch } from "#audit";
import type { Config } from "#config.ts";
import type { Branding } from "#kernel/branding.ts";
import type { BackupHealth } from "#platform/backup-metrics.ts";
import type { Part } from "#platform/http/health.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { Webhook } from "#platform/http/openapi.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { KeyCache } from "#projects";
import type { RefusedLog } from "#requests";
import type { Demo } from "./demo.ts";
import { openRamp, type Ramp } from "./load-ramp.ts";
import type { openMachine } from "./open-machine.ts";
import type { OwnNode } from "./own-node.ts";
import { walletPathOf, webRoutes } from "./people-pages.ts";
import { RAMP_OFF } from "./ramp-off.ts";
import { allRoutes } from "./routes.ts";
import { openWebPages } from "./web-pages.ts";
import { webhooksOf } from "./webhooks.ts";
import { wireAccounts } from "./wire-accounts.ts";
import { wireEvents } from "./wire-events.ts";
import { wireMails } from "./wire-mails.ts";
import { wireNeighbours } from "./wire-neighbours.ts";
import { wireNotices } from "./wire-notices.ts";
import { personFinder, wireOwnWallet } from "./wire-own-wallet.ts";
import { wirePages } from "./wire-pages.ts";
import { wirePayments } from "./wire-payments.ts";
import { wireRequests } from "./wire-requests.ts";
import type { Worker } from "./worker.ts";

type Around = {
  readonly machine: Awaited<ReturnType<typeof openMachine>>["machine"];
  readonly whenLeft: Awaited<ReturnType<typeof openMachine>>["whenLeft"];
  readonly metrics: Metrics;
  readonly lightning: OwnNode;
  readonly outbound: Outbound;
  readonly auditWatch: AuditWatch;
  readonly demo: Demo | undefined;
  readonly branding: Branding;
  /** Keys that requests show; a change of one is known at once. */
  readonly keyCache: KeyCache;
  readonly backups: (() => BackupHealth) | undefined;
  /** Money is worth nothing. */
  readonly isDevelopment: () => boolean;
  /** This process works without requests; it answers them. */
  readonly sends: boolean;
  readonly answers: boolean;
  /** The installation that it joined has compared the ledger with the node. */
  readonly isCompared: boolean;
};

type Slices = Pick<ReturnType<typeof wirePayments>, "charging"> & {
  readonly payments: Pick<ReturnType<typeof wirePayments>, "start">;
  readonly ramp: Pick<Ramp, "choose" | "start">;
  readonly routes: readonly RoutesPlugin[];
  /** Hears of what was refused. */
  readonly refused: RefusedLog["note"];
  readonly webhooks: readonly Webhook[];
  /** Those that need no node; they work already. */
  readonly workers: readonly Worker[];
  /** For `/readyz`. */
  parts(): readonly Part[];
};

/** The slices. What one needs of another comes in here, each bag under its name. */
export async function wireSlices(config: Config, { machine, whenLeft, metrics, ...around }: Around): Promise<Slices> {
  const { lightning, outbound, auditWatch, demo, branding, backups, isDevelopment } = around;
  const { sends, answers, isCompared } = around;
  const knowing = { ...machine, ownNode: lightning.remembered };
  const events = wireEvents({ sends, ...config }, metrics, { ...knowing, outbound });
  whenLeft("deliveries", events.wake);
  const mails = wireMails({ sends, isDevelopment, ...config }, metrics, { ...machine, branding });
  const { outlet } = mails;
  const notices = wireNotices(
    { sends, ...config },
    {
      ...machine,
      branding,
      outlet,
      watched: lightning.watched,
      backups,
    },
  );
  const neighbours = wireNeighbours(config, { ...machine, outbound, isDevelopment });
  const sending = { sends, isCompared, lightning, outbound, events, auditWatch };
  const payments = wirePayments(config, metrics, knowing, sending);
  const { paying, charging, asking } = payments;
  const { rates, prices } = neighbours;
  const webPages = answers ? await openWebPages(config, machine) : undefined;
  const rampPart = await openRamp(config, machine);
  const bagsOfRamp = { machine, paying, asking, outlet };
  const ramp =
    (await rampPart?.wireRamp(config, bagsOfRamp, { answers, rates, webPages, isDevelopment, demo, branding })) ??
    RAMP_OFF;
  const ofAccounts = { sends, answers, outlet, isDevelopment, demo, paying, branding, ramp };
  const accounts = await wireAccounts(config, machine, ofAccounts);
  const requests = wireRequests({ sends, ramp: rampPart }, machine);

  const bags = {
    machine: { ...machine, baseUrl: config.baseUrl },
    paying,
    charging,
    asking,
    vouchers: { ...paying, email: mails.email, prices, walletPath: walletPathOf(config) },
    events: events.routes,
    mails: { ...machine, outlet },
    ...accounts.routes,
    neighbours,
    ramp,
    pages: wirePages(config, machine, {
      limits: mails.email.limits,
      outlet,
      branding,
      lightning,
      events: events.pages,
      keyCache: around.keyCache,
    }),
    requests: requests.routes,
    web: webRoutes(webPages, {
      ...machine,
      baseUrl: config.baseUrl,
      network: lightning.network,
      findPerson: personFinder(machine, { watch: events.pages.watch, projects: config.projects }),
    }),
    ownWallet: {
      ...wireOwnWallet(config, machine, {
        paying,
        charging,
        asking,
        prices,
        branding,
        lightning,
        ramp,
        email: mails.email,
        onSessionEnded: accounts.routes.login.onSessionEnded,
      }),
      events: events.pages,
    },
  };
  return {
    charging,
    payments,
    ramp,
    routes: answers ? allRoutes(bags) : [],
    refused: requests.log.note,
    webhooks: webhooksOf(rampPart),
    workers: [
      events.worker,
      mails.worker,
      notices,
      accounts.worker,
      requests.worker,
      ...(sends ? [payments.vouchers()] : []),
    ],
    parts: () => [mails.part()],
  };
}
