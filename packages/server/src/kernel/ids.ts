import type { Brand } from "./brand.ts";
import { InvalidInput } from "./errors.ts";

export type ProjectId = Brand<string, "ProjectId">;
export type ProjectKeyId = Brand<string, "ProjectKeyId">;
/** A person with an account. */
export type UserId = Brand<string, "UserId">;
export type WalletId = Brand<string, "WalletId">;
export type PaymentId = Brand<string, "PaymentId">;
export type ChargeId = Brand<string, "ChargeId">;
/** Public id of a transfer: what the wire calls `transactionId`. */
export type TransferId = Brand<string, "TransferId">;
/** Number of a ledger account. Internal: never on the wire. */
export type AccountNo = Brand<bigint, "AccountNo">;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True when `text` is a UUID in lower case, the only form we give out (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Makes an id of the wanted kind from text, for instance `uuid<PaymentId>("id", text)`.
 * @throws {InvalidInput} when `text` is not a UUID.
 */
export function uuid<Id extends Brand<string, string>>(field: string, text: string): Id {
  const lower = text.toLowerCase();
  if (!isUuid(lower)) throw new InvalidInput(field, "must be a UUID");
  return lower as Id;
}
