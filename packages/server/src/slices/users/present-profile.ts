import { lightningAddressOf, publicStaticChargeOf } from "#wallets";
import type { Profile } from "./model/profile.ts";

/**
 * A profile on the wire, of what `findProfile` has found or of a `User`. `isVerified` says that the identity is
 * verified. Source: docs/contract.md, "Profile and wallet of a user".
 */
export function profileOf(user: Omit<Profile, "emailIsVerified">, baseUrl: string) {
  const { id, walletId, email, gamertag, level, publicBio, twitter, website } = user;
  return {
    id,
    email,
    gamertag,
    image: imageOf(user, baseUrl),
    isVerified: level === "identity_verified",
    lightningAddress: lightningAddressOf(gamertag, baseUrl),
    publicBio,
    publicStaticCharge: publicStaticChargeOf(walletId, baseUrl),
    social: { twitter, website },
  };
}

/** Address of the user's picture; of the one that is drawn from the id, where there is none. */
export function imageOf({ id, image }: Pick<Profile, "id" | "image">, baseUrl: string): string {
  return image === "" ? `${baseUrl}/avatars/${id}.svg` : image;
}
