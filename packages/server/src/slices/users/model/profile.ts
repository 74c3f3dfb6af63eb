import { InvalidInput } from "#kernel/errors.ts";
import type { UserId, WalletId } from "#kernel/ids.ts";
import { message } from "#texts/reader.ts";
import type { Level } from "./level.ts";

/** What the profile of a user shows; texts are "" when there are none. */
export type Profile = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly emailIsVerified: boolean;
  readonly level: Level;
  readonly gamertag: string;
  readonly publicBio: string;
  readonly image: string;
  readonly twitter: string;
  readonly website: string;
};

/** Texts of a profile that the user writes. "" takes one away; one that is not named stays. */
export type ProfileChanges = {
  readonly [Text in "publicBio" | "image" | "twitter" | "website"]?: string | undefined;
};

export const BIO_LENGTH_MAX = 300;
const URL_LENGTH_MAX = 2_000;

/**
 * @throws {InvalidInput} when a text is too long, is not what its field takes, or holds characters that are not seen.
 */
export function profileChanges(texts: ProfileChanges): ProfileChanges {
  const { publicBio, image, twitter, website } = texts;
  return {
    ...(publicBio !== undefined && { publicBio: line("publicBio", publicBio, BIO_LENGTH_MAX) }),
    ...(image !== undefined && { image: webAddress("image", image, ["https:"]) }),
    ...(twitter !== undefined && { twitter: twitterHandle(twitter) }),
    ...(website !== undefined && { website: webAddress("website", website, ["https:", "http:"]) }),
  };
}

/** Control characters, halves of a character, and what turns the direction of the text around it. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

function line(field: string, text: string, lengthMax: number): string {
  const trimmed = text.trim();
  if (trimmed.length > lengthMax)
    throw new InvalidInput(
      field,
      `must be at most ${lengthMax} characters long`,
      message("failure_text_long", { max: lengthMax }),
    );
  if (UNSEEN.test(trimmed))
    throw new InvalidInput(field, "must be one line without control characters", message("failure_text_line"));
  return trimmed;
}

function webAddress(field: string, text: string, protocols: readonly string[]): string {
  const address = line(field, text, URL_LENGTH_MAX);
  if (address === "") return address;
  const url = URL.parse(address);
  if (url === null || !protocols.includes(url.protocol) || `${url.username}${url.password}` !== "")
    throw new InvalidInput(
      field,
      `must be an address that begins with ${protocols.join("// or ")}//, without a user`,
      message(protocols.includes("http:") ? "failure_address_web" : "failure_address_https"),
    );
  return url.href;
}

/** With or without the `@`; kept without. X, "Username rules": 15 letters, digits and `_`. */
function twitterHandle(text: string): string {
  const handle = line("twitter", text, 100).replace(/^@/, "");
  if (handle !== "" && !/^[A-Za-z0-9_]{1,15}$/.test(handle))
    throw new InvalidInput("twitter", "must be a handle: 1 to 15 letters, digits and `_`", message("failure_x_handle"));
  return handle;
}
