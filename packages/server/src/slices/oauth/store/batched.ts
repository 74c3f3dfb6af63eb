import type { UserId } from "#kernel/ids.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import type { ClientId } from "../model/app.ts";
import type { Client } from "./apps.ts";
import type { Artifact, ArtifactKey, NewArtifact } from "./artifacts.ts";

/** The slice's batched functions; `sql/<name>.sql` says what each does. */

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

type ArtifactRow = { readonly payload: Artifact["payload"] | null; readonly consumed_at: Date | null };

export const findArtifacts: BatchedFunction<ArtifactKey, Artifact | undefined> = {
  name: "oauth.find_artifacts",
  columns: { model: ["text", ({ model }) => model], hash: ["bytea", ({ idHash }) => idHash] },
  decode: (row) => {
    const { payload, consumed_at } = row as ArtifactRow;
    return payload === null ? undefined : { payload, consumedAt: consumed_at ?? undefined };
  },
};

/** Whether it was stored: not when its grant was ended. */
export const saveArtifacts: BatchedFunction<NewArtifact, boolean> = {
  name: "oauth.save_artifacts",
  columns: {
    model: ["text", ({ model }) => model],
    hash: ["bytea", ({ idHash }) => idHash],
    payload: ["text", ({ payload }) => JSON.stringify(payload)],
    grant_id: ["text", ({ grantId }) => grantId],
    uid: ["text", ({ uid }) => uid],
    user_id: ["uuid", ({ userId }) => userId],
    client_id: ["text", ({ clientId }) => clientId],
    expires_at: ["timestamptz", ({ expiresAt }) => expiresAt],
    grant_hash: ["bytea", ({ grantHash }) => grantHash, "rare"],
  },
  decode: ({ is_saved }) => is_saved === true,
};

type RefreshTokenUse = { readonly idHash: Uint8Array; readonly now: Date; readonly graceAfter: Date };

/** Whether a refresh token may be used: the first time, or again while the first was after `graceAfter`. */
export const consumeRefreshTokens: BatchedFunction<RefreshTokenUse, boolean> = {
  name: "oauth.consume_refresh_tokens",
  columns: {
    hash: ["bytea", ({ idHash }) => idHash],
    now: ["timestamptz", ({ now }) => now],
    grace_after: ["timestamptz", ({ graceAfter }) => graceAfter],
  },
  decode: ({ is_admitted }) => is_admitted === true,
};

type ClientRow = {
  readonly client_id: ClientId | null;
  readonly name: string;
  readonly logo_url: string | null;
  readonly redirect_uris: readonly string[];
  readonly secret_hashes: readonly Uint8Array[];
};

/** An application that may log people in: not revoked, and with a secret that is valid. */
export const findClients: BatchedFunction<string, Client | undefined> = {
  name: "oauth.find_clients",
  columns: { client_id: ["text", (clientId) => clientId] },
  decode: (row) => {
    const { client_id: clientId, name, logo_url, redirect_uris, secret_hashes } = row as ClientRow;
    if (clientId === null) return undefined;
    return { clientId, name, logoUrl: logo_url ?? undefined, redirectUris: redirect_uris, secretHashes: secret_hashes };
  },
};
