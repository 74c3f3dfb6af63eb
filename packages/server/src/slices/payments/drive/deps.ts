import type { Clock, Random, Reached } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Msats } from "#kernel/money.ts";
import type { LightningNode, Network } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { PaymentWaiters } from "../accept/waiters.ts";

/** What it takes to drive a payment to its outcome. */
export type DriveDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly node: LightningNode;
  /** Of the node, as it was bound. */
  readonly nodeId: string;
  readonly formerIds: readonly string[];
  readonly network: Network;
  readonly outbound: Outbound;
  /** Where this service is reached. */
  readonly baseUrl: string;
  readonly journal: Pick<Journal, "append">;
  /**
   * The invoice that this service gives for a web address of its own; undefined for another server's. It throws what
   * refuses it.
   */
  readonly ownInvoice: (
    url: URL,
    asked: { readonly amount: Msats; readonly comment?: string | undefined },
  ) => Promise<string> | undefined;
  readonly waiters: PaymentWaiters;
  /** The leases of this process, by payment; renewed while they are in here. */
  readonly leases: Map<PaymentId, bigint>;
  readonly reached: Reached;
  /**
   * Whether the ledger is the one that was compared with the node since the start of this process; absent: nobody
   * knows.
   */
  readonly isSameBook?: (() => Promise<boolean>) | undefined;
};
