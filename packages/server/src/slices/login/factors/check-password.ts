import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type HashAsker, HasherBusy, type PasswordHasher } from "#platform/secrets/password-hasher.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { codeNetworkOf } from "../model/code-network.ts";
import type { CheckedFirst } from "../model/outcome.ts";
import { readPassword } from "../model/password.ts";
import { addressHash } from "../model/secrets.ts";
import { giveBackTries, type TryLimit, takeTries } from "../store/factor-tries.ts";
import { findKnownBrowser } from "../store/known-browsers.ts";
import { findPasswordHash, replaceHash } from "../store/passwords.ts";
import { findByAddress } from "./find-by-address.ts";

/**
 * Wrong passwords for an address in an hour, whether it has an account or not: from one network, and from all.
 * Strangers who use up the last shut out browsers that were never logged in; these have other ways in.
 */
const TRIES_PER_ADDRESS_MAX = { ofNetwork: 10, ofAll: 30 } as const;
/** Wrong passwords from a network in an hour, for however many addresses. */
const TRIES_PER_NETWORK_MAX = 50;
/** Wrong passwords in an hour in a browser that was logged in before as who has the address. Nothing else counts. */
const TRIES_PER_BROWSER_MAX = 10;

export type CheckPasswordDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly passwords: PasswordHasher;
};

export type ShownPassword = {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  /** Of the browser's secret. */
  readonly browser: Uint8Array;
};

/**
 * Takes an e-mail address and its password. An address without a password, or without an account, costs the same work
 * and gets the same answer.
 * @throws {HasherBusy} when many others are checked now; the try does not count.
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  { email, password, network, browser }: ShownPassword,
): Promise<CheckedFirst> {
  const { db, clock, passwords } = deps;
  const address = email.trim().toLowerCase();
  const { limits, asker } = await countedFor(deps, { address, network, browser });
  const until = await takeTries(db, clock.now(), limits);
  if (until !== undefined) return { kind: "too_many_tries", until };

  const found = await findByAddress(db, address);
  const stored = found && (await findPasswordHash(db, found.user.id));
  const read = readPassword(password);
  const isRight = await passwords.verify(stored, read ?? "", asker).catch(async (error: unknown) => {
    await giveBackTries(db, limits);
    throw error;
  });
  if (!isRight || read === undefined || found === undefined || stored === undefined) return { kind: "wrong" };
  const { user, revision } = found;
  // The check takes seconds on a busy machine: a password that was changed meanwhile is none any more.
  if ((await findPasswordHash(db, user.id)) !== stored) return { kind: "wrong" };

  await giveBackTries(db, limits);
  if (passwords.isOutdated(stored)) {
    const renewed = await passwords.hash(read, asker).catch(onlyWhenFree);
    if (renewed !== undefined) await replaceHash(db, user.id, stored, renewed);
  }
  return { kind: "passed", userId: user.id, revision };
}

/**
 * What a try counts for, and who waits for its hash. A browser that was logged in before as who has the address counts
 * for itself alone, and waits with the other browsers of that address.
 */
async function countedFor(
  { db, clock, sealer }: CheckPasswordDeps,
  { address, network, browser }: { readonly address: string; readonly network: string; readonly browser: Uint8Array },
): Promise<{ readonly limits: readonly TryLimit[]; readonly asker: HashAsker }> {
  const found = { browserHash: browser, addressHash: addressHash(sealer.mac, address) };
  const known = await findKnownBrowser(db, clock.now(), found);
  if (known !== undefined)
    return {
      limits: [{ subject: `password browser ${known}`, most: TRIES_PER_BROWSER_MAX }],
      asker: { isKnown: true, name: address },
    };
  const hashed = (text: string) => Buffer.from(sealer.mac(text, "password try")).toString("base64url");
  const wide = codeNetworkOf(network);
  const limits = [
    { subject: `password address ${hashed(address)}`, most: TRIES_PER_ADDRESS_MAX.ofAll },
    { subject: `password address of network ${hashed(`${address} ${wide}`)}`, most: TRIES_PER_ADDRESS_MAX.ofNetwork },
    { subject: `password network ${hashed(wide)}`, most: TRIES_PER_NETWORK_MAX },
  ];
  return { limits, asker: { isKnown: false, name: wide } };
}

/** The next login hashes the password again. */
function onlyWhenFree(error: unknown): undefined {
  if (!(error instanceof HasherBusy)) throw error;
}
