import type { Clock, Random, Reached, Scheduler } from "#kernel/clock.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import type { Slots } from "./slots.ts";

/** What it takes to deliver events. */
export type DeliverDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly outbound: Outbound;
  readonly bodies: EventBodies;
  /**
   * Whether the money is real: `livemode` on the wire. Asked again and again, so it is remembered where it is known.
   */
  readonly isLive: () => Promise<boolean>;
  readonly slots: Slots;
  readonly reached: Reached;
  /** Notified of each attempt that was recorded. */
  readonly onAttempt: (attempted: Attempted) => void;
};

export type Attempted = {
  readonly outcome: "delivered" | "again" | "failed" | "gone";
  readonly durationMs: number;
};
