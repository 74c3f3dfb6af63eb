import { IdempotencyMismatch } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Issue } from "#kernel/errors.ts";
import { findRemaining } from "#ledger";
import type { MailRefusal } from "#mails";
import type { PolicyRule } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { VoucherRefused } from "../model/voucher.ts";
import type { EmailPaid, Issued } from "../store/batched.ts";

type Refused = Exclude<
  Issued | EmailPaid,
  { readonly kind: "issued" | "paid" | "replay" | "code_taken" | MailRefusal }
>;

const REFUSED_BY_POLICY: Readonly<Record<PolicyRule, string>> = {
  over_key_cap: "the project key may not give out this much in one piece",
  over_key_budget: "the daily budget of the project key would be exceeded",
  destination_not_allowed: "the project key has a list of destinations, and who will take this is not known",
};

/**
 * Of a budget what is left of it; of a cap the first voucher that is over it. `list`: where the vouchers were
 * written, if in a list.
 */
function detailsOfPolicy(
  { rule, available }: Extract<Refused, { readonly kind: "policy_refused" }>,
  list: string | undefined,
): readonly Issue[] {
  if (available === null) return [];
  if (rule === "over_key_budget") return [{ field: "daily", issue: String(available) }];
  const field = list === undefined ? "amount" : `${list}.${available - 1n}.amount`;
  return [{ field, issue: "is more than the project key may give out in one piece" }];
}

/** The error of what was not issued. `needed`: what the wallet had to give, in msats. */
export async function refusalOf(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { caller, needed, list }: { readonly caller: Caller; readonly needed: bigint; readonly list?: string | undefined },
  refused: Refused,
): Promise<Error> {
  switch (refused.kind) {
    case "mismatch":
      return new IdempotencyMismatch();
    case "paused":
      return new VoucherRefused("sending_paused", "the service has paused sending; nothing was issued", {
        retryAfterSeconds: 60,
      });
    case "policy_refused":
      return new VoucherRefused(refused.rule, REFUSED_BY_POLICY[refused.rule], {
        details: detailsOfPolicy(refused, list),
      });
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
