import { InvalidInput } from "#kernel/errors.ts";
import type { TlvRecord } from "./target.ts";

/**
 * Records of one payment, and bytes in all of them: a payment's onion has 1,300 for records and route (BOLT 4). Ours.
 */
export const RECORDS_MAX = 20;
const RECORD_BYTES_MAX = 512;

/** Smaller types belong to the protocol (BOLT 1, "Type-Length-Value Format"). */
const TYPE_MIN = 65_536;
/** Set by nodes themselves: the preimage of a keysend (BLIP 3), and a request for an invoice (BOLT 4). */
const RESERVED_TYPES = [5_482_373_484, 77_777];

/**
 * Records as a node takes them: in the order of their types, values in lower case.
 * @throws {InvalidInput} when a node would refuse them.
 */
export function checkRecords(records: readonly TlvRecord[]): readonly TlvRecord[] {
  const types = new Set(records.map(({ type }) => type));
  if (types.size < records.length) throw new InvalidInput("tlvRecords", "must have each type once");
  if (records.some(({ type }) => type < TYPE_MIN || RESERVED_TYPES.includes(type)))
    throw new InvalidInput("tlvRecords", `must have types from ${TYPE_MIN} on, and not ${RESERVED_TYPES.join(" or ")}`);
  if (records.some(({ value }) => !/^([0-9a-f]{2})*$/i.test(value)))
    throw new InvalidInput("tlvRecords", "must have values in hexadecimal digits");
  const bytes = records.reduce((sum, { value }) => sum + value.length / 2, 0);
  if (bytes > RECORD_BYTES_MAX) throw new InvalidInput("tlvRecords", `must hold at most ${RECORD_BYTES_MAX} bytes`);
  return records
    .map(({ type, value }) => ({ type, value: value.toLowerCase() }))
    .sort((one, other) => one.type - other.type);
}
