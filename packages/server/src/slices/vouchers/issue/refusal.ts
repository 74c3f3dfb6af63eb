import { IdempotencyMismatch } from "#idempotency";
import { type Caller, restrictedKeyOf } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { findRemaining } from "#ledger";
import type { MailRefusal } from "#mails";
import type { PolicyRule } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { findKey, tellBudgets } from "#projects";
import { VoucherRefused } from "../model/voucher.ts";
import type { EmailPaid, Issued } from "../store/batched.ts";

type Refused = Exclude<
  Issued | EmailPaid,
  { readonly kind: "issued" | "paid" | "replay" | "code_taken" | MailRefusal }
>;

const REFUSED_BY_POLICY: Readonly<Record<PolicyRule, string>> = {
  over_key_cap: "the project key may not give out this much in one piece",
  over_key_budget: "a budget of the project key would be exceeded",
  destination_not_allowed: "the project key has a list of destinations, and who will take this is not known",
};

type Wanted = {
  readonly caller: Caller;
  /** What the wallet had to give, in msats. */
  readonly needed: bigint;
  /** What counts on the budgets of the key: without our fee. */
  readonly amount: bigint;
  /** Where the vouchers were written, if in a list. */
  readonly list?: string | undefined;
};

/** Of budgets what is left of them, and when more comes; of a cap the first voucher that is over it. */
async function refusedByPolicy(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { caller, amount, list }: Wanted,
  { rule, available }: Extract<Refused, { readonly kind: "policy_refused" }>,
): Promise<VoucherRefused> {
  const key = rule === "over_key_budget" ? restrictedKeyOf(caller.actor) : undefined;
  const found = key && (await findKey(db, key, clock.now()));
  if (found !== undefined) {
    const { message, details } = tellBudgets(found.budgets, amount);
    return new VoucherRefused(rule, message, { details });
  }
  if (available === null || rule !== "over_key_cap") return new VoucherRefused(rule, REFUSED_BY_POLICY[rule]);
  const field = list === undefined ? "amount" : `${list}.${available - 1n}.amount`;
  const issue = "is more than the project key may give out in one piece";
  return new VoucherRefused(rule, REFUSED_BY_POLICY[rule], { details: [{ field, issue }] });
}

/** The error of what was not issued. */
export async function refusalOf(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wanted: Wanted,
  refused: Refused,
): Promise<Error> {
  const { caller, needed } = wanted;
  switch (refused.kind) {
    case "mismatch":
      return new IdempotencyMismatch();
    case "paused":
      return new VoucherRefused("sending_paused", "the service has paused sending; nothing was issued", {
        retryAfterSeconds: 60,
      });
    case "policy_refused":
      return await refusedByPolicy({ db, clock }, wanted, refused);
    case "over_max_balance":
      return new VoucherRefused("receive_limit_exceeded", "the recipient's wallet may not hold this much more");
    case "insufficient_funds":
      return new VoucherRefused(refused.kind, `this takes ${needed} msats, more than the wallet can give`, {
        details: [
          { field: "available", issue: String(refused.available) },
          { field: "needed", issue: String(needed) },
        ],
      });
    case "limit_exceeded": {
      const { daily, weekly, monthly } = await findRemaining(db, caller.wallet.account, clock.now());
      return new VoucherRefused(refused.kind, `the wallet's spending limits leave ${refused.available} msats`, {
        details: Object.entries({ daily, weekly, monthly }).flatMap(([field, left]) =>
          left === undefined ? [] : [{ field, issue: String(left) }],
        ),
      });
    }
  }
}
