import type { UserId } from "#kernel/ids.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { ClientId } from "../model/app.ts";

/** What an access token is good for. */
export type TokenOf = { readonly userId: UserId; readonly clientId: ClientId; readonly scopes: readonly string[] };

type TokenRow = { readonly user_id: UserId | null; readonly client_id: ClientId; readonly scope: string | null };

/** The token with this SHA-256, while it is valid. */
export const findTokens: BatchedFunction<Uint8Array, TokenOf | undefined> = {
  name: "oauth.find_tokens",
  columns: { hash: ["bytea", (hash) => hash] },
  decode: (row) => {
    const { user_id: userId, client_id: clientId, scope } = row as TokenRow;
    return userId === null ? undefined : { userId, clientId, scopes: (scope ?? "").split(" ") };
  },
};
