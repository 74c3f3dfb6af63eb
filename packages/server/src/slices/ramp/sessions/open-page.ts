import type { Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOf, pageKeyOf, sessionIdOf } from "../model/secrets.ts";
import { isLasting, SessionEnded, type SessionId, SessionInUse, SessionNotFound } from "../model/session.ts";
import { findSession, isToken, updateToOpened } from "../store/sessions.ts";

const KEY_BYTES = 32;

/**
 * Opens the page of a session with its token, for the first browser alone. Returns the key with which that browser asks from then on.
 * @throws {SessionNotFound} {SessionEnded} {SessionInUse}
 */
export async function openPage(
  { db, random }: { readonly db: Db; readonly random: Pick<Random, "bytes"> },
  { id, token, network }: { readonly id: SessionId; readonly token: string; readonly network: string },
): Promise<string> {
  const tokenHash = hashOf(token);
  if (sessionIdOf(token) !== id || !(await isToken(db, id, tokenHash))) throw new SessionNotFound();
  const key = pageKeyOf(random.bytes(KEY_BYTES));
  if (await updateToOpened(db, { id, tokenHash, pageHash: hashOf(key), network })) return key;
  const session = await findSession(db, id);
  if (session === undefined) throw new SessionNotFound();
  throw isLasting(session) ? new SessionInUse() : new SessionEnded(session.state);
}
