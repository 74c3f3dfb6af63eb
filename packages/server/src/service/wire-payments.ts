import type { AuditWatch } from "#audit";
import type { Config } from "#config.ts";
import type { Reached } from "#kernel/clock.ts";
import type { PaymentId, WalletId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { type BoundNode, type LightningNode, type RememberedNode, watchProbes } from "#lightning";
import * as payments from "#payments";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { invoicesAt, measureReceipts } from "#receiving";
import { createRecipientCache, findWallet, recipientsAt, recipientsByGamertag } from "#wallets";
import type { OwnNode } from "./own-node.ts";
import type { wireEvents } from "./wire-events.ts";
import { type BookkeepingDeps, startVouchers, startWorkers, type Worker } from "./worker.ts";

type Machine = Omit<BookkeepingDeps, "everything" | "invariants" | "auditWatch"> & {
  readonly reached: Reached;
  readonly journal: Journal;
  readonly ownNode: RememberedNode;
};

type Options = {
  /** This process brings payments and receipts to their outcome, and does not only answer requests. */
  readonly sends: boolean;
  /** The installation that it joined has compared the ledger with the node. */
  readonly isCompared: boolean;
  readonly lightning: Pick<OwnNode, "node" | "watched">;
  readonly outbound: Outbound;
  readonly events: Pick<ReturnType<typeof wireEvents>, "checkCallback">;
  readonly auditWatch: AuditWatch;
};

/** What pays and what is paid. Payments begun before the node is linked wait for it. */
export function wirePayments(
  config: Config,
  metrics: Metrics,
  machine: Machine,
  { sends, isCompared, lightning, outbound, events, auditWatch }: Options,
) {
  const { db, clock } = machine;
  const { node, watched } = lightning;
  const { checkCallback } = events;
  const terms = termsOf(config, node);
  const finders = findersOf(db, clock, new URL(config.baseUrl).host);
  const pendingMax = () => pendingMaxOf(config, watched.slots());
  const measured = payments.measurePayments(metrics, { db, clock, pendingMax });
  const waiters = payments.createPaymentWaiters(clock, measured);
  const onCredited = measureReceipts(metrics);
  const probes = watchProbes(clock);
  let driving: payments.DriveDeps | undefined;
  const paying = {
    ...machine,
    ...terms,
    ...finders,
    waiters,
    checkCallback,
    pendingMax,
    driver: sends ? payments.driverOf(() => driving) : undefined,
  } satisfies payments.PayDeps;
  const charging = { ...machine, ...terms, checkCallback, node, receivable: watched.receivable };

  return {
    paying,
    /** Makes invoices of its own. */
    charging,
    /** Has others make them, and makes those of its pay links. */
    asking: { ...charging, ...finders, outbound },
    /** What ends vouchers needs no node. */
    vouchers: (): Worker => startVouchers(paying),
    async start({ nodeId, formerIds, network }: BoundNode): Promise<Worker> {
      const leases = new Map<PaymentId, bigint>();
      const ownInvoice = invoicesAt({ ...charging, ...finders });
      const { baseUrl } = terms;
      const driven = { node, nodeId, formerIds, network, outbound, baseUrl, ownInvoice, waiters, leases };
      const deps: payments.DriveDeps = { ...machine, ...driven };
      const { scheduler, look } = machine;
      const watching = { auditWatch, onCredited, probes, isCompared };
      const worker = await startWorkers({ ...deps, ...watching, pendingMax, scheduler, look });
      driving = deps;
      return worker;
    },
  };
}

/** How a payment's recipient is found in this service. */
function findersOf(db: Db, clock: Machine["clock"], ownHost: string) {
  const recipientCache = createRecipientCache(clock);
  return {
    recipientOf: recipientsAt(ownHost, { db, recipientCache }),
    walletOfGamertag: recipientsByGamertag({ db, recipientCache }),
    walletOf: (id: WalletId) => findWallet(db, id),
  };
}

/** What a route may cost, what an address takes, and how both are shown. */
function termsOf(
  { feeFloor, feeBasisPoints, addressMax, baseUrl }: Config,
  { capabilities }: Pick<LightningNode, "capabilities">,
) {
  return { fees: { floor: feeFloor, basisPoints: feeBasisPoints }, capabilities, addressMax, baseUrl };
}

/** Half of the node's slots, so that payments leave room for what comes in. */
function pendingMaxOf(
  { pendingPerWallet, pendingPerProject }: Config,
  slots = 2 * pendingPerProject,
): payments.PendingMax {
  return { wallet: pendingPerWallet, owner: pendingPerProject, node: Math.floor(slots / 2) };
}
