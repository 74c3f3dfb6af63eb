import type { Brand } from "#kernel/brand.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { AccountNo, PaymentId, TransferId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { MailId } from "#mails";
import type { PolicyRule } from "#payments";

export type VoucherId = Brand<string, "VoucherId">;

/**
 * Money that waits for its taker. The value of a voucher has left the issuer's wallet and lies in the account of
 * vouchers; that of a withdrawal request leaves the wallet when it is claimed.
 */
export type Voucher = {
  readonly id: VoucherId;
  /** The issuer's wallet, its owner, and its account in the ledger. */
  readonly walletId: WalletId;
  readonly ownerId: string;
  readonly account: AccountNo;
  readonly origin: VoucherOrigin;
  /** What it is worth; of a payment over Lightning amount and fee together. */
  readonly amount: Msats;
  readonly description: string;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  /** Of one that was sent to an e-mail address. */
  readonly mailId: MailId | undefined;
  /** Paid to the e-mail address of a user whose wallet it was credited to at once, without a claim. */
  readonly isCreditedAtOnce: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** It was open in a copy of the database that was restored: it may have been taken since. */
  readonly waitsForRestore: boolean;
  readonly state: VoucherState;
};

export type VoucherOrigin =
  | {
      readonly kind: "voucher";
      /** 8 upper-case hexadecimal digits. It shows and revokes; to redeem takes the claim token as well. */
      readonly code: string;
      readonly transfer: TransferId;
    }
  /** `token`: the secret in its LNURL; undefined: it was brought back after a restore, and who has the link has it. */
  | { readonly kind: "withdrawal"; readonly token: string | undefined };

export type VoucherKind = VoucherOrigin["kind"];

export type VoucherState =
  | { readonly kind: "open" }
  /** Bound to one invoice. Open again only when its payment has provably failed. */
  | { readonly kind: "claiming"; readonly claim: Claim }
  | {
      readonly kind: "redeemed";
      readonly at: Date;
      /** The wallet that got it; undefined when it was paid over Lightning. */
      readonly by: WalletId | undefined;
      readonly transfer: TransferId;
      /** Over Lightning; undefined when a wallet of this service got it. */
      readonly claim: Claim | undefined;
      /** What the route took. */
      readonly fee: Msats | undefined;
    }
  | {
      readonly kind: "revoked" | "expired";
      readonly at: Date;
      /** The wallet that revoked it; undefined: the operator, or its time was over. */
      readonly by: WalletId | undefined;
      /** Back to the issuer; a withdrawal request had moved nothing. */
      readonly transfer: TransferId | undefined;
    };

/** The state by the clock: one whose time is over is not open although nothing has ended it yet. */
export function stateAt({ state, expiresAt }: Pick<Voucher, "state" | "expiresAt">, now: Date): VoucherState {
  const isOver = state.kind === "open" && expiresAt <= now;
  return isOver ? { kind: "expired", at: expiresAt, by: undefined, transfer: undefined } : state;
}

export const VOUCHER_STATUSES = [
  "open",
  "claiming",
  "redeemed",
  "revoked",
  "expired",
] as const satisfies readonly VoucherState["kind"][];

/** The invoice that pays it out. */
export type Claim = {
  readonly paymentId: PaymentId;
  /** BOLT 11; undefined where its payment was brought back after a restore. */
  readonly invoice: string | undefined;
  /** Of the invoice. What the voucher is worth beyond it is the fee limit. */
  readonly amount: Msats;
};

export type ClaimingVoucher = Voucher & { readonly state: Extract<VoucherState, { readonly kind: "claiming" }> };

export function isClaiming(voucher: Voucher): voucher is ClaimingVoucher {
  return voucher.state.kind === "claiming";
}

/**
 * The most that can be issued at once: JSON numbers are exact up to there, and LNURL-withdraw has amounts as numbers
 * (LUD-03).
 */
const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws {InvalidInput} `invalid_amount` when LNURL-withdraw could not name it. */
export function voucherAmount(amount: Msats): Msats {
  if (amount > AMOUNT_MAX) throw new InvalidInput("amount", `must be at most ${AMOUNT_MAX}`, "invalid_amount");
  return amount;
}

export const DESCRIPTION_LENGTH_MAX = 150;

/** Vouchers of one request. Ours. */
export const BATCH_MAX = 1_000;

export const VOUCHER_EXPIRY_SECONDS_DEFAULT = 30 * 24 * 3_600;
export const WITHDRAWAL_EXPIRY_SECONDS_DEFAULT = 3_600;
export const EXPIRY_SECONDS_MAX = 365 * 24 * 3_600;

/**
 * How long a voucher or a withdrawal request can be redeemed, in seconds: 1 second to 365 days. The bounds are ours.
 * @throws {InvalidInput} when `seconds` is outside.
 */
export function voucherExpirySeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > EXPIRY_SECONDS_MAX)
    throw new InvalidInput("expiresIn", `must be a whole number of seconds from 1 to ${EXPIRY_SECONDS_MAX}`);
  return seconds;
}

export class VoucherNotFound extends AppError {
  constructor(
    message: "there is no such voucher" | "no voucher can be redeemed with this code" = "there is no such voucher",
  ) {
    super("voucher_not_found", message);
  }
}

export class WithdrawalNotFound extends AppError {
  constructor() {
    super("withdrawal_not_found", "the wallet has no withdrawal request with this id");
  }
}

const ENDED = {
  claiming: "the voucher is being paid out over Lightning",
  redeemed: "the voucher was redeemed before",
  revoked: "the voucher was revoked before",
  expired: "the voucher has expired; its value is back in the wallet that paid for it",
} as const;

export const VOUCHER_ENDED_CODES = Object.keys(ENDED).map(
  (state) => `voucher_${state}`,
) as readonly `voucher_${keyof typeof ENDED}`[];

/** A voucher in a state in which it cannot be redeemed or revoked. */
export class VoucherEnded extends AppError {
  constructor(state: keyof typeof ENDED) {
    super(`voucher_${state}`, ENDED[state]);
  }
}

export class TooManyWrongCodes extends AppError {
  constructor(retryAfterSeconds: number) {
    super("too_many_wrong_codes", "too many wrong codes were sent; try again later", { retryAfterSeconds });
  }
}

/** With which codes nothing is issued, besides what the policy of a key refuses. */
export const ISSUE_REFUSAL_CODES = ["insufficient_funds", "limit_exceeded", "sending_paused"] as const;
type IssueRefusalCode = (typeof ISSUE_REFUSAL_CODES)[number];

/** A voucher could not be issued or redeemed: nothing was moved, the idempotency key stays free. */
export class VoucherRefused extends AppError {
  constructor(
    code: IssueRefusalCode | PolicyRule | "receive_limit_exceeded",
    message: string,
    options: ConstructorParameters<typeof AppError>[2] = {},
  ) {
    super(code, message, options);
  }
}

/** The voucher is worth more than the wallet may receive. */
export class OverMaxBalance extends VoucherRefused {
  readonly headroom: Msats;

  constructor(headroom: Msats) {
    super("receive_limit_exceeded", `the wallet may receive ${headroom} msats more`);
    this.headroom = headroom;
  }
}
