import type { Idempotency } from "#idempotency";
import type { ProjectKeyId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { VoucherKind } from "./voucher.ts";

/** What one request issued before a restore, as the journal tells it. */
export type LostIssue = {
  readonly batchId: string;
  readonly kind: VoucherKind;
  readonly wallet: WalletId;
  readonly issuedAt: Date;
  readonly idempotency: Idempotency | undefined;
  /** That asked for them, on whose budget they count. */
  readonly key?: ProjectKeyId | undefined;
  readonly issued: readonly {
    readonly id: string;
    /** Hexadecimal digits. */
    readonly tokenHash: string;
    readonly amount: Msats;
    /** Ours, of a payment to an e-mail address. */
    readonly fee: Msats;
    readonly expiresAt: Date;
    readonly internalId: string | undefined;
  }[];
};

/** `lent`: what the issuer's wallet could not cover, in msats. */
export type IssuedBack = { readonly outcome: "brought_back" | "known" | "no_wallet"; readonly lent: Msats };
