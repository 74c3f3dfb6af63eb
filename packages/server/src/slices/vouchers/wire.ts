import { z } from "zod";
import { amount, codec, isoTime, msatsText } from "#platform/http/index.ts";
import { VOUCHER_STATUSES, voucherAmount } from "./model/voucher.ts";

/** A voucher on the wire, and examples of it. */

export const EXAMPLE = {
  id: "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
  code: "0A1B2C3D",
  amount: "500000",
  unit: "msats",
  description: "Thank you",
  status: "open",
  walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
  internalId: "player-7",
  createdAt: "2026-11-20T16:12:00.943Z",
  createTransactionId: "01a1f9c4-51d1-7a3d-8a55-7f2f0e6c9b10",
  expiresAt: "2026-12-20T16:12:00.943Z",
  redeemedAt: null,
  redeemedById: null,
  redeemedTransactionId: null,
  revokedAt: null,
  revokedById: null,
  revokedTransactionId: null,
};

const ENDED_AT = "2026-11-21T09:30:12.004Z";
const END_TRANSFER = "01a1fd7a-3ae4-7c51-b1ce-90a4c83ad2f7";

export const REDEEMED = {
  ...EXAMPLE,
  status: "redeemed",
  redeemedAt: ENDED_AT,
  redeemedTransactionId: END_TRANSFER,
  redeemedById: "01a1f9b9-9a0c-7e15-8d0a-2c1f88a0b6f4",
};

/** The same as its taker sees it. */
export const TAKEN = {
  id: EXAMPLE.id,
  code: EXAMPLE.code,
  amount: EXAMPLE.amount,
  unit: EXAMPLE.unit,
  description: EXAMPLE.description,
  status: REDEEMED.status,
  redeemedAt: ENDED_AT,
  redeemedById: REDEEMED.redeemedById,
  redeemedTransactionId: END_TRANSFER,
};

export const REVOKED = {
  ...EXAMPLE,
  status: "revoked",
  revokedAt: ENDED_AT,
  revokedTransactionId: END_TRANSFER,
  revokedById: EXAMPLE.walletId,
};

export const EXPIRED = { ...REVOKED, status: "expired", revokedById: null };

/** What a voucher or a withdrawal request is to be worth. */
export const amountOfVoucher = codec(amount, voucherAmount, (value) => value);

const uuidOrNull = z.string().meta({ format: "uuid" }).nullable();
export const voucherFields = z.object({
  id: z.string().meta({ format: "uuid" }),
  code: z.string().meta({ description: "8 upper-case hexadecimal digits. It revokes; alone it redeems nothing." }),
  amount: msatsText,
  unit: z.literal("msats"),
  description: z.string(),
  status: z.enum(VOUCHER_STATUSES).meta({
    description: "`claiming`: it is being paid out over Lightning; `open` again if that fails.",
  }),
  walletId: z.string().meta({ format: "uuid", description: "The wallet that paid for it." }),
  internalId: z.string().nullable(),
  createdAt: isoTime,
  createTransactionId: z.string().meta({ format: "uuid" }),
  expiresAt: isoTime,
  redeemedAt: isoTime.nullable(),
  redeemedById: uuidOrNull.meta({ description: "The wallet that got it; null when it was paid over Lightning." }),
  redeemedTransactionId: uuidOrNull,
  revokedAt: isoTime.nullable().meta({ description: "Also of one that has expired: the system revokes it." }),
  revokedById: uuidOrNull.meta({
    description: "The wallet that revoked it; null: the operator, its mail could not be sent, or it has expired.",
  }),
  revokedTransactionId: uuidOrNull,
});

export const voucherSchema = voucherFields.meta({ id: "Voucher", examples: [EXAMPLE] });
