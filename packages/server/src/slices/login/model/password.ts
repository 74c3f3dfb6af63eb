import type { Brand } from "#kernel/brand.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { message } from "#texts/reader.ts";

/**
 * A password as it is hashed: in Unicode's form NFKC, so that each keyboard gives the same bytes (NIST SP 800-63B,
 * section 3.1.1.2).
 */
export type Password = Brand<string, "Password">;

export const PASSWORD_CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 200;
/** More than 200 characters can be in any form; what is longer is not even normalized. */
const UNITS_MAX = 1_000;
const DIFFERENT_MIN = 5;

/**
 * The most common passwords of ten characters or more in published lists, in small letters, and words of this service.
 * With the rules below, and with few tries for a guesser, they take the place of a list of millions.
 */
const COMMON: ReadonlySet<string> = new Set(
  (
    "1234567890 12345678910 0987654321 0123456789 1234567891 123456789a 1234567899 1122334455 1029384756 123123123123 " +
    "147258369 1472583690 123456789q 123456789z a123456789 q123456789 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qazwsxedcrfv " +
    "zaq12wsxcde3 qwertyuiop qwertyuiop1 qwerty12345 qwerty123456 qwerty1234 asdfghjkl1 asdfghjkl; zxcvbnm123 " +
    "password12 password123 password1234 password12345 password01 passw0rd12 passw0rd123 p@ssw0rd123 p@ssword123 mypassword " +
    "mypassword1 iloveyou12 iloveyou123 iloveyou1234 iloveyouforever letmein123 letmein1234 welcome123 welcome1234 " +
    "changeme123 administrator admin12345 admin123456 football123 baseball123 basketball basketball1 superman123 batman12345 " +
    "princess123 sunshine123 charlie123 michelle123 jennifer123 liverpool1 manchester chocolate1 butterfly1 strawberry " +
    "correcthorsebatterystaple trustno1trustno1 abcdefghij abcdefghijk abcd123456 abc1234567 abcdef1234 bitcoin123 bitcoin1234 " +
    "satoshi123 satoshinakamoto lightning1 lightning123 leyden12345 tothemoon21 hodlhodlhodl"
  ).split(" "),
);

/**
 * Reads a new password. `own`: the user's e-mail address and gamertag, which it may not be or be made of.
 * @throws {InvalidInput} with what is wrong about it, never with the password.
 */
export function newPassword(text: string, own: readonly string[]): Password {
  const password = readPassword(text);
  if (password === undefined || [...password].length < PASSWORD_CHARACTERS_MIN)
    throw new InvalidInput(
      "password",
      `must have ${PASSWORD_CHARACTERS_MIN} to ${PASSWORD_CHARACTERS_MAX} characters`,
      message("failure_password_length", { min: PASSWORD_CHARACTERS_MIN, max: PASSWORD_CHARACTERS_MAX }),
    );
  const folded = password.toLowerCase();
  if (isMadeOf(folded, own))
    throw new InvalidInput(
      "password",
      "must not be made of your e-mail address or gamertag",
      message("failure_password_own"),
    );
  if (COMMON.has(folded) || new Set(folded).size < DIFFERENT_MIN || isRow(folded))
    throw new InvalidInput(
      "password",
      "is one that many people use; take some words that have nothing to do with each other",
      message("failure_password_common"),
    );
  return password;
}

/** A password that was typed in; undefined when it is longer than any. */
export function readPassword(text: string): Password | undefined {
  if (text.length > UNITS_MAX) return undefined;
  const password = text.normalize("NFKC");
  return [...password].length > PASSWORD_CHARACTERS_MAX ? undefined : (password as Password);
}

/** Without the address, its parts and the gamertag nothing is left that would be a password. */
function isMadeOf(password: string, own: readonly string[]): boolean {
  const words = own
    .flatMap((text) => [text, ...text.split("@")])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ""), password);
  return left !== password && [...left].length < PASSWORD_CHARACTERS_MIN / 2;
}

/** Each character follows the one before it: "abcdefghij", "9876543210". */
function isRow(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)));
  return steps.size === 1;
}
