export { type FactorPassed, passFirstFactor, passSecondFactor } from "./attempt/pass-factor.ts";
export type { LoginStep, NeedsSecondFactor, ProceedDeps } from "./attempt/proceed.ts";
export { LoginGone } from "./model/login-gone.ts";
export { type LoginTarget, loginPath, loginTarget } from "./model/login-target.ts";
export { isFresh, type Session, type SessionEnd, type SessionId, type Visitor } from "./model/session.ts";
export { type EndSessionDeps, endSession, type OnSessionEnded, revokeSessions } from "./session/end-session.ts";
export { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
export { findSession } from "./session/find-session.ts";
export { noteSecurityEvent } from "./session/note-security-event.ts";
