import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { findEasing, findIsSending, findLimits } from "#ledger";
import { availableOf, listFactors } from "#login";
import { listPendingOfWallet } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { dollarsText, type PriceFeed, PriceUnavailable } from "#prices";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { findUser, findWalletState, gamertagChangeableAt, type User, UserNotFound } from "#users";
import { lightningAddressOf, publicStaticChargeOf } from "#wallets";
import { repeatAbove } from "./model/amounts.ts";

export type ReadMeDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly prices: PriceFeed;
  readonly paysToEmail: () => boolean;
  /** The project that sells bitcoin to wallets; undefined: none. */
  readonly seller: () => Promise<{ readonly name: string } | undefined>;
  readonly serviceName: string;
  /** That of the node; undefined: none was ever known. */
  readonly network: () => string | undefined;
};

type Asker = { readonly userId: UserId; readonly freshUntil: Date };

/** All that the page of the wallet shows first. @throws {UserNotFound} when the account was closed a moment ago. */
export async function readMe(deps: ReadMeDeps, { userId, freshUntil }: Asker, { wallet }: Caller) {
  const { db, batch, clock } = deps;
  const [user, state] = await Promise.all([findUser(db, userId), findWalletState({ batch }, userId)]);
  if (user === undefined || state === undefined) throw new UserNotFound("id");
  const [limits, easing, pending, isSending, factors, price, seller] = await Promise.all([
    findLimits(db, wallet.account),
    findEasing(db, wallet.account, clock.now()),
    listPendingOfWallet(db, wallet.id),
    findIsSending(db),
    listFactors({ db }, userId),
    findPrice(deps),
    deps.seller(),
  ]);
  const { remaining, balance } = state;
  const window = (name: "daily" | "weekly" | "monthly") =>
    standing(limits[name], remaining[name], (leaves) => ({ ...leaves, moreAt: textOf(easing[name]) }));
  return {
    user: presentUser(user, clock.now()),
    address: addressesOf(deps, user),
    balance: String(balance),
    available: String(availableOf(state)),
    pending: { count: pending.length, reserved: String(sumOf(pending)) },
    limits: {
      daily: window("daily"),
      weekly: window("weekly"),
      monthly: window("monthly"),
      balance: standing(limits.maxBalance, remaining.maxCredit, (leaves) => leaves),
    },
    sending: {
      isPaused: !isSending,
      repeatAbove: amountText(repeatAbove(limits)),
      paysToEmail: deps.paysToEmail(),
    },
    login: {
      freshUntil: freshUntil.toISOString(),
      secondFactor: factors.totp !== undefined,
      passkeys: factors.passkeys.length,
    },
    price,
    buy: seller === undefined ? null : { seller: seller.name },
    network: deps.network() ?? null,
    serviceName: deps.serviceName,
  };
}

function presentUser(user: User, now: Date) {
  const { id, gamertag, email, emailVerifiedAt, language, image, publicBio, twitter, website } = user;
  return {
    id,
    gamertag,
    gamertagChangeableAt: textOf(gamertagChangeableAt(user, now)),
    email,
    emailIsVerified: emailVerifiedAt !== undefined,
    language: language ?? null,
    image,
    publicBio,
    twitter,
    website,
  };
}

/** Wallets scan the LNURL of an address (LUD-01, LUD-16). */
function addressesOf({ baseUrl }: ReadMeDeps, { gamertag, walletId }: User) {
  const name = gamertag.toLowerCase();
  return {
    lightningAddress: lightningAddressOf(name, baseUrl),
    lnurl: encodeLnurl(new URL(`${baseUrl}/.well-known/lnurlp/${name}`)),
    permanentLnurl: publicStaticChargeOf(walletId, baseUrl),
  };
}

type Leaves = { readonly limit: string; readonly left: string };

/** Null: there is no such limit. */
function standing<Shown>(
  limit: Msats | undefined,
  left: Msats | undefined,
  present: (leaves: Leaves) => Shown,
): Shown | null {
  return limit === undefined || left === undefined ? null : present({ limit: String(limit), left: String(left) });
}

function sumOf(payments: readonly { readonly amount: Msats; readonly feeLimit: Msats }[]): Msats {
  return msats(payments.reduce((sum, { amount, feeLimit }) => sum + amount + feeLimit, 0n));
}

function amountText(amount: Msats | undefined): string | null {
  return amount === undefined ? null : String(amount);
}

function textOf(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}

async function findPrice({ prices }: ReadMeDeps) {
  try {
    const { cents, at, source } = await prices.read();
    return { currency: "USD" as const, perBitcoin: dollarsText(cents), at: at.toISOString(), source };
  } catch (error) {
    if (error instanceof PriceUnavailable) return null;
    throw error;
  }
}
