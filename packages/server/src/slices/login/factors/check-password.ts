import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { HasherBusy, type PasswordHasher } from "#platform/secrets/password-hasher.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { findUserByEmail } from "#users";
import type { Checked } from "../model/outcome.ts";
import { readPassword } from "../model/password.ts";
import { giveBackTries, takeTries } from "../store/factor-tries.ts";
import { findPasswordHash, replaceHash } from "../store/passwords.ts";

/** Wrong passwords for an address in an hour, whether it has an account or not. */
const TRIES_PER_ADDRESS_MAX = 10;
/** Wrong passwords from a network in an hour, for however many addresses. */
const TRIES_PER_NETWORK_MAX = 50;

export type CheckPasswordDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly passwords: PasswordHasher;
};

/**
 * Takes an e-mail address and its password. An address without a password, or without an account, costs the same work and gets the same
 * answer.
 * @throws {HasherBusy} when many others are checked now; the try does not count.
 */
export async function checkPassword(
  { db, clock, sealer, passwords }: CheckPasswordDeps,
  { email, password, network }: { readonly email: string; readonly password: string; readonly network: string },
): Promise<Checked> {
  const address = email.trim().toLowerCase();
  const hashed = (text: string) => Buffer.from(sealer.mac(text, "password try")).toString("base64url");
  const limits = [
    { subject: `password address ${hashed(address)}`, most: TRIES_PER_ADDRESS_MAX },
    { subject: `password network ${hashed(network)}`, most: TRIES_PER_NETWORK_MAX },
  ];
  const until = await takeTries(db, clock.now(), limits);
  if (until !== undefined) return { kind: "too_many_tries", until };

  const user = await findUserByEmail(db, address);
  const stored = user && (await findPasswordHash(db, user.id));
  const read = readPassword(password);
  const isRight = await passwords.verify(stored, read ?? "").catch(async (error: unknown) => {
    await giveBackTries(db, limits);
    throw error;
  });
  if (!isRight || read === undefined || user === undefined || stored === undefined) return { kind: "wrong" };

  await giveBackTries(db, limits);
  if (passwords.isOutdated(stored)) {
    const renewed = await passwords.hash(read).catch(onlyWhenFree);
    if (renewed !== undefined) await replaceHash(db, user.id, stored, renewed);
  }
  return { kind: "passed", userId: user.id };
}

/** The next login hashes the password again. */
function onlyWhenFree(error: unknown): undefined {
  if (!(error instanceof HasherBusy)) throw error;
}
