/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - login attempt: What a browser is doing to log in, until it has a session. In slice `login` it is just the attempt.
 * - code of a mail: Eight digits, or twelve, that prove that an address belongs to who has the browser.
 * - factor, method: What a person shows to log in; the name of its kind.
 * - way in: A factor with which a login can begin.
 * - session: A browser that is logged in.
 * - fresh login: One that is not older than 10 minutes.
 * - known browser: One that was logged in before; it has a share of its own of what is limited.
 * - visitor: What is recorded of the browser that asks: its name for itself, and its network.
 */

export { listLeftAddresses } from "./account/address-line.ts";
export { blockAgain, blockUser, unblockUser } from "./account/block-user.ts";
export { AccountNotEmpty, closeAccount } from "./account/close-account.ts";
export { setEmail } from "./account/set-email.ts";
export { type CheckCodeDeps, takeCode } from "./attempt/check-code.ts";
export { isCodeSent } from "./attempt/is-code-sent.ts";
export { type RequestCode, type RequestCodeDeps, requestCode } from "./attempt/request-code.ts";
export { factorInvariants } from "./factors/factor-invariants.ts";
export { listFactors } from "./factors/list-factors.ts";
export { needsSecondFactor } from "./factors/needs-second-factor.ts";
export { listPresentFactors, removeAgain } from "./factors/remove-again.ts";
export { invariants } from "./invariants.ts";
export { KNOWN_MS } from "./model/known-browser.ts";
export { loginPath, termsPath } from "./model/login-target.ts";
export { amrOf, isMethod } from "./model/method.ts";
export { availableOf } from "./model/money.ts";
export { agentParts } from "./model/readable-agent.ts";
export { freshUntil } from "./model/session.ts";
export { type EndSessionDeps, revokeSession, revokeSessions } from "./session/end-session.ts";
export { findLoggedIn, type LoggedIn } from "./session/find-logged-in.ts";
export { findSession } from "./session/find-session.ts";
export { isLoggedIn } from "./session/is-logged-in.ts";
export { logOut } from "./session/log-out.ts";
export { recordSecurityEvent } from "./session/record-security-event.ts";
export { requireFresh, requireLogin } from "./session/require-login.ts";
export { listSessions } from "./store/sessions.ts";
