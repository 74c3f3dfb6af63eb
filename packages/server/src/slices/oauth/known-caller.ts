import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { tokenOf } from "./model/access-token.ts";
import { type ClientId, hashOfClientSecret, isClientId } from "./model/app.ts";
import { sha256 } from "./model/sha256.ts";
import { PATHS } from "./provider/settings.ts";
import { findArtifacts, findClients, findTokens } from "./store/batched.ts";

type Deps = { readonly batch: Batch; readonly clock: Pick<Clock, "now"> };

/** A request of a program. */
export type Asked = {
  /** One of `PATHS`. */
  readonly path: string;
  /** The header. */
  readonly authorization: string | undefined;
  /** The body. */
  readonly form: URLSearchParams;
};

/** An application that showed its secret, or a valid token that a user gave it. */
export type KnownCaller = {
  readonly clientId: ClientId;
  /** What the request counts on. */
  readonly share: string;
  /** Whose token it is; undefined for a secret. */
  readonly userId?: UserId;
  /** Hash of the secret that was shown; undefined for a token. */
  readonly secretHash?: Uint8Array;
};

/**
 * Who asks, before the library is asked; undefined when that is not proved. It costs one query, in one call with those
 * of other requests, and one hash: secrets are random, so no slow hash is needed.
 *
 * Each application has a secret. One that shows none (PKCE alone) is refused whatever its code is: all that is known of
 * it is an id that anybody can send, so it counts on its address.
 */
export async function knownCaller(
  { batch }: Pick<Deps, "batch">,
  { path, authorization, form }: Asked,
): Promise<KnownCaller | undefined> {
  if (path === PATHS.userinfo) {
    const token = tokenOf({ authorization }) ?? form.get("access_token") ?? "";
    const holder = await batch(findTokens, sha256(token));
    return holder && { clientId: holder.clientId, share: holder.clientId, userId: holder.userId };
  }
  const shown = credentialsOf(authorization, form);
  if (shown === undefined || !isClientId(shown.id)) return undefined;
  const client = await batch(findClients, shown.id);
  const given = hashOfClientSecret(shown.secret);
  if (client?.secretHashes.some((known) => timingSafeEqual(known, given)) !== true) return undefined;
  // Apart, so that codes that strangers make up do not use up what refreshes need.
  const kind = form.get("grant_type") === "refresh_token" ? "refresh" : "";
  return { clientId: client.clientId, share: `${client.clientId} ${path} ${kind}`, secretHash: given };
}

/**
 * Whether a request for tokens brings a code or a refresh token that is good and was given to this application. A
 * stranger can make an application pass on any number of codes, but none that is good without a login, and each of
 * these once: a code counts with its verifier alone, for with a wrong one it is not used up.
 */
export async function bringsGrant({ batch, clock }: Deps, { path, form }: Asked, clientId: ClientId): Promise<boolean> {
  if (path !== PATHS.token) return false;
  const [model, id] =
    form.get("grant_type") === "refresh_token"
      ? ["RefreshToken", form.get("refresh_token")]
      : ["AuthorizationCode", form.get("code")];
  const found = await batch(findArtifacts, { model, idHash: sha256(id ?? "") });
  if (found === undefined || found.consumedAt !== undefined) return false;
  const { clientId: owner, exp, codeChallenge } = found.payload;
  if (model === "AuthorizationCode" && challengeOf(form.get("code_verifier") ?? "") !== codeChallenge) return false;
  return owner === clientId && Number(exp) * 1_000 > clock.now().getTime();
}

/** RFC 7636, section 4.6, method S256. */
function challengeOf(verifier: string): string {
  return Buffer.from(sha256(verifier)).toString("base64url");
}

type Credentials = { readonly id: string; readonly secret: string };

/** RFC 6749, section 2.3.1: HTTP Basic, or fields of the body. */
function credentialsOf(authorization: string | undefined, form: URLSearchParams): Credentials | undefined {
  if (authorization === undefined) {
    const [id, secret] = [form.get("client_id"), form.get("client_secret")];
    return id === null || secret === null ? undefined : { id, secret };
  }
  const [, encoded = ""] = /^basic +(\S+) *$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  return id === undefined || secret === undefined ? undefined : { id: unescapeForm(id), secret: unescapeForm(secret) };
}

function unescapeForm(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll("&", "%26")}`).get("text") ?? "";
}
