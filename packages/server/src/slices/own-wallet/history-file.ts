import { csvLine, harmless } from "#protocol/csv.ts";
import type { StatementEntry } from "#statements";
import type { Line } from "./lines-of.ts";

const COLUMNS = [
  "time",
  "type",
  "amount_sat",
  "balance_sat",
  "name",
  "description",
  "comment",
  "note",
  "payment_id",
  "charge_id",
  "voucher_id",
  "transaction_id",
] as const;

/** Without it Excel takes UTF-8 for the code page of the machine (Unicode 17.0, section 23.8). */
const BYTE_ORDER_MARK = "\ufeff";

/** What the file begins with, and its header line (RFC 4180). */
export const CSV_HEAD = `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;

/** One movement. Texts that others have chosen are no formulas. */
export function csvOf(entry: StatementEntry, { name, description, comment, note }: Line["item"]): string {
  const { at, type, amount, balance, paymentId, chargeId, voucherId, transferId } = entry;
  const own = [at.toISOString(), type, satText(amount), satText(balance)];
  const texts = [name, description, comment, note].map((text) => harmless(text ?? ""));
  const ids = [paymentId, chargeId, voucherId, transferId].map((id) => id ?? "");
  return csvLine([...own, ...texts, ...ids]);
}

/** Sats with three decimals where they are not zero: "-20", "0.001". */
export function satText(amount: bigint): string {
  const [sign, size] = amount < 0n ? ["-", -amount] : ["", amount];
  const rest = size % 1_000n;
  return `${sign}${size / 1_000n}${rest === 0n ? "" : `.${String(rest).padStart(3, "0").replace(/0+$/, "")}`}`;
}
