import type { Clock, Random, Reached, Scheduler } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Capabilities, LightningNode, RememberedNode } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { OnchainOrigin } from "../model/onchain-payment.ts";

/** What it takes to know whether and for how much an address of the chain can be paid. */
export type OnchainTerms = {
  readonly node: Pick<LightningNode, "estimateOnchain"> & { readonly capabilities: Pick<Capabilities, "onchain"> };
  /** Undefined before a node was connected for the first time. */
  readonly ownNode: RememberedNode;
};

/** What it takes to pay addresses of the chain. */
export type OnchainDeps = OnchainTerms & {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly reached: Reached;
  readonly journal: Pick<Journal, "append">;
  readonly node: Pick<LightningNode, "buildOnchain" | "publishOnchain" | "lookupOnchain">;
  /** How many make a payment complete, at least 1. */
  readonly confirmations: number;
  /** Called in the process that writes an outcome, for what was paid. */
  readonly onFinished: (origin: OnchainOrigin) => void;
};

/** What it takes to raise the fee of a payment, and to follow what does it. */
export type ChildDeps = Pick<OnchainDeps, "db" | "batch" | "clock" | "random" | "log" | "reached"> & {
  readonly node: Pick<LightningNode, "publishOnchain" | "lookupOnchain" | "findOnchainChange" | "buildOnchainChild"> & {
    readonly capabilities: Pick<Capabilities, "onchain" | "onchainChild">;
  };
};
