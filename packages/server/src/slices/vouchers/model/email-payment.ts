import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { basisPointsOf, type Msats, maxOf, sats } from "#kernel/money.ts";
import { type Voucher, voucherAmount } from "./voucher.ts";

/**
 * A payment to an e-mail address: a voucher that was mailed, or one that was redeemed at once because a user has the
 * address.
 */
export type EmailPayment = {
  readonly voucher: Voucher;
  /** Ours. A revoked voucher does not give it back. */
  readonly fee: Msats;
  /** The user whose wallet was credited at once; undefined: a mail was sent. */
  readonly receiver: UserId | undefined;
};

/** How this service takes payments to e-mail addresses; the operator chooses. */
export type EmailPaymentMode =
  /** The wallet of the user who has the address is credited; others get a voucher by mail. */
  | "on"
  /** All get a voucher by mail, so that no project can find out who has an account. */
  | "always-voucher"
  | "off";

/**
 * Our fee on a payment to an e-mail address: 1 % of the amount, at least 1 sat.
 * Source: docs/contract.md, "Payments". Rounding up to the msat is ours.
 */
export function emailPaymentFee(amount: Msats): Msats {
  return maxOf(basisPointsOf(amount, 100n), sats(1n));
}

/**
 * At least 1 sat: less is not worth a mail, and no wallet could take it. Ours.
 * @throws {InvalidInput} `invalid_amount` also for more than a voucher can be worth.
 */
export function emailAmount(amount: Msats): Msats {
  if (amount < 1_000n) throw new InvalidInput("amount", "must be at least 1000", "invalid_amount");
  return voucherAmount(amount);
}

/** The operator has switched payments to e-mail addresses off. */
export class EmailPaymentsOff extends AppError {
  constructor() {
    super("endpoint_removed", "this service takes no payments to e-mail addresses any more");
  }
}
