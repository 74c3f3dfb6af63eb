import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";

/** What is noted of a browser, for the user who looks at what happened in the account. */
export type Browser = { readonly userAgent: string; readonly network: string };

/** Who changes factors, since when this browser's login is shown, and from where. */
export type RecentLogin = { readonly userId: UserId; readonly authenticatedAt: Date; readonly visitor: Browser };

/** How long a login lets factors be changed: a session that was left open somewhere changes none. */
export const RECENT_LOGIN_MS = 600_000;

/** @throws {LoginTooOld} */
export function requireRecentLogin({ authenticatedAt }: RecentLogin, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() > RECENT_LOGIN_MS) throw new LoginTooOld();
}

export class LoginTooOld extends AppError {
  constructor() {
    super("login_too_old", "log in again to change how you log in");
  }
}
