import type { Clock } from "#kernel/clock.ts";
import { findSession } from "#login";
import type { Db } from "#platform/database/db.ts";
import { findUser, type User } from "#users";

/** The person who may take a voucher into an account of this service. */
export type Taker =
  | { readonly kind: "logged_out" }
  /** Logged in, and blocked since. */
  | { readonly kind: "blocked" }
  | { readonly kind: "user"; readonly user: User; readonly sessionId: string };

/** Who is logged in with the browser whose cookie holds `secret`. */
export async function findTaker(
  deps: { readonly db: Db; readonly clock: Clock },
  secret: string | undefined,
): Promise<Taker> {
  const session = await findSession(deps, secret);
  const user = session && (await findUser(deps.db, session.userId));
  if (session === undefined || user === undefined) return { kind: "logged_out" };
  return user.blockedAt === undefined ? { kind: "user", user, sessionId: session.id } : { kind: "blocked" };
}
