import { InvalidInput } from "#kernel/errors.ts";
import { message } from "#texts/reader.ts";

const GAMERTAG = /^[A-Za-z0-9_.-]+$/;
export const GAMERTAG_LENGTH_MIN = 3;
export const GAMERTAG_LENGTH_MAX = 20;

/** Names that look as if the service itself spoke, and those that mail standards give to operators (RFC 2142). */
const RESERVED: ReadonlySet<string> = new Set(
  `abuse account admin administrator api billing bot help hostmaster info leyden login mail moderator no-reply noreply
  official operator postmaster root security service staff support system team webmaster www`.split(/\s+/),
);

/**
 * A gamertag as its owner typed it: 3 to 20 of the letters a to z in either case, digits, `_`, `.`, `-`.
 * @throws {InvalidInput} when `text` is not one, or is kept for the service.
 */
export function gamertag(text: string): string {
  const tag = text.trim();
  if (tag.length < GAMERTAG_LENGTH_MIN || tag.length > GAMERTAG_LENGTH_MAX)
    throw new InvalidInput(
      "gamertag",
      `must have ${GAMERTAG_LENGTH_MIN} to ${GAMERTAG_LENGTH_MAX} characters`,
      message("failure_gamertag_length", { min: GAMERTAG_LENGTH_MIN, max: GAMERTAG_LENGTH_MAX }),
    );
  if (!GAMERTAG.test(tag))
    throw new InvalidInput(
      "gamertag",
      "may have letters a to z, digits, `_`, `.` and `-` only",
      message("failure_gamertag_letters"),
    );
  if (isReserved(tag))
    throw new InvalidInput("gamertag", "cannot be used: choose another one", message("failure_gamertag_reserved"));
  return tag;
}

/**
 * The form in which gamertags are compared, and the local part of the Lightning address: "Alice" and "alice" are one.
 */
export function foldGamertag(tag: string): string {
  return tag.toLowerCase();
}

export function isReserved(tag: string): boolean {
  return RESERVED.has(foldGamertag(tag));
}
