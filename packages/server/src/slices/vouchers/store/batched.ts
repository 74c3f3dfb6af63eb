import { bytesToHex } from "@noble/hashes/utils.js";
import type { EventId } from "#events";
import type { Idempotency } from "#idempotency";
import type { Wallet } from "#kernel/caller.ts";
import type { PaymentId, ProjectKeyId, TransferId, UserId, WalletId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { MailLimits, MailRefusal, NewMail } from "#mails";
import type { PolicyRule } from "#payments";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { VoucherId, VoucherKind, VoucherState } from "../model/voucher.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export type NewVoucher = {
  readonly id: VoucherId;
  /** Of a voucher. */
  readonly code: string | undefined;
  readonly tokenHash: Uint8Array;
  /** Of a withdrawal request. */
  readonly token: string | undefined;
  readonly recipientHash: Uint8Array | undefined;
  readonly amount: Msats;
  readonly description: string;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  /** Of the request that asks for it. */
  readonly requestId: string | undefined;
  readonly expiresAt: Date;
};

export type Issue = {
  /** Of the request, which may issue many. */
  readonly batchId: string;
  readonly kind: VoucherKind;
  readonly wallet: Wallet;
  readonly transfer: TransferId;
  readonly vouchers: readonly NewVoucher[];
  readonly idempotency: Idempotency | undefined;
  /** The project key whose policy counts; undefined when none does. */
  readonly restrictedKey: ProjectKeyId | undefined;
};

export type Issued =
  | { readonly kind: "issued"; readonly batchId: string }
  | { readonly kind: "replay"; readonly batchId: string }
  | { readonly kind: "code_taken" }
  | { readonly kind: "mismatch" }
  | { readonly kind: "paused" }
  | NotGiven;

/** The wallet, or the policy of the key, does not give as much. `available`: what it gives. */
export type NotGiven =
  | { readonly kind: "insufficient_funds" | "limit_exceeded"; readonly available: bigint }
  | { readonly kind: "policy_refused"; readonly rule: PolicyRule; readonly available: bigint | null };

/** Undefined for every other outcome. */
export function readNotGiven({ outcome, available }: { readonly [column: string]: unknown }): NotGiven | undefined {
  const refused = outcome as NotGiven["kind"] | PolicyRule;
  switch (refused) {
    case "insufficient_funds":
    case "limit_exceeded":
      return { kind: refused, available: available as bigint };
    case "over_key_cap":
    case "over_key_budget":
    case "destination_not_allowed":
      return { kind: "policy_refused", rule: refused, available: available as bigint | null };
    default:
      return undefined;
  }
}

export const issueMany: BatchedFunction<Issue, Issued> = {
  name: "vouchers.issue_many",
  columns: {
    batch: ["uuid", ({ batchId }) => batchId],
    kind: ["text", ({ kind }) => kind],
    wallet: ["uuid", ({ wallet }) => wallet.id],
    owner: ["uuid", ({ wallet }) => wallet.owner.id],
    account: ["bigint", ({ wallet }) => wallet.account],
    transfer: ["uuid", ({ transfer }) => transfer],
    items: ["text", ({ vouchers }) => JSON.stringify(vouchers.map(itemOf))],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
    key: ["uuid", ({ restrictedKey }) => restrictedKey, "rare"],
  },
  decode: (row) => {
    const refused = readNotGiven(row);
    if (refused !== undefined) return refused;
    const outcome = row["outcome"] as Exclude<Issued["kind"], NotGiven["kind"]>;
    switch (outcome) {
      case "issued":
      case "replay":
        return { kind: outcome, batchId: row["batch"] as string };
      case "mismatch":
      case "code_taken":
      case "paused":
        return { kind: outcome };
      default:
        throw new Error(`vouchers.issue_many returned the outcome ${outcome}`);
    }
  },
};

export type PayEmail = {
  readonly voucher: NewVoucher;
  readonly wallet: Wallet;
  readonly transfer: TransferId;
  /** Ours. */
  readonly fee: Msats;
  /** Who has the address; undefined: `mail` is sent. */
  readonly receiver: { readonly user: UserId; readonly wallet: Wallet } | undefined;
  /** Of the credit to the receiver. */
  readonly transferIn: TransferId;
  readonly event: EventId;
  readonly mail: NewMail | undefined;
  /** When to ask what became of the mail. */
  readonly mailDueAt: Date;
  readonly mailLimits: MailLimits;
  readonly idempotency: Idempotency | undefined;
  /** Undefined when no policy counts. */
  readonly restrictedKey: ProjectKeyId | undefined;
};

export type EmailPaid =
  | { readonly kind: "paid" | "replay"; readonly id: VoucherId }
  | { readonly kind: "code_taken" }
  | { readonly kind: MailRefusal }
  | { readonly kind: "mismatch" | "paused" | "over_max_balance" }
  | NotGiven;

export const payEmailMany: BatchedFunction<PayEmail, EmailPaid> = {
  name: "vouchers.pay_email_many",
  columns: {
    voucher: ["uuid", ({ voucher }) => voucher.id],
    wallet: ["uuid", ({ wallet }) => wallet.id],
    owner: ["uuid", ({ wallet }) => wallet.owner.id],
    account: ["bigint", ({ wallet }) => wallet.account],
    transfer: ["uuid", ({ transfer }) => transfer],
    item: ["text", ({ voucher }) => JSON.stringify(itemOf(voucher))],
    fee: ["bigint", ({ fee }) => fee],
    user: ["uuid", ({ receiver }) => receiver?.user],
    user_wallet: ["uuid", ({ receiver }) => receiver?.wallet.id],
    user_account: ["bigint", ({ receiver }) => receiver?.wallet.account],
    transfer_in: ["uuid", ({ transferIn }) => transferIn],
    event: ["uuid", ({ event }) => event],
    mail: ["uuid", ({ mail }) => mail?.id],
    mail_kind: ["text", ({ mail }) => mail?.kind],
    mail_project: ["uuid", ({ mail }) => mail?.project?.id],
    recipient_hash: ["bytea", ({ mail }) => mail?.recipientHash],
    unsubscribe_hash: ["bytea", ({ mail }) => mail?.project?.unsubscribeHash],
    good_until: ["timestamptz", ({ mail }) => mail?.goodUntil],
    recipient: ["text", ({ mail }) => mail?.recipient],
    subject: ["text", ({ mail }) => mail?.content.subject],
    body_text: ["text", ({ mail }) => mail?.content.text],
    body_html: ["text", ({ mail }) => mail?.content.html],
    unsubscribe_url: ["text", ({ mail }) => mail?.project?.unsubscribeUrl],
    mail_due: ["timestamptz", ({ mailDueAt }) => mailDueAt],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
    key: ["uuid", ({ restrictedKey }) => restrictedKey, "rare"],
  },
  shared: {
    recipient_max: ["int", ({ mailLimits }) => mailLimits.perRecipient],
    project_max: ["int", ({ mailLimits }) => mailLimits.perProject],
  },
  decode: (row) => {
    const refused = readNotGiven(row);
    if (refused !== undefined) return refused;
    const outcome = row["outcome"] as Exclude<EmailPaid["kind"], NotGiven["kind"]>;
    switch (outcome) {
      case "paid":
      case "replay":
        return { kind: outcome, id: row["voucher"] as VoucherId };
      default:
        return { kind: outcome };
    }
  },
};

function itemOf({ tokenHash, recipientHash, ...voucher }: NewVoucher) {
  return {
    id: voucher.id,
    code: voucher.code,
    token_hash: bytesToHex(tokenHash),
    token: voucher.token,
    recipient_hash: recipientHash && bytesToHex(recipientHash),
    amount: String(voucher.amount),
    description: voucher.description,
    internal_id: voucher.internalId,
    callback_url: voucher.callbackUrl,
    request_id: voucher.requestId,
    expires_at: voucher.expiresAt,
  };
}

/** The states in which nothing can be redeemed or revoked. */
export type EndedAs = Exclude<VoucherState["kind"], "open">;

export type End = {
  readonly id: VoucherId;
  readonly as: "revoked" | "expired";
  /** The wallet that revokes; undefined: the operator, or its time is over. */
  readonly by: WalletId | undefined;
  readonly transfer: TransferId;
  readonly event: EventId;
  readonly idempotency: Idempotency | undefined;
  /** Also one that waits for a restore: the operator decides so. */
  readonly despiteRestore?: boolean;
};

export type Ended = "ended" | "replay" | "mismatch" | "not_yet" | EndedAs;

export const endMany: BatchedFunction<End, Ended> = {
  name: "vouchers.end_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    as: ["text", ({ as }) => as],
    by: ["uuid", ({ by }) => by],
    transfer: ["uuid", ({ transfer }) => transfer],
    event: ["uuid", ({ event }) => event],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
    despite_restore: ["boolean", ({ despiteRestore }) => despiteRestore ?? false],
  },
  decode: ({ outcome }) => outcome as Ended,
};

/** How many wrong codes in an hour end the look-ups without a token. */
export type WrongCodesMax = { readonly asker: number; readonly network: number; readonly total: number };

export type Redeem = {
  /** Undefined for a text that can be none. */
  readonly code: string | undefined;
  readonly tokenHash: Uint8Array | undefined;
  /** Of the verified e-mail address of the user who asks. */
  readonly recipientHash: Uint8Array | undefined;
  readonly wallet: Wallet;
  /** What wrong codes are counted on, besides all. */
  readonly asker: string;
  readonly network: string;
  readonly transfer: TransferId;
  readonly event: EventId;
  readonly idempotency: Idempotency | undefined;
  readonly wrongCodesMax: WrongCodesMax;
};

export type Redeemed =
  | { readonly kind: "redeemed" | "replay"; readonly id: VoucherId }
  | { readonly kind: "mismatch" | "paused" | "unknown" }
  | { readonly kind: "too_many_wrong"; readonly retryAfterSeconds: number }
  | { readonly kind: "ended"; readonly as: EndedAs }
  | { readonly kind: "over_max_balance"; readonly headroom: Msats };

export const redeemMany: BatchedFunction<Redeem, Redeemed> = {
  name: "vouchers.redeem_many",
  columns: {
    code: ["text", ({ code }) => code],
    token_hash: ["bytea", ({ tokenHash }) => tokenHash],
    recipient_hash: ["bytea", ({ recipientHash }) => recipientHash],
    wallet: ["uuid", ({ wallet }) => wallet.id],
    account: ["bigint", ({ wallet }) => wallet.account],
    asker: ["text", ({ asker }) => asker],
    network: ["text", ({ network }) => network],
    transfer: ["uuid", ({ transfer }) => transfer],
    event: ["uuid", ({ event }) => event],
    scope: ["uuid", ({ idempotency }) => idempotency?.scope],
    input: ["bytea", ({ idempotency }) => idempotency?.input],
  },
  shared: {
    asker_max: ["int", ({ wrongCodesMax }) => wrongCodesMax.asker],
    network_max: ["int", ({ wrongCodesMax }) => wrongCodesMax.network],
    total_max: ["int", ({ wrongCodesMax }) => wrongCodesMax.total],
  },
  decode: (row, _redeem, at) => {
    const outcome = row["outcome"] as Redeemed["kind"];
    switch (outcome) {
      case "redeemed":
      case "replay":
        return { kind: outcome, id: row["voucher"] as VoucherId };
      case "ended":
        return { kind: outcome, as: row["ended_as"] as EndedAs };
      case "too_many_wrong": {
        const leftMs = (row["again_at"] as Date).getTime() - at.getTime();
        return { kind: outcome, retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) };
      }
      case "over_max_balance":
        return { kind: outcome, headroom: msats(row["headroom"] as bigint) };
      case "mismatch":
      case "paused":
      case "unknown":
        return { kind: outcome };
      default:
        throw new Error(`vouchers.redeem_many returned the outcome ${outcome}`);
    }
  },
};

export type ClaimInput = {
  readonly tokenHash: Uint8Array;
  readonly paymentId: PaymentId;
  readonly invoice: string;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly dueAt: Date;
};

export type Claimed = "claimed" | "same" | "unknown" | EndedAs;

export const claimMany: BatchedFunction<ClaimInput, Claimed> = {
  name: "vouchers.claim_many",
  columns: {
    token_hash: ["bytea", ({ tokenHash }) => tokenHash],
    payment: ["uuid", ({ paymentId }) => paymentId],
    invoice: ["text", ({ invoice }) => invoice],
    payment_hash: ["bytea", ({ paymentHash }) => paymentHash],
    amount: ["bigint", ({ amount }) => amount],
    due_at: ["timestamptz", ({ dueAt }) => dueAt],
  },
  decode: ({ outcome }) => outcome as Claimed,
};

export type EndClaim = {
  readonly id: VoucherId;
  readonly paymentId: PaymentId;
  readonly outcome:
    | { readonly kind: "completed"; readonly fee: Msats; readonly transfer: TransferId }
    | { readonly kind: "failed" | "refused" };
  /** For what the payment left over. */
  readonly rest: TransferId;
  readonly event: EventId;
};

export type ClaimEnded = "redeemed" | "reopened" | "payment_exists" | "moved_on" | "waits";

export const endClaimMany: BatchedFunction<EndClaim, ClaimEnded> = {
  name: "vouchers.end_claim_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    payment: ["uuid", ({ paymentId }) => paymentId],
    as: ["text", ({ outcome }) => outcome.kind],
    fee: ["bigint", ({ outcome }) => (outcome.kind === "completed" ? outcome.fee : undefined)],
    transfer: ["uuid", ({ outcome }) => (outcome.kind === "completed" ? outcome.transfer : undefined)],
    rest: ["uuid", ({ rest }) => rest],
    event: ["uuid", ({ event }) => event],
  },
  decode: ({ outcome }) => outcome as ClaimEnded,
};
