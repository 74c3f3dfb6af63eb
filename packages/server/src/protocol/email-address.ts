import type { Brand } from "#kernel/brand.ts";
import { InvalidInput, type Message } from "#kernel/errors.ts";

/** An e-mail address as it is compared and stored: trimmed, in lower case. It may be the value of a header. */
export type EmailAddress = Brand<string, "EmailAddress">;

/**
 * Characters of an address, and of its part before the `@` (RFC 5321, section 4.5.3.1; 254 is what fits into a path).
 */
const LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;

/**
 * The rule of `<input type=email>` (HTML Standard, "valid email address"), which takes no quoted names, no comments and
 * no IP literals. Ours is stricter: the host has two labels or more, and the last one begins with a letter, so that it
 * is no IP address.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads an address as a person typed it. The whole of it is compared without case; dots and `+` mean nothing to us.
 * `said`: what a page says of one that is none.
 * @throws {InvalidInput} when it is not one that mail can be sent to.
 */
export function emailAddress(text: string, field = "email", said?: Message): EmailAddress {
  const address = text.trim().toLowerCase();
  const isAddress =
    address.length <= LENGTH_MAX && address.lastIndexOf("@") <= LOCAL_LENGTH_MAX && ADDRESS.test(address);
  if (!isAddress) throw new InvalidInput(field, "must be an e-mail address such as alice@example.com", said);
  return address as EmailAddress;
}
