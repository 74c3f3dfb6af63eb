import type { Brand } from "./brand.ts";
import type { Random } from "./clock.ts";
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

/** A new id of the wanted kind: `newId<PaymentId>(random)`. Its order follows the time (UUID version 7). */
export function newId<Id extends Brand<string, string>>(random: Pick<Random, "uuid">): Id {
  return random.uuid() as Id;
}

/** Ids from `from` on and before `before`, in the order of UUIDs. */
export type IdRange = { readonly from: string; readonly before: string };

export const NO_RANGE: IdRange = {
  from: "00000000-0000-0000-0000-000000000000",
  before: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/**
 * An id is made a little before its row gets its time: a request waits for its turn, and for a database that is away.
 */
const ROW_DELAY_MS = 60_000;

/**
 * The ids of all rows whose time is `from` or later and before `to`, so that a list of rows in the order of their ids
 * (UUID version 7) reads no others; the few too many are dropped by the rows' own time. `before`: the last row that the
 * caller has.
 */
export function idRange({
  from,
  to,
  before = NO_RANGE.before,
}: {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly before?: string | undefined;
}): IdRange {
  const end = to === undefined ? NO_RANGE.before : firstIdAt(to.getTime() + ROW_DELAY_MS);
  return {
    from: from === undefined ? NO_RANGE.from : firstIdAt(from.getTime() - ROW_DELAY_MS),
    before: before < end ? before : end,
  };
}

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/**
 * The ids that were made in the `ms` before this one, or in the next second: where one request makes several, and one
 * of them is known. Undefined for an id that has no time in it.
 */
export function idsMadeWith(id: string, ms: number): IdRange | undefined {
  if (!VERSION_7.test(id)) return undefined;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: firstIdAt(at - ms), before: firstIdAt(at + 1_000) };
}

/** The first UUID version 7 of a millisecond since 1970; of one that ids cannot hold, the nearest that they can. */
function firstIdAt(ms: number): string {
  const digits = Math.min(Math.max(ms, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
