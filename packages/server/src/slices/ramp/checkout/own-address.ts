import type { User } from "#users";

/** The Lightning address of a user of this service. */
export function ownAddress({ baseUrl }: { readonly baseUrl: string }, { gamertag }: Pick<User, "gamertag">): string {
  return `${gamertag}@${new URL(baseUrl).host}`;
}
