import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { stepOfTotp, TOTP_SECRET_BYTES, totpText, totpUrl } from "#protocol/totp.ts";
import { message } from "#texts/reader.ts";
import { findUser, UserNotFound } from "#users";
import { type RecentLogin, requireRecentLogin } from "../model/recent-login.ts";
import { insertTotp } from "../store/totp.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";
import { newRecoveryCodes } from "./make-recovery-codes.ts";

export type TotpDeps = ChangeDeps & { readonly sealer: Sealer };

/** What the page shows, and what its form sends back. It is shown once and kept nowhere. */
export type TotpOffer = {
  /** For the QR code. */
  readonly url: string;
  /** To type where no camera is. */
  readonly text: string;
  /** Sealed secret and end of the offer: for a hidden field of the form. */
  readonly offer: string;
};

/** How long the first code may take. */
const OFFER_MS = 900_000;
const TIME_BYTES = 8;

const aboutOffer = (userId: UserId) => `totp offer:${userId}`;
export const aboutTotp = (userId: UserId) => `totp:${userId}`;

/**
 * Makes the secret of an authenticator app. Nothing is written: the app is on from its first right code on.
 * @param before an offer whose first code was wrong: it is shown again while it is good, because the app has its
 * secret.
 * @throws {LoginTooOld} @throws {UserNotFound}
 */
export async function offerTotp(deps: TotpDeps, login: RecentLogin, before = ""): Promise<TotpOffer> {
  const now = deps.clock.now();
  requireRecentLogin(login, now);
  const user = await findUser(deps.db, login.userId);
  if (user === undefined) throw new UserNotFound();

  const shown = readOffer(deps.sealer, user.id, before, now);
  const secret = shown ?? deps.random.bytes(TOTP_SECRET_BYTES);
  const plain = Buffer.alloc(TIME_BYTES + TOTP_SECRET_BYTES);
  plain.writeBigUInt64BE(BigInt(now.getTime() + OFFER_MS));
  plain.set(secret, TIME_BYTES);
  return {
    url: totpUrl(secret, { issuer: new URL(deps.baseUrl).host, account: user.email }),
    text: totpText(secret),
    offer: shown ? before : Buffer.from(deps.sealer.seal(plain, aboutOffer(user.id))).toString("base64url"),
  };
}

export type LinkedTotp =
  | { readonly kind: "linked"; readonly recoveryCodes: readonly string[] }
  /** The code is not one of this secret now. */
  | { readonly kind: "wrong" }
  /** The offer is too old, or not this user's: show a new one. */
  | { readonly kind: "offer_void" };

/**
 * Sets up the app when the first code is right, and makes the recovery codes, which are shown this once. That code is
 * used with it.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {TotpLinked}
 */
export async function linkTotp(
  deps: TotpDeps,
  login: RecentLogin,
  { offer, code }: { readonly offer: string; readonly code: string },
): Promise<LinkedTotp> {
  const now = deps.clock.now();
  const secret = readOffer(deps.sealer, login.userId, offer, now);
  if (secret === undefined) return { kind: "offer_void" };
  const step = stepOfTotp(secret, code, now);
  if (step === undefined) return { kind: "wrong" };

  const { userId } = login;
  const recoveryCodes = await changeFactors(deps, login, { change: "totp_added" }, async (tx) => {
    const sealed = deps.sealer.seal(secret, aboutTotp(userId));
    if (!(await insertTotp(tx, { userId, secret: sealed, step, now }))) throw new TotpLinked();
    return await newRecoveryCodes(tx, deps, userId);
  });
  return { kind: "linked", recoveryCodes };
}

function readOffer(sealer: Sealer, userId: UserId, offer: string, now: Date): Uint8Array | undefined {
  try {
    const plain = Buffer.from(sealer.open(Buffer.from(offer.slice(0, 200), "base64url"), aboutOffer(userId)));
    return plain.readBigUInt64BE() > BigInt(now.getTime()) ? new Uint8Array(plain.subarray(TIME_BYTES)) : undefined;
  } catch {
    return undefined; // a form of another user, or one that was changed
  }
}

export class TotpLinked extends AppError {
  constructor() {
    super("factor_taken", "an authenticator app is set up already; remove it first", {
      forPeople: message("failure_app_exists"),
    });
  }
}
