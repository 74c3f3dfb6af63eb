import { type CallbackCheck, CallbackHostClaimed } from "#events";
import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { findUser } from "#users";
import { hashOf, type Mac, tokenOf } from "../model/secrets.ts";
import { type Session, type SessionId, UserTokenRefused } from "../model/session.ts";
import { createMany, type NewSession } from "../store/batched.ts";
import { findSession } from "../store/sessions.ts";

export type InsertSessionDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly mac: Mac;
};

export type CreateSessionDeps = InsertSessionDeps & {
  readonly checkCallback: CallbackCheck;
  /** Whose access token it is, and to which project's application it was given; undefined: it is not valid. */
  findTokenHolder(token: string): Promise<TokenHolder | undefined>;
};

export type CreateSession = Pick<
  Session,
  "email" | "webhookUrl" | "destination" | "quoteCurrency" | "referenceId" | "metadata" | "returnUrl"
> & {
  /** An access token of the person. */ readonly userToken: string | undefined;
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
};

export type CreatedSession = { readonly session: Session; readonly token: string; readonly replayed: boolean };

/**
 * Makes a session for 15 minutes. A repeated request is answered with the same session and the same token.
 *
 * @throws {CallbackHostClaimed} when the webhook would go to another project's host.
 * @throws {UserTokenRefused} {IdempotencyMismatch}
 */
export async function createSession(
  deps: CreateSessionDeps,
  { caller, idempotencyKey, ...input }: CreateSession,
): Promise<CreatedSession> {
  const { actor } = caller;
  if (actor.kind !== "project") throw new AppError("invalid_key", "only a project can create a session");
  const idempotency = idempotencyOf(actor, "ramp-widget", idempotencyKey, input);
  const before = idempotency && (await findReplay(deps.db, idempotency));
  if (before !== undefined) return await readBack(deps, before as SessionId, true);

  const refusal = await deps.checkCallback(caller, input.webhookUrl);
  if (refusal instanceof CallbackHostClaimed) throw refusal;

  const { userToken, ...asked } = input;
  const known = { email: input.email, projectId: actor.projectId, token: userToken };
  const knownUserId = await findKnownUser(deps, known);
  return await insertSession(deps, {
    ...asked,
    knownUserId,
    projectId: actor.projectId,
    requestId: caller.requestId,
    idempotency,
  });
}

/** Writes a session. @throws {IdempotencyMismatch} */
export async function insertSession(
  deps: InsertSessionDeps,
  draft: Omit<NewSession, "id" | "tokenHash">,
): Promise<CreatedSession> {
  const id = deps.random.uuid() as SessionId;
  const tokenHash = hashOf(tokenOf(deps.mac, id));
  const written = await deps.batch(createMany, { ...draft, id, tokenHash });
  switch (written.kind) {
    case "created":
      return await readBack(deps, id, false);
    case "replay":
      return await readBack(deps, written.id, true);
    case "mismatch":
      throw new IdempotencyMismatch();
  }
}

/** Whose access token it is, and to whose application it was given. */
type TokenHolder = {
  readonly userId: UserId;
  readonly projectId: ProjectId;
  /** Its scopes let the application read the e-mail address. */
  readonly readsEmail: boolean;
};

type Known = { readonly email: string; readonly projectId: ProjectId; readonly token: string | undefined };

/**
 * The person, when an application of the project has an access token that says so: its user has proved this address.
 * @throws {UserTokenRefused}
 */
async function findKnownUser(deps: CreateSessionDeps, { email, projectId, token }: Known): Promise<UserId | undefined> {
  if (token === undefined) return undefined;
  const holder = await deps.findTokenHolder(token);
  const own = holder?.projectId === projectId ? holder : undefined;
  if (own?.readsEmail === false) throw new UserTokenRefused("scope");
  const user = own && (await findUser(deps.db, own.userId));
  const isProved = user !== undefined && user.blockedAt === undefined && user.emailVerifiedAt !== undefined;
  if (!isProved || user.email !== email) throw new UserTokenRefused("user");
  return user.id;
}

async function readBack({ db, mac }: InsertSessionDeps, id: SessionId, replayed: boolean): Promise<CreatedSession> {
  const session = await findSession(db, id);
  if (session === undefined) throw new Error(`session ${id} was written and is not there`);
  return { session, token: tokenOf(mac, id), replayed };
}
