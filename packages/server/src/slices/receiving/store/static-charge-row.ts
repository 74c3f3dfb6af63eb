import type { Owner } from "#kernel/caller.ts";
import type { AccountNo, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { StaticCharge, StaticChargeId } from "../model/static-charge.ts";

export type StaticChargeRow = {
  readonly id: StaticChargeId;
  readonly wallet_id: WalletId;
  readonly owner_id: string;
  readonly owner_kind: Owner["kind"];
  readonly account_no: AccountNo;
  readonly min_msats: Msats;
  readonly max_msats: Msats;
  readonly description: string;
  readonly success_message: string;
  readonly internal_id: string | null;
  readonly callback_url: string | null;
  readonly allowed_slots: number | null;
  readonly slots_taken: number;
  readonly created_at: Date;
};

export function toStaticCharge(row: StaticChargeRow): StaticCharge {
  return {
    id: row.id,
    walletId: row.wallet_id,
    owner: { kind: row.owner_kind, id: row.owner_id } as Owner,
    account: row.account_no,
    minAmount: row.min_msats,
    maxAmount: row.max_msats,
    description: row.description,
    successMessage: row.success_message,
    internalId: row.internal_id ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    allowedSlots: row.allowed_slots ?? undefined,
    slotsTaken: row.slots_taken,
    createdAt: row.created_at,
  };
}
