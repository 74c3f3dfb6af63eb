import { InvalidInput } from "#kernel/errors.ts";

/** What browsers take in a field for e-mail (WHATWG HTML, "valid e-mail address"), with a dot in the host. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3, without the angle brackets. */
const LOCAL_LENGTH_MAX = 64;
const LENGTH_MAX = 254;

/**
 * An e-mail address as it is stored and compared: trimmed, in lower case as a whole. Dots and plus signs mean nothing special.
 * @throws {InvalidInput} when `text` is not one.
 */
export function emailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > LENGTH_MAX || email.indexOf("@") > LOCAL_LENGTH_MAX || !EMAIL.test(email))
    throw new InvalidInput("email", "must be an e-mail address such as alice@example.com");
  return email;
}
