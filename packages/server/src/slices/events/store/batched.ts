import type { BatchedFunction } from "#platform/database/batch.ts";
import type { LeasedDelivery } from "../model/delivery.ts";

/** What came of a leased delivery; see `sql/record_many.sql`. */
export type Outcome = {
  readonly delivery: LeasedDelivery;
  /** Undefined when none was made. */
  readonly attempt:
    | {
        readonly number: number;
        readonly startedAt: Date;
        /** Whole milliseconds. */
        readonly durationMs: number;
        readonly status: number | undefined;
        readonly error: string | undefined;
        readonly answer: string | undefined;
        /** Nothing but the public internet could answer. */
        readonly isPublic: boolean;
        readonly url: string;
        /** The header `webhook-signature`. */
        readonly signature: string;
        /** SHA-256 of the body that was sent. */
        readonly bodyHash: Uint8Array;
      }
    | undefined;
  readonly state: "waiting" | "delivered" | "failed" | "cancelled";
  /** Of the next attempt, for `waiting` alone. */
  readonly dueAt: Date | undefined;
  readonly disabledReason: string | undefined;
};

export const recordMany: BatchedFunction<Outcome, "recorded" | "lease_lost"> = {
  name: "events.record_many",
  columns: {
    event: ["uuid", ({ delivery }) => delivery.event.id],
    receiver: ["uuid", ({ delivery }) => delivery.receiverId],
    lease_token: ["bigint", ({ delivery }) => delivery.leaseToken],
    number: ["int", ({ attempt }) => attempt?.number],
    started_at: ["timestamptz", ({ attempt }) => attempt?.startedAt],
    duration_ms: ["int", ({ attempt }) => attempt?.durationMs],
    status: ["int", ({ attempt }) => attempt?.status],
    error: ["text", ({ attempt }) => attempt?.error],
    answer: ["text", ({ attempt }) => attempt?.answer],
    is_public: ["boolean", ({ attempt }) => attempt?.isPublic],
    url: ["text", ({ attempt }) => attempt?.url],
    signature: ["text", ({ attempt }) => attempt?.signature],
    body_hash: ["bytea", ({ attempt }) => attempt?.bodyHash],
    state: ["text", ({ state }) => state],
    due_at: ["timestamptz", ({ dueAt }) => dueAt],
    disabled_reason: ["text", ({ disabledReason }) => disabledReason],
  },
  decode: ({ outcome }) => outcome as "recorded" | "lease_lost",
};
