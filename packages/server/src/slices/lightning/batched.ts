import type { TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { OperatorBooking } from "./model/operator-booking.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does and what its outcomes mean. */

export const bookEquityMany: BatchedFunction<
  { readonly transfer: TransferId; readonly channels: Msats; readonly onchain: Msats },
  "booked" | "was_booked"
> = {
  name: "lightning.book_equity_many",
  columns: {
    transfer: ["uuid", ({ transfer }) => transfer],
    channels: ["bigint", ({ channels }) => channels],
    onchain: ["bigint", ({ onchain }) => onchain],
  },
  decode: (row) => row["outcome"] as "booked" | "was_booked",
};

export type BookForeign = {
  readonly paymentHash: Uint8Array;
  readonly transfer: TransferId;
  /** Zero for one that failed: nothing left the node. */
  readonly amount: Msats;
  readonly fee: Msats;
  readonly reason: string;
};

export const bookForeignMany: BatchedFunction<BookForeign, "booked" | "was_booked" | "unknown"> = {
  name: "lightning.book_foreign_many",
  columns: {
    payment_hash: ["bytea", ({ paymentHash }) => paymentHash],
    transfer: ["uuid", ({ transfer }) => transfer],
    amount: ["bigint", ({ amount }) => amount],
    fee: ["bigint", ({ fee }) => fee],
    reason: ["text", ({ reason }) => reason],
  },
  decode: (row) => row["outcome"] as "booked" | "was_booked" | "unknown",
};

export const bookOperatorMany: BatchedFunction<Omit<OperatorBooking, "bookedAt">, "booked" | "not_bound"> = {
  name: "lightning.book_operator_many",
  columns: {
    id: ["uuid", ({ id }) => id],
    kind: ["text", ({ kind }) => kind],
    amount: ["bigint", ({ amount }) => amount],
    reason: ["text", ({ reason }) => reason],
  },
  decode: (row) => row["outcome"] as "booked" | "not_bound",
};
