import type { IncomingMessage } from "node:http";
import Provider, { type Adapter, type AdapterPayload, type ClientMetadata, errors } from "oidc-provider";
import type { Clock } from "#kernel/clock.ts";
import { isUuid } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { isNative } from "../model/redirect-uri.ts";
import { sha256 } from "../model/sha256.ts";
import type { Client } from "../store/apps.ts";
import {
  type Artifact,
  consumeArtifact,
  deleteArtifact,
  deleteByGrant,
  deleteFamilyOf,
  type Family,
  findArtifactByUid,
} from "../store/artifacts.ts";
import { consumeRefreshTokens, findArtifacts, findClients, saveArtifacts } from "../store/batched.ts";

export type AdapterDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * A code or a refresh token was used a second time, which ended all that the authorization gave. `request` brought
   * it.
   */
  readonly onReplayed: (family: Family, request: IncomingMessage) => Promise<void>;
};

/**
 * How long a refresh token that was used may be used again: its answer may have been lost on the way. Each use gives
 * tokens of its own, of the same family. Source: docs/contract.md.
 */
export const REFRESH_GRACE_MS = 10_000;

/** What is worth nothing without its grant. */
const HANGS_ON_GRANT: ReadonlySet<string> = new Set(["AuthorizationCode", "AccessToken", "RefreshToken"]);

/** Stands before the hashes of an application's secrets, where the library expects the secret itself. */
const HASHES_PREFIX = "sha256:";

/**
 * Where the protocol library keeps what it hands out. The id of a model is the secret that its holder has, so its
 * SHA-256 is stored, and the payload without it. Applications refresh and exchange all the time, so what that takes
 * goes in calls with that of others.
 */
export function adapterOf(deps: AdapterDeps): (model: string) => Adapter {
  return (model) => (model === "Client" ? clientAdapter(deps) : artifactAdapter(deps, model));
}

/** The hashes in what `clientAdapter` gives as secret, for the comparison. */
export function secretHashesOf(clientSecret: string): readonly Uint8Array[] {
  if (!clientSecret.startsWith(HASHES_PREFIX)) return [];
  return clientSecret
    .slice(HASHES_PREFIX.length)
    .split(",")
    .map((digits) => new Uint8Array(Buffer.from(digits, "hex")));
}

function artifactAdapter({ db, batch, clock, log, onReplayed }: AdapterDeps, model: string): Adapter {
  const keyOf = (id: string) => ({ model, idHash: sha256(id) });
  const hasGrace = model === "RefreshToken";
  const graceAfter = (now: Date) => new Date(now.getTime() - REFRESH_GRACE_MS);
  /** `consumed` is what the library takes for a second use. */
  const present = (found: Artifact | undefined, id?: string): AdapterPayload | undefined => {
    if (found === undefined) return undefined;
    const payload = { ...found.payload, ...(id === undefined ? {} : { jti: id }) } as AdapterPayload;
    const { consumedAt } = found;
    if (consumedAt !== undefined && !(hasGrace && consumedAt > graceAfter(clock.now())))
      payload.consumed = Math.floor(consumedAt.getTime() / 1_000);
    return payload;
  };
  /** The library ends a family at the token endpoint when something was used twice, and nowhere else there. */
  const recordEnd = async (family: Family | undefined): Promise<void> => {
    const { ctx } = Provider;
    if (family === undefined || ctx?.oidc.route !== "token") return;
    log.warn({ ...family }, "oauth.replayed");
    await onReplayed(family, ctx.req);
  };
  const endFamily = async (grantId: string) =>
    await recordEnd(await db.transaction((tx) => deleteByGrant(tx, grantId)));

  return {
    async upsert(id, { jti: _secret, ...payload }, expiresIn) {
      if (expiresIn === undefined) throw new Error(`${model} has no lifetime`);
      const { uid, accountId, clientId, grantId } = payload;
      const isSaved = await batch(saveArtifacts, {
        ...keyOf(id),
        payload: withoutCookie(payload),
        uid,
        clientId,
        grantId: model === "Grant" ? id : grantId,
        grantHash: HANGS_ON_GRANT.has(model) && grantId !== undefined ? sha256(grantId) : undefined,
        userId: accountId !== undefined && isUuid(accountId) ? accountId : undefined,
        expiresAt: new Date(clock.now().getTime() + expiresIn * 1_000),
      });
      if (!isSaved) throw new errors.InvalidGrant("the authorization was ended meanwhile");
    },
    find: async (id) => present(await batch(findArtifacts, keyOf(id)), id),
    findByUid: async (uid) => present(await findArtifactByUid(db, model, uid)),
    findByUserCode: async () => undefined,
    async consume(id) {
      const now = clock.now();
      const isAdmitted = hasGrace
        ? await batch(consumeRefreshTokens, { idHash: sha256(id), now, graceAfter: graceAfter(now) })
        : await consumeArtifact(db, keyOf(id), now);
      if (isAdmitted) return;
      await recordEnd(await db.transaction((tx) => deleteFamilyOf(tx, keyOf(id))));
      throw new errors.InvalidGrant(`${model} was used before`);
    },
    destroy: async (id) => await (model === "Grant" ? endFamily(id) : deleteArtifact(db, keyOf(id))),
    revokeByGrantId: endFamily,
  };
}

/**
 * The library stores in an unfinished login the id of its session, which is the cookie of the browser, and does not
 * read it.
 */
function withoutCookie(payload: AdapterPayload): AdapterPayload {
  if (typeof payload.session !== "object") return payload;
  const { cookie: _secret, ...session } = payload.session as AdapterPayload["session"] & { readonly cookie?: string };
  return { ...payload, session } as AdapterPayload;
}

function clientAdapter({ batch }: AdapterDeps): Adapter {
  const never = async (): Promise<never> => {
    throw new Error("applications are registered by their own verbs");
  };
  return {
    find: async (id) => {
      const client = await batch(findClients, id);
      return client && (metadataOf(client) as AdapterPayload);
    },
    upsert: never,
    findByUid: never,
    findByUserCode: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  };
}

/** Where the library expects a secret: these hashes, for the comparison. */
export function secretOf(secretHashes: readonly Uint8Array[]): string {
  return HASHES_PREFIX + secretHashes.map((secret) => Buffer.from(secret).toString("hex")).join(",");
}

/** An application as the library describes a client (RFC 7591, section 2). */
function metadataOf({ clientId, name, logoUrl, redirectUris, secretHashes }: Client): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: secretOf(secretHashes),
    client_name: name,
    ...(logoUrl === undefined ? {} : { logo_uri: logoUrl }),
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...redirectUris],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: isNative(redirectUris) ? "native" : "web",
    // and Basic: the library takes either for a client that has a secret
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: "RS256",
  };
}
