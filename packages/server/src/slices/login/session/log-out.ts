import { hashOf, newSecret } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { moveBrowser } from "../store/known-browsers.ts";
import { type EndSessionDeps, endSession } from "./end-session.ts";
import { findSession } from "./find-session.ts";

/**
 * Logs a browser out and returns its new secret: it stays known as one that was logged in. The secret before is worth
 * nothing afterwards, in any copy.
 */
export async function logOut(
  deps: EndSessionDeps,
  { secret, visitor }: { readonly secret: string; readonly visitor: Visitor },
): Promise<string> {
  const session = await findSession(deps, secret);
  if (session !== undefined) await endSession(deps, { session, visitor });
  const next = newSecret(deps.random);
  await moveBrowser(deps.db, hashOf(secret), hashOf(next));
  return next;
}
