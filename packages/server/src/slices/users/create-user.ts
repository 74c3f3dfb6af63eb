import type { Random } from "#kernel/clock.ts";
import type { UserId, WalletId } from "#kernel/ids.ts";
import type { Limits } from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { createMany } from "./batched.ts";
import { gamertag as readGamertag } from "./model/gamertag.ts";
import { EmailTaken, GamertagTaken, type User } from "./model/user.ts";

/** `limits`: what the wallet of a new user may spend and hold; the same for all users of a process. */
export type CreateUserDeps = { readonly batch: Batch; readonly random: Random; readonly limits: Limits };

/**
 * Creates a user with an empty wallet. `emailIsVerified`: it is proved already that the address is the user's.
 *
 * @throws {InvalidInput} when one of the two texts is not what it should be.
 * @throws {EmailTaken} {GamertagTaken} nothing is made then. A gamertag is compared with all names of wallets, projects' too.
 */
export async function createUser(
  { batch, random, limits }: CreateUserDeps,
  input: { readonly email: string; readonly gamertag: string; readonly emailIsVerified?: boolean },
): Promise<User> {
  const id = random.uuid() as UserId;
  const walletId = random.uuid() as WalletId;
  const email = emailAddress(input.email);
  const gamertag = readGamertag(input.gamertag);
  const { emailIsVerified = false } = input;

  const outcome = await batch(createMany, { id, walletId, email, emailIsVerified, gamertag, limits });
  switch (outcome.kind) {
    case "created":
      return {
        ...{ id, walletId, email, gamertag, createdAt: outcome.createdAt },
        ...{
          emailVerifiedAt: emailIsVerified ? outcome.createdAt : undefined,
          gamertagChangedAt: undefined,
          blockedAt: undefined,
        },
        ...{ publicBio: "", image: "", twitter: "", website: "" },
      };
    case "email_taken":
      throw new EmailTaken();
    case "gamertag_taken":
      throw new GamertagTaken(gamertag);
  }
}
