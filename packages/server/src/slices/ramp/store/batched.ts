import type { EventId } from "#events";
import type { Idempotency } from "#idempotency";
import type { Minor } from "#kernel/fiat.ts";
import type { TransferId, UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { type CardLimits, DECLINES_MAX, type RampLimits } from "../model/limits.ts";
import type { Advance } from "../model/next-step.ts";
import type { Purchase } from "../model/purchase.ts";
import type { Session, SessionId } from "../model/session.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewSession = Pick<
  Session,
  | "id"
  | "projectId"
  | "email"
  | "webhookUrl"
  | "destination"
  | "quoteCurrency"
  | "referenceId"
  | "metadata"
  | "returnUrl"
> & {
  readonly knownUserId: UserId | undefined;
  readonly tokenHash: Uint8Array;
  /** Of the request that asks for it. */
  readonly requestId: string | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type SessionWritten =
  | { readonly kind: "created" | "mismatch" }
  | { readonly kind: "replay"; readonly id: SessionId };

export const createMany: BatchedFunction<NewSession, SessionWritten> = {
  name: "ramp.create_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    project: ["uuid", ({ projectId }) => projectId],
    email: ["text", ({ email }) => email],
    webhook_url: ["text", ({ webhookUrl }) => webhookUrl],
    destination: ["text", ({ destination }) => destination],
    quote_currency: ["text", ({ quoteCurrency }) => quoteCurrency],
    reference: ["text", ({ referenceId }) => referenceId],
    metadata: ["text", ({ metadata }) => (metadata === undefined ? undefined : JSON.stringify(metadata))],
    return_url: ["text", ({ returnUrl }) => returnUrl],
    known_user: ["uuid", ({ knownUserId }) => knownUserId],
    token_hash: ["bytea", ({ tokenHash }) => tokenHash],
    request: ["text", ({ requestId }) => requestId],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
  },
  decode: ({ outcome, session }) =>
    outcome === "replay"
      ? { kind: outcome, id: session as SessionId }
      : { kind: outcome as Exclude<SessionWritten["kind"], "replay"> },
};

export type Begin = {
  readonly purchase: Purchase;
  readonly isVerified: boolean;
  readonly limits: RampLimits;
};

export type Begun = {
  readonly kind:
    | "begun"
    | "stale"
    | "quote_expired"
    | "session_ended"
    | "busy"
    | "rejected"
    | "declined"
    | "unavailable"
    | "identity_needed"
    | "limit_exceeded";
  /** What the limits leave, in EUR cents. */
  readonly left: Minor;
  /** `declined`: until the person may begin again. */
  readonly retryAfterSeconds: number;
};

export const beginMany: BatchedFunction<Begin, Begun> = {
  name: "ramp.begin_many",
  columns: {
    id: ["uuid", ({ purchase }) => purchase.id],
    version: ["int", ({ purchase }) => purchase.version],
    is_verified: ["boolean", ({ isVerified }) => isVerified],
  },
  shared: {
    email_week: ["bigint", ({ limits }) => limits.week],
    email_purchases: ["int", ({ limits }) => limits.purchases],
    verified_week: ["bigint", ({ limits }) => limits.verifiedWeek],
    verified_month: ["bigint", ({ limits }) => limits.verifiedMonth],
    network_times: ["int", ({ limits }) => limits.peoplePerNetwork],
    declines_max: ["int", () => DECLINES_MAX],
  },
  decode: ({ outcome, left_minor, retry_at }, _begin, at) => ({
    kind: outcome as Begun["kind"],
    left: (left_minor ?? 0n) as Minor,
    retryAfterSeconds: retry_at instanceof Date ? Math.ceil((retry_at.getTime() - at.getTime()) / 1_000) : 0,
  }),
};

/** What is written down with the next state of a purchase, besides the step itself. */
export type Change = {
  readonly card?: { readonly key: string; readonly brand: string; readonly last4: string } | undefined;
  readonly declines?: number | undefined;
  /** What the payment took, fee included. */
  readonly taken?: Msats | undefined;
  readonly cardLimits?: CardLimits | undefined;
};

export type AdvanceOne = {
  readonly purchase: Purchase;
  readonly step: Advance & { readonly dueAt: Date };
  readonly change: Change;
  readonly transfer: TransferId;
  readonly event: EventId;
  readonly incident: string;
};

export type Advanced = "done" | "stale" | "unavailable" | "limit_exceeded";

export const advanceMany: BatchedFunction<AdvanceOne, Advanced> = {
  name: "ramp.advance_many",
  columns: {
    id: ["uuid", ({ purchase }) => purchase.id],
    version: ["int", ({ purchase }) => purchase.version],
    state: ["text", ({ step }) => step.to],
    change: ["text", changeText],
    transfer: ["uuid", ({ transfer }) => transfer],
    event: ["uuid", ({ event }) => event],
    incident: ["uuid", ({ incident }) => incident],
  },
  decode: ({ outcome }) => outcome as Advanced,
};

function changeText({ step, change }: AdvanceOne): string {
  const { card, declines, taken, cardLimits } = change;
  return JSON.stringify({
    failure_code: step.failure,
    detail: step.detail,
    on_hold_until: step.onHoldUntil,
    due_at: step.dueAt,
    by_hand: step.byHand,
    card_key: card?.key,
    card_brand: card?.brand,
    card_last4: card?.last4,
    declines,
    taken_msats: taken === undefined ? undefined : String(taken),
    card_week: cardLimits === undefined ? undefined : String(cardLimits.week),
    card_month: cardLimits === undefined ? undefined : String(cardLimits.month),
    card_purchases: cardLimits?.purchases,
    declines_max: DECLINES_MAX,
  });
}
