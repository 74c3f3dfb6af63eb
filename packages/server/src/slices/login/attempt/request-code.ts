import type { Clock, Random } from "#kernel/clock.ts";
import { AppError, waitUntil } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { codeMail, type Outlet, writeServiceMail } from "#mails";
import type { Db } from "#platform/database/db.ts";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";
import { english, message } from "#texts/reader.ts";
import { CODE_MS, PROVED_MS } from "../model/attempt.ts";
import { codeNetworkOf } from "../model/code-network.ts";
import { addressHash, codeMac, hashOf, type Mac, networkHash, newCode } from "../model/secrets.ts";
import { type Asker, findAsking, insertCode, type Requested } from "../store/attempts.ts";

export type RequestCodeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly mac: Mac;
  readonly outlet: () => Outlet;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
};

export type RequestCode = {
  /** Of the browser's cookie. */
  readonly secret: string;
  /** As a person typed it. */
  readonly email: string;
  /** The app that asked for the login; undefined: the account page. */
  readonly app?: string | undefined;
  /** Of the mail. */
  readonly language: Language;
} & (
  | { readonly purpose: "log_in" | "buy"; readonly network: Network }
  /** `userId`: who changes the address. */
  | { readonly purpose: "change_email"; readonly network: Network; readonly userId: UserId }
  /** `userId`: who has shown the first factor. The code goes to the own address: neighbours must not stop that. */
  | { readonly purpose: "second_factor"; readonly userId: UserId }
);

/** Of the browser, as rate limits count it. */
type Network = string;

/**
 * Sends a code to an address. No user is looked up: an address that is known and one that is not get the same, with the
 * same work.
 * @throws {InvalidInput} when `email` is no address.
 * @throws {MailNotConfigured} nothing is written then.
 * @throws {TooManyCodes} when who asks had too many codes for the address. A browser that was not logged in before
 * counts with its network, which may also have asked for too many addresses; and all networks together get so many
 * codes for an address.
 */
export async function requestCode(deps: RequestCodeDeps, request: RequestCode): Promise<EmailAddress> {
  const { db, clock, random, mac } = deps;
  const { secret, email, purpose, app, language } = request;
  const recipient = emailAddress(email, "email", message("failure_email"));
  const now = clock.now();
  const browserHash = hashOf(secret);
  const counted = { browserHash, addressHash: addressHash(mac, recipient) };
  const { asker, needsLong } = await askerOf(deps, request, counted);
  const code = newCode(random, needsLong ? "long" : "short");
  const codeUntil = new Date(now.getTime() + CODE_MS);
  const mail = writeServiceMail(deps, {
    kind: "login_code",
    recipient,
    goodUntil: codeUntil,
    content: codeMail({ code, purpose, app, language, host: new URL(deps.baseUrl).host }),
  });
  const requested = await insertCode(db, now, {
    browserHash,
    purpose,
    userId: "userId" in request ? request.userId : undefined,
    mail,
    codeUntil,
    addressHash: counted.addressHash,
    asker,
    codeMac: codeMac(mac, browserHash, code),
    expiresAt: new Date(now.getTime() + PROVED_MS),
  });
  if (requested.kind !== "sent") throw new TooManyCodes(requested, now);
  return recipient;
}

/** Whom the code counts for, and whether the code must be a long one. */
async function askerOf(
  { db, clock, mac }: RequestCodeDeps,
  request: RequestCode,
  counted: { readonly browserHash: Uint8Array; readonly addressHash: Uint8Array },
): Promise<{ readonly asker: Asker; readonly needsLong: boolean }> {
  if (request.purpose === "second_factor") return { asker: { kind: "user", id: request.userId }, needsLong: false };
  const hash = networkHash(mac, codeNetworkOf(request.network));
  const { browser, needsLong } = await findAsking(db, clock.now(), Object.assign({ networkHash: hash }, counted));
  if (browser !== undefined) return { asker: { kind: "browser", id: browser }, needsLong: false };
  return { asker: { kind: "network", hash }, needsLong };
}

export class TooManyCodes extends AppError {
  constructor({ kind, retryAt }: Exclude<Requested, { readonly kind: "sent" }>, now: Date) {
    const wait = waitUntil(retryAt, now);
    const said = message(WHY[kind], { wait });
    super("too_many_login_codes", english(said), { retryAfterSeconds: wait.minutes * 60, forPeople: said });
  }
}

const WHY = {
  too_many_codes: "failure_codes_many",
  too_many_for_address: "failure_codes_many_address",
  too_many_addresses: "failure_codes_many_network",
} as const;
