import type { Money } from "./errors.ts";
import type { Failure } from "./failure.ts";

export type Sent = {
  readonly movesMoney: boolean;
  /** Absent for a call that only reads. */
  readonly idempotencyKey: string | undefined;
  /** Whether an earlier sending of the same request got no answer that says what it did. */
  readonly inDoubt: boolean;
};

/** What became of the money, and what to do now. */
export function moneyOf(failure: Failure, sent: Sent): { readonly money: Money; readonly moneyText: string } {
  if (!sent.movesMoney) return { money: "nothing_moved", moneyText: NO_MONEY };
  if (failure.payment !== undefined) return { money: "not_spent", moneyText: NOT_SPENT };
  // A key that belongs to another body has never belonged to this one.
  if (failure.code === "idempotency_mismatch") return { money: "nothing_moved", moneyText: MISMATCH };
  if (sent.inDoubt || failure.leavesDoubt) return { money: "unknown", moneyText: unknownText(sent.idempotencyKey) };
  return { money: "nothing_moved", moneyText: refusedText(failure) };
}

const NO_MONEY = "This call moves no money.";

const NOT_SPENT =
  "The payment has failed: nothing was paid, and its money is back in the wallet. To try again, make another payment with a new key.";

const MISMATCH =
  "This request reserved nothing. Its idempotency key belongs to an earlier request with another body; use a new key.";

function unknownText(key: string | undefined): string {
  const again = key === undefined ? "" : `send the same request with the idempotency key "${key}", or `;
  return `The payment may have been made. Do not make another one: ${again}look for it in the list of payments.`;
}

function refusedText({ status, retryAfterSeconds }: Failure): string {
  if (status !== 429 && status !== 503) return "Nothing was reserved and nothing was paid.";
  const when = retryAfterSeconds === undefined ? "later" : `after ${retryAfterSeconds} s`;
  return `Nothing was reserved. Send it again ${when}; the same key may be used.`;
}
