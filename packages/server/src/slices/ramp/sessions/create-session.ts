import { type CallbackCheck, CallbackHostClaimed } from "#events";
import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOf, type Mac, tokenOf } from "../model/secrets.ts";
import type { Session, SessionId } from "../model/session.ts";
import { createMany } from "../store/batched.ts";
import { findSession } from "../store/sessions.ts";

export type CreateSessionDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly mac: Mac;
  readonly checkCallback: CallbackCheck;
};

export type CreateSession = Pick<
  Session,
  "email" | "webhookUrl" | "destination" | "quoteCurrency" | "referenceId" | "metadata"
> & { readonly caller: Caller; readonly idempotencyKey: string | undefined };

export type CreatedSession = { readonly session: Session; readonly token: string; readonly replayed: boolean };

/**
 * Makes a session for 15 minutes. A repeated request is answered with the same session and the same token.
 *
 * @throws {CallbackHostClaimed} when the webhook would go to another project's host.
 * @throws {IdempotencyMismatch}
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

  const id = deps.random.uuid() as SessionId;
  const tokenHash = hashOf(tokenOf(deps.mac, id));
  const written = await deps.batch(createMany, { ...input, id, projectId: actor.projectId, tokenHash, idempotency });
  switch (written.kind) {
    case "created":
      return await readBack(deps, id, false);
    case "replay":
      return await readBack(deps, written.id, true);
    case "mismatch":
      throw new IdempotencyMismatch();
  }
}

async function readBack({ db, mac }: CreateSessionDeps, id: SessionId, replayed: boolean): Promise<CreatedSession> {
  const session = await findSession(db, id);
  if (session === undefined) throw new Error(`session ${id} was written and is not there`);
  return { session, token: tokenOf(mac, id), replayed };
}
