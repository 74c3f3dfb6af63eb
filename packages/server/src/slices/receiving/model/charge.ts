import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { AccountNo, ChargeId, WalletId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { StaticChargeId } from "./static-charge.ts";

/** An invoice that a wallet's owner gave out, and what became of it. */
export type Charge = {
  readonly id: ChargeId;
  readonly walletId: WalletId;
  /** The wallet's account in the ledger. */
  readonly account: AccountNo;
  /** What the invoice asks for. */
  readonly amount: Msats;
  readonly description: string;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  /** BOLT 11. */
  readonly invoice: string;
  readonly paymentHash: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** All that came in for it: more than the amount when somebody paid too much or twice. */
  readonly received: Msats;
  readonly state: ChargeState;
  readonly origin: ChargeOrigin;
};

/** On what request the invoice was made. */
export type ChargeOrigin =
  /** The wallet's owner asked for it. */
  | { readonly kind: "request" }
  /** A project asked for it, for another owner's wallet. It gets the charge's events, and may read it. */
  | { readonly kind: "project"; readonly askedBy: string }
  /** A stranger asked for it at a pay link. Nothing of what it says of itself is checked. */
  | {
      readonly kind: "pay_link";
      readonly staticChargeId: StaticChargeId | undefined;
      readonly comment: string | undefined;
      readonly payerData: PayerData | undefined;
    };

/** A charge as the owner of a wallet may see it: what another project wrote on it is the project's. */
export function seenBy(ownerId: string, charge: Charge): Charge {
  const { origin } = charge;
  if (origin.kind !== "project" || origin.askedBy === ownerId) return charge;
  return { ...charge, internalId: undefined, callbackUrl: undefined };
}

/** What a payer says that it is (LUD-18). Nothing of it is checked. */
export type PayerData = { readonly [Kind in "name" | "identifier" | "email"]?: string };

export const CHARGE_STATUSES = ["pending", "completed", "expired"] as const satisfies readonly ChargeState["kind"][];

export type ChargeState =
  /** Also for a while after its expiry: until the node reports it unpaid. */
  | { readonly kind: "pending" }
  | { readonly kind: "completed"; readonly paidAt: Date }
  /** Can still become completed, when a payment that began in time arrives late. */
  | { readonly kind: "expired" };

export class ChargeNotFound extends AppError {
  constructor() {
    super("charge_not_found", "the wallet has no charge with this id");
  }
}

export class ReceiveLimitExceeded extends AppError {
  constructor(headroom: Msats) {
    super("receive_limit_exceeded", `the wallet may receive ${headroom} msats more`, {
      details: [{ field: "amount", issue: `must be at most ${headroom}` }],
    });
  }
}

/** All wallets together may hold no more: a limit of the operator. */
export class ServiceFull extends AppError {
  constructor() {
    super("service_full", "the wallets of this service may not hold this much more; no invoice was made");
  }
}

/**
 * The most that one invoice can ask for, 18 million BTC: invoices count in tenths of a millisatoshi (BOLT 11,
 * multiplier `p`), and the libraries of most nodes do so in 64 bits.
 */
const CHARGE_MAX = msats((2n ** 64n - 1n) / 10n);

/** @throws {InvalidInput} when no invoice can ask for this much. */
export function chargeAmount(amount: Msats): Msats {
  if (amount > CHARGE_MAX)
    throw new InvalidInput(
      "amount",
      `must be at most ${CHARGE_MAX}, which is all that an invoice can ask for`,
      "invalid_amount",
    );
  return amount;
}

/** BOLT 11's own default. */
export const EXPIRY_SECONDS_DEFAULT = 3_600;
export const EXPIRY_SECONDS_MAX = 7 * 24 * 3_600;

/**
 * How long an invoice can be paid, in seconds: 1 second to 7 days. The bounds are ours.
 * @throws {InvalidInput} when `seconds` is outside.
 */
export function expirySeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > EXPIRY_SECONDS_MAX)
    throw new InvalidInput("expiresIn", `must be a whole number of seconds from 1 to ${EXPIRY_SECONDS_MAX}`);
  return seconds;
}
