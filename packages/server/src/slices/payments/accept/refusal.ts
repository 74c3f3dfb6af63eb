import { bytesToHex } from "@noble/hashes/utils.js";
import { IdempotencyMismatch } from "#idempotency";
import type { Clock } from "#kernel/clock.ts";
import type { Issue } from "#kernel/errors.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import { findRemaining, listPauses, type PauseKind, type Remaining } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { findKey, tellBudgets } from "#projects";
import type { PolicyRule } from "../model/failure-codes.ts";
import { InsufficientFunds, PaymentRefused } from "../model/payment.ts";
import type { PendingLimit, PendingMax, Reserve, Reserved } from "../store/batched.ts";
import { listMaybePaid } from "../store/watched.ts";

type Refused = Exclude<Reserved, { kind: "reserved" | "completed" | "replay" }>;

/** What a caller is answered for a refusal of `reserve_many`: nothing was reserved. */
export async function refusalOf(
  { db, clock }: { db: Db; clock: Clock },
  refused: Refused,
  { payer: { account }, amount, feeLimit, pendingMax, restriction }: Reserve,
): Promise<Error> {
  switch (refused.kind) {
    case "insufficient_funds":
      return new InsufficientFunds(refused.available, amount + feeLimit);
    case "mismatch":
      return new IdempotencyMismatch();
    case "limit_exceeded":
      return new PaymentRefused("limit_exceeded", `the wallet's spending limits leave ${refused.available} msats`, {
        details: leftByLimit(await findRemaining(db, account, clock.now())),
      });
    case "over_service_payment":
      return new PaymentRefused("over_service_payment", "the operator lets no payment of this service send this much");
    case "over_service_day":
      return new PaymentRefused("over_service_day", "the operator lets this service send no more in 24 hours", {
        details: [{ field: "daily", issue: String(refused.available) }],
        retryAfterSeconds: 3_600,
      });
    case "policy_refused":
      return await refusedByPolicy({ db, clock }, refused.rule, { key: restriction?.key, amount });
    case "paused":
      return await sendingPaused(db);
    case "too_many_pending":
      return tooManyPending(refused.limit, pendingMax);
    case "over_max_balance":
      return new PaymentRefused("receive_limit_exceeded", "the recipient's wallet may not hold this much more");
    case "invoice_expired":
      return new PaymentRefused("invoice_expired", "the invoice has expired");
    case "invoice_in_use":
      return new PaymentRefused("invoice_in_use", "another payment of the same payment hash is pending");
    case "invoice_already_paid":
      return new PaymentRefused("invoice_already_paid", "the invoice was paid before");
    case "maybe_paid":
      return maybePaid(await listMaybePaid(db, { account, amount, now: clock.now() }));
    case "given_up":
      return new PaymentRefused("payment_not_found", "the payment was given up before it was made");
  }
}

/** Hashes that are named; each of them lifts the refusal. */
const HASHES_NAMED_MAX = 20;

/** Names what the payment may be. The service does not know the request that the node has paid for. */
function maybePaid(hashes: readonly Uint8Array[]): PaymentRefused {
  const message =
    "before a restore of this service its node made a payment of this amount, and its request is lost: this may be it, asked " +
    "for again. If it is another one, name the hash in the header Leyden-Pay-Anyway";
  return new PaymentRefused("maybe_paid", message, {
    details: hashes.slice(0, HASHES_NAMED_MAX).map((hash) => ({ field: "Leyden-Pay-Anyway", issue: bytesToHex(hash) })),
  });
}

/**
 * Names the limit, as the field of the details, and says what to do. A node without a slot for anybody has no usable
 * channel: that is no limit.
 */
function tooManyPending(limit: PendingLimit, pendingMax: PendingMax): PaymentRefused {
  if (limit === "node" && pendingMax.node === 0)
    return new PaymentRefused("unavailable", NO_CHANNEL, { retryAfterSeconds: 5 });
  const { message, advice } = tellLimit(limit, pendingMax);
  return new PaymentRefused("too_many_pending", message, {
    details: [{ field: limit, issue: advice }],
    retryAfterSeconds: 5,
  });
}

const NO_CHANNEL = "no channel of the Lightning node is usable now; nothing was reserved";

function tellLimit(limit: PendingLimit, { wallet, owner }: PendingMax): { message: string; advice: string } {
  switch (limit) {
    case "wallet":
      return {
        message: `${wallet} payments of this wallet are pending, and it may have no more`,
        advice: "Wait until one of them is finished.",
      };
    case "owner":
      return {
        message: `${owner} payments of this owner are pending, and it may have no more`,
        advice: "Wait until one of them is finished.",
      };
    case "recipient":
      return {
        message: "the recipient holds too many payments without taking or refusing them",
        advice: "Wait until it has taken or refused one of them, or pay another recipient.",
      };
    case "share":
      return {
        message: "too many payments are pending for this owner's share of the node",
        advice: "Wait until one of them is finished. Completed payments of the last 30 days make the share larger.",
      };
    case "service":
      return {
        message: "as many payments are in flight as the operator lets this service have",
        advice: "Wait until one of them is finished.",
      };
    case "node":
      return {
        message: "the Lightning node has no free slot for this owner",
        advice: "Try again later. Owners with completed payments of the last 30 days have slots of their own.",
      };
  }
}

/** Of a budget also what it leaves, and when more comes. */
async function refusedByPolicy(
  { db, clock }: { db: Db; clock: Clock },
  rule: PolicyRule,
  { key, amount }: { readonly key: ProjectKeyId | undefined; readonly amount: bigint },
): Promise<PaymentRefused> {
  const found = rule === "over_key_budget" && key !== undefined ? await findKey(db, key, clock.now()) : undefined;
  if (found === undefined) return new PaymentRefused(rule, REFUSED_BY_POLICY[rule]);
  const { message, details } = tellBudgets(found.budgets, amount);
  return new PaymentRefused(rule, message, { details });
}

const REFUSED_BY_POLICY: Readonly<Record<PolicyRule, string>> = {
  over_key_cap: "the project key may not send this much in one payment",
  over_key_budget: "a budget of the project key would be exceeded",
  destination_not_allowed: "the project key may not pay this destination",
};

const PAUSED: Readonly<Record<PauseKind, string>> = {
  operator: "the operator has paused sending",
  audit: "the service has paused sending: its books do not agree",
  foreign_payments: "the service has paused sending: its Lightning node made payments that are not in the books",
  restore: "the service has paused sending: payments from before a restore wait for the operator",
  node_short: "the service has paused sending: its Lightning node holds less than is owed",
  node_went_back: "the service has paused sending: its Lightning node went back to an earlier state",
  journal: "the service has paused sending: it cannot write its journal",
};

/** Which kind of pause holds. The operator's own reason stays with the operator. */
async function sendingPaused(db: Db): Promise<PaymentRefused> {
  const kinds = (await listPauses(db)).map(({ kind }) => kind);
  const why = kinds.length === 0 ? "sending was paused a moment ago" : kinds.map((kind) => PAUSED[kind]).join("; ");
  return new PaymentRefused("sending_paused", `${why}; nothing was reserved`, { retryAfterSeconds: 60 });
}

/** A moment after the decision: what was spent meanwhile is gone, what came back is there again. */
function leftByLimit({ daily, weekly, monthly }: Remaining): Issue[] {
  return Object.entries({ daily, weekly, monthly }).flatMap(([field, left]) =>
    left === undefined ? [] : [{ field, issue: String(left) }],
  );
}
