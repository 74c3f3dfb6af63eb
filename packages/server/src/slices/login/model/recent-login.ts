import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { isFresh, type SessionId, type Visitor } from "./session.ts";

/** Who changes factors, with which session, since when its login is shown, and from where. */
export type RecentLogin = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly authenticatedAt: Date;
  readonly visitor: Visitor;
};

/**
 * A session that was left open somewhere changes no factors and no gamertag.
 * @throws {LoginTooOld} when the login is older than `FRESH_MS`.
 */
export function requireRecentLogin(login: Pick<RecentLogin, "authenticatedAt">, now: Date): void {
  if (!isFresh(login, now)) throw new LoginTooOld();
}

export class LoginTooOld extends AppError {
  constructor() {
    super("login_too_old", "log in again to change how you log in");
  }
}
