import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { type AuthAction, authLnurl, K1_BYTES } from "#protocol/lnurl-auth.ts";
import { hashOf } from "../model/secrets.ts";
import { findWalletChallenge, putWalletChallenge } from "../store/lightning-keys.ts";

export type WalletDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly baseUrl: string;
};

export type AskWallet = {
  /** 32 bytes that name the browser's attempt or session: only that browser goes on when a wallet has signed. */
  readonly browser: Uint8Array;
  /** Of the browser, as rate limits count it. */
  readonly network: string;
} & ({ readonly action: Exclude<AuthAction, "link"> } | { readonly action: "link"; readonly userId: UserId });

/** What the page shows. `isSigned`: a wallet has signed, and the page can go on. */
export type WalletQuestion = {
  readonly qr: string;
  readonly link: string;
  readonly expiresAt: Date;
  readonly isSigned: boolean;
};

const CHALLENGE_MS = 300_000;
/** A question that the page shows already is shown again as long as a person has this much time for it. */
const LEFT_MIN_MS = 60_000;

/**
 * What a wallet is to sign (LUD-04). The same as before while the page is loaded again and again to see whether it was
 * signed.
 */
export async function askWallet(deps: WalletDeps, asked: AskWallet): Promise<WalletQuestion> {
  const { db, clock, random, sealer, baseUrl } = deps;
  const { browser, network, action } = asked;
  const now = clock.now();
  const userId = asked.action === "link" ? asked.userId : undefined;
  const about = aboutK1(browser);

  const shown = await findWalletChallenge(db, { browser, action, userId, now });
  if (shown !== undefined && (shown.isSigned || shown.expiresAt.getTime() - now.getTime() >= LEFT_MIN_MS))
    return { ...authLnurl(baseUrl, { k1: sealer.open(shown.k1, about), action }), ...shown };

  const k1 = random.bytes(K1_BYTES);
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await putWalletChallenge(db, {
    browser,
    action,
    userId,
    expiresAt,
    k1Hash: hashOf(k1),
    k1: sealer.seal(k1, about),
    networkHash: networkHash(sealer, network),
  });
  return { ...authLnurl(baseUrl, { k1, action }), expiresAt, isSigned: false };
}

export function networkHash(sealer: Sealer, network: string): Uint8Array {
  return sealer.mac(network, "network of a wallet");
}

function aboutK1(browser: Uint8Array): string {
  return `k1:${Buffer.from(browser).toString("hex")}`;
}
