import type { Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOf, pageKeyOf, sessionIdOf } from "../model/secrets.ts";
import { isLasting, SessionEnded, type SessionId, SessionInUse, SessionNotFound } from "../model/session.ts";
import { findSession, findSessionByPage, isToken, updateToOpened } from "../store/sessions.ts";

const KEY_BYTES = 32;

export type OpenPage = {
  readonly id: SessionId;
  readonly token: string;
  /** That the request came from, as limits count it. */
  readonly network: string;
  /** `rsp_` and 256 random bits in base64url. */
  readonly key?: string | undefined;
};

/**
 * Opens the page of a session with its token, for the first browser alone. Returns the key with which that browser
 * asks from then on: the one that it has made itself, so that it loses nothing when the answer is lost, or else a new
 * one.
 * @throws {SessionNotFound} {SessionEnded} {SessionInUse}
 */
export async function openPage(
  { db, random }: { readonly db: Db; readonly random: Pick<Random, "bytes"> },
  { id, token, network, key: own }: OpenPage,
): Promise<string> {
  const tokenHash = hashOf(token);
  if (sessionIdOf(token) !== id || !(await isToken(db, id, tokenHash))) throw new SessionNotFound();
  const key = own ?? pageKeyOf(random.bytes(KEY_BYTES));
  const pageHash = hashOf(key);
  if (await updateToOpened(db, { id, tokenHash, pageHash, network })) return key;
  if ((await findSessionByPage(db, id, pageHash)) !== undefined) return key; // asked again
  const session = await findSession(db, id);
  if (session === undefined) throw new SessionNotFound();
  throw isLasting(session) ? new SessionInUse() : new SessionEnded(session);
}
