import type { Random } from "#kernel/clock.ts";
import { newId, type UserId, type WalletId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { createMany } from "./batched.ts";
import { gamertag as readGamertag } from "./model/gamertag.ts";
import { EmailTaken, GamertagTaken, type User } from "./model/user.ts";

export type CreateUserDeps = { readonly batch: Batch; readonly random: Random };

/**
 * Creates a user with an empty wallet, which has the limits of the user's level. `emailIsVerified`: it is proved
 * already that the address is the user's.
 *
 * @throws {InvalidInput} when one of the two texts is not what it should be.
 * @throws {EmailTaken} {GamertagTaken} nothing is made then. A gamertag is compared with all names of wallets,
 * projects' too.
 */
export async function createUser(
  { batch, random }: CreateUserDeps,
  input: { readonly email: string; readonly gamertag: string; readonly emailIsVerified?: boolean },
): Promise<User> {
  const id = newId<UserId>(random);
  const walletId = newId<WalletId>(random);
  const email = emailAddress(input.email);
  const gamertag = readGamertag(input.gamertag);
  const { emailIsVerified = false } = input;

  const outcome = await batch(createMany, { id, walletId, email, emailIsVerified, gamertag });
  switch (outcome.kind) {
    case "created":
      return {
        id,
        walletId,
        email,
        gamertag,
        createdAt: outcome.createdAt,
        emailVerifiedAt: emailIsVerified ? outcome.createdAt : undefined,
        identityVerifiedAt: undefined,
        level: emailIsVerified ? "email_verified" : "unverified",
        limitsByHand: [],
        gamertagChangedAt: undefined,
        blockedAt: undefined,
        publicBio: "",
        image: "",
        twitter: "",
        website: "",
        language: undefined,
      };
    case "email_taken":
      throw new EmailTaken();
    case "gamertag_taken":
      throw new GamertagTaken(gamertag);
  }
}
