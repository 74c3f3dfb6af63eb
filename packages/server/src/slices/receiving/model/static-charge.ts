import type { Brand } from "#kernel/brand.ts";
import type { Owner } from "#kernel/caller.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { AccountNo, WalletId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";

/** Amounts are JSON numbers in LUD-06: above this they are not exact. */
export const SENDABLE_MAX = msats(BigInt(Number.MAX_SAFE_INTEGER));

export type StaticChargeId = Brand<string, "StaticChargeId">;

/** A pay link that a wallet's owner made: any Lightning wallet can pay it, again and again. */
export type StaticCharge = {
  readonly id: StaticChargeId;
  readonly walletId: WalletId;
  readonly owner: Owner;
  /** The wallet's account in the ledger. */
  readonly account: AccountNo;
  readonly minAmount: Msats;
  readonly maxAmount: Msats;
  /** Shown to the payer before it pays. */
  readonly description: string;
  /** Shown to the payer after it has paid; "" is none. */
  readonly successMessage: string;
  readonly internalId: string | undefined;
  /** Called for each payment. */
  readonly callbackUrl: string | undefined;
  /** How many payments it takes; undefined: any number. */
  readonly allowedSlots: number | undefined;
  /** How many it has taken. */
  readonly slotsTaken: number;
  readonly createdAt: Date;
};

export const STATIC_CHARGE_STATUSES = ["active", "full"] as const;
export type StaticChargeStatus = (typeof STATIC_CHARGE_STATUSES)[number];

/** `full`: it gives out no further invoice. */
export function statusOf({ allowedSlots, slotsTaken }: StaticCharge): StaticChargeStatus {
  return allowedSlots !== undefined && slotsTaken >= allowedSlots ? "full" : "active";
}

export class StaticChargeNotFound extends AppError {
  constructor() {
    super("static_charge_not_found", "the wallet has no static charge with this id");
  }
}

export class StaticChargeFull extends AppError {
  constructor() {
    super("static_charge_full", "all payments that this link takes have been made");
  }
}

/** @throws {InvalidInput} when no amount lies between the two, or none that a payer can ask for. */
export function checkAmounts({ minAmount, maxAmount }: Pick<StaticCharge, "minAmount" | "maxAmount">): void {
  checkMinAmount(minAmount);
  if (minAmount > maxAmount) throw new InvalidInput("maxAmount", "must not be less than minAmount", "invalid_amount");
}

/** @throws {InvalidInput} when no payer can ask for this much. */
export function checkMinAmount(amount: Msats): void {
  if (amount > SENDABLE_MAX) throw new InvalidInput("minAmount", `must be at most ${SENDABLE_MAX}`, "invalid_amount");
}

/** LUD-09: a message that wallets show after the payment. */
const SUCCESS_MESSAGE_CHARACTERS_MAX = 144;

/** @throws {InvalidInput} when `text` is longer than wallets show (LUD-09). */
export function successMessage(text: string): string {
  if ([...text].length > SUCCESS_MESSAGE_CHARACTERS_MAX)
    throw new InvalidInput("successMessage", `must be at most ${SUCCESS_MESSAGE_CHARACTERS_MAX} characters long`);
  return text;
}

const SLOTS_MAX = 1_000_000_000;

/**
 * A number of payments: a string of digits or a JSON integer, from 1 on.
 * @throws {InvalidInput}
 */
export function allowedSlots(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  const slots = typeof text === "string" && /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (slots <= SLOTS_MAX) return slots;
  throw new InvalidInput("allowedSlots", `must be a whole number from 1 to ${SLOTS_MAX}`);
}
