import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#kernel/clock.ts";
import { findLoggedIn } from "#login";
import type { Db } from "#platform/database/db.ts";
import type { Mac } from "../model/secrets.ts";
import { isLasting, type Session, SessionEnded, type SessionId } from "../model/session.ts";
import { updateUser } from "../store/sessions.ts";

export type ProveByLoginDeps = { readonly db: Db; readonly clock: Clock; readonly mac: Mac };

/**
 * What a page of this session has that was opened as a page, by a browser with this secret in its cookie. A page in a
 * frame has none: the site around it must not have a login used for it.
 */
export function topPageProof(mac: Mac, id: SessionId | string, secret: string): string {
  return Buffer.from(mac(`${id} ${secret}`, "ramp.top_page")).toString("base64url");
}

/**
 * The person of the session is who is logged in with the browser, when that is who has the address. False when it is
 * somebody else, or nobody.
 * @throws {SessionEnded}
 */
export async function proveByLogin(
  deps: ProveByLoginDeps,
  session: Session,
  { secret, proof }: { readonly secret: string | undefined; readonly proof: string },
): Promise<boolean> {
  if (!isLasting(session)) throw new SessionEnded(session);
  if (secret === undefined || !isProof(topPageProof(deps.mac, session.id, secret), proof)) return false;
  const loggedIn = await findLoggedIn(deps, secret);
  if (loggedIn?.user.emailVerifiedAt === undefined || loggedIn.user.email !== session.email) return false;
  await updateUser(deps.db, session.id, loggedIn.user.id);
  return true;
}

function isProof(expected: string, given: string): boolean {
  const [own, sent] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === sent.length && timingSafeEqual(own, sent);
}
