/** So many characters of it are in the index `payment_by_recipient`. An address has fewer. */
const INDEXED_CHARACTERS = 320;

/**
 * Whom a payment went to, as the index has it: without upper case, for addresses are one in any. Of a gamertag it is
 * the user's id.
 */
export function recipientKey(text: string): string {
  const [first = ""] = text.trim().split(" ");
  return first.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()).slice(0, INDEXED_CHARACTERS);
}
