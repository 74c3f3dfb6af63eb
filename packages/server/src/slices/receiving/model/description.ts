import { InvalidInput } from "#kernel/errors.ts";
import { visibleLine } from "#kernel/plain-line.ts";

const DESCRIPTION_BYTES_MAX = 639;

/**
 * Text that the payer sees: at most 639 bytes of UTF-8 (BOLT 11, field `d`: 1023 groups of 5 bits).
 * @throws {InvalidInput} when `text` is longer.
 */
export function chargeDescription(text: string): string {
  if (Buffer.byteLength(text) > DESCRIPTION_BYTES_MAX)
    throw new InvalidInput("description", `must be at most ${DESCRIPTION_BYTES_MAX} bytes long`);
  return text;
}

/**
 * Text that wallets show before the payment. It is all that a payer knows of what is paid.
 * @throws {InvalidInput} when nothing of `text` can be seen, or it is longer than that of a charge.
 */
export function staticChargeDescription(text: string): string {
  if (visibleLine(text) === "") throw new InvalidInput("description", "must not be empty");
  return chargeDescription(text);
}
