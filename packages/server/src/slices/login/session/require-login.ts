import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { isFresh } from "../model/session.ts";
import { findLoggedIn, type LoggedIn } from "./find-logged-in.ts";

/** Who is logged in with the browser whose cookie holds `secret`. @throws {AppError} `login_needed`. */
export async function requireLogin(
  deps: { readonly db: Db; readonly clock: Clock },
  secret: string | undefined,
): Promise<LoggedIn> {
  const known = await findLoggedIn(deps, secret);
  if (known === undefined) throw new AppError("login_needed", "log in first");
  return known;
}

/** @throws {AppError} `fresh_login_needed` when the login is older than ten minutes. */
export function requireFresh({ session }: LoggedIn, clock: Pick<Clock, "now">): void {
  if (!isFresh(session, clock.now()))
    throw new AppError("fresh_login_needed", "this asks for a login that is not older than 10 minutes; log in again");
}
