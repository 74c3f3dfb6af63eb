import type { Role } from "../../../api/own-paths.ts";
import type { PageShape } from "../../../api/shapes.ts";

export type Member = PageShape<"Member">;
export type Invitation = PageShape<"Invitation">;
export type Change = PageShape<"ProjectChange">;

export const ROLES: readonly (readonly [role: Role, words: string])[] = [
  ["viewer", "viewer: reads; sees no secret"],
  ["developer", "developer: everything but members and deletion"],
  ["owner", "owner: everything"],
];

/** An operation of the API in words, such as "Change member" for `changeMember`. */
export function operationText(operation: string): string {
  const words = operation.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Who it is; an account that is gone has no name. */
export function nameOf({ gamertag }: { readonly gamertag: string }): string {
  return gamertag === "" ? "somebody who is gone" : gamertag;
}

/** Where a call came from. That of the machine of the service has no network. */
export function placeText(network: string): string {
  return network === "::/64" || network.startsWith("127.") ? "this machine" : network;
}
