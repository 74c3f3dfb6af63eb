import type { Clock, Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { codeMail, type Outlet, writeServiceMail } from "#mails";
import type { Db } from "#platform/database/db.ts";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { CODE_MS, PROVED_MS, type Purpose } from "../model/attempt.ts";
import { codeNetworkOf } from "../model/code-network.ts";
import { addressHash, codeMac, hashOf, type Mac, networkHash, newCode } from "../model/secrets.ts";
import { insertCode, type Requested } from "../store/attempts.ts";

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
  readonly purpose: Purpose;
  /** Who changes the address; undefined for a login. */
  readonly userId?: UserId | undefined;
  /** The app that asked for the login; undefined: the account page. */
  readonly app?: string | undefined;
  /** Of the browser, as rate limits count it. Undefined: the addresses that it asks for are not counted. */
  readonly network?: string | undefined;
};

/**
 * Sends a code to an address. No user is looked up: an address that is known and one that is not get the same, with the same work.
 * @throws {InvalidInput} when `email` is no address.
 * @throws {MailNotConfigured} nothing is written then.
 * @throws {TooManyCodes} when the address had too many codes or wrong tries, over all browsers, or its network asked for too many addresses.
 */
export async function requestCode(
  deps: RequestCodeDeps,
  { secret, email, purpose, userId, app, network }: RequestCode,
): Promise<EmailAddress> {
  const { db, clock, random, mac } = deps;
  const recipient = emailAddress(email);
  const now = clock.now();
  const code = newCode(random);
  const browserHash = hashOf(secret);
  const codeUntil = new Date(now.getTime() + CODE_MS);
  const mail = writeServiceMail(deps, {
    kind: "login_code",
    recipient,
    goodUntil: codeUntil,
    content: codeMail({ code, purpose, app, host: new URL(deps.baseUrl).host }),
  });
  const requested = await insertCode(db, now, {
    ...{ browserHash, purpose, userId, mail, codeUntil },
    addressHash: addressHash(mac, recipient),
    networkHash: network === undefined ? undefined : networkHash(mac, codeNetworkOf(network)),
    codeMac: codeMac(mac, browserHash, code),
    expiresAt: new Date(now.getTime() + PROVED_MS),
  });
  if (requested.kind !== "sent") throw new TooManyCodes(requested, now);
  return recipient;
}

export class TooManyCodes extends AppError {
  constructor({ kind, retryAt }: Exclude<Requested, { readonly kind: "sent" }>, now: Date) {
    const minutes = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 60_000));
    super("too_many_login_codes", `${WHY[kind]}. Try again in ${waitText(minutes)}, or log in another way.`, {
      retryAfterSeconds: minutes * 60,
    });
  }
}

const WHY = {
  too_many_codes: "This address got many codes lately",
  too_many_wrong: "This address was shown many wrong codes lately",
  too_many_addresses: "Your network asked for codes for many addresses lately",
} as const;

export function waitText(minutes: number): string {
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}
