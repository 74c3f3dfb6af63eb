import type { Db } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { message } from "#texts/reader.ts";
import { findUser } from "#users";
import { checkRecoveryCode } from "../factors/check-recovery-code.ts";
import { checkTotp } from "../factors/check-totp.ts";
import { decideLoginOf, shownOf } from "../factors/needs-second-factor.ts";
import type { Attempt } from "../model/attempt.ts";
import { FactorRefused } from "../model/factor-refused.ts";
import { LoginGone } from "../model/login-gone.ts";
import type { Method } from "../model/method.ts";
import { hashOf } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { findAttempt } from "../store/attempts.ts";
import { type CheckCodeDeps, takeCode } from "./check-code.ts";
import { passSecondFactor } from "./pass-factor.ts";
import type { LoginStep } from "./proceed.ts";
import { type RequestCode, type RequestCodeDeps, requestCode } from "./request-code.ts";
import { answerOf, type FirstFactorDeps, PASSKEY_REFUSED, passedOf } from "./take-first-factor.ts";

export type SecondFactor =
  /** `code`: as a person typed it. */
  | { readonly method: "totp" | "recovery" | "email"; readonly code: string }
  /** `answer`: as the browser made it. */
  | { readonly method: "passkey"; readonly answer: unknown };

export type SecondFactorDeps = FirstFactorDeps & CheckCodeDeps & RequestCodeDeps;
type Pending = Extract<Attempt, { readonly kind: "second_factor" }>;

/**
 * What the user of an attempt may show next; empty: nothing is needed any more. The first is what the page asks for.
 */
export async function dueMethods(
  deps: { readonly db: Db },
  { userId, methods }: Pick<Pending, "userId" | "methods">,
): Promise<readonly Method[]> {
  const decision = await decideLoginOf(deps, { userId, shown: shownOf(methods, false) });
  return decision.kind === "second_factor_due" ? decision.methods : [];
}

/**
 * Takes the second proof of a login. `shown` undefined: the factor that was due was removed meanwhile.
 * @throws {FactorRefused} {TooManyTries} {InvalidInput} {CodeRefused} nothing but counters is changed then.
 * @throws {LoginGone}
 */
export async function takeSecondFactor(
  deps: SecondFactorDeps,
  { secret, visitor, shown }: { readonly secret: string; readonly visitor: Visitor; readonly shown: SecondFactor },
): Promise<LoginStep> {
  const attempt = await pendingOf(deps, secret);
  const due = await dueMethods(deps, attempt);
  if (due.length === 0) return await passSecondFactor(deps, { secret, method: undefined, visitor });
  if (!due.includes(shown.method)) throw new FactorRefused(message("failure_factor_other"));
  await check(deps, { attempt, secret, visitor, shown });
  return await passSecondFactor(deps, { secret, method: shown.method, visitor });
}

/**
 * Sends a code to the address of the user who logs in with this browser, where one is due.
 * @throws {LoginGone} {FactorRefused} {MailNotConfigured} {TooManyCodes}
 */
export async function sendSecondCode(
  deps: SecondFactorDeps,
  { secret, ...mail }: { readonly secret: string } & Pick<RequestCode, "app" | "language">,
): Promise<EmailAddress> {
  const attempt = await pendingOf(deps, secret);
  const user = await findUser(deps.db, attempt.userId);
  if (user === undefined) throw new LoginGone();
  if (!(await dueMethods(deps, attempt)).includes("email")) throw new FactorRefused(message("failure_factor_no_mail"));
  return await requestCode(deps, { secret, email: user.email, purpose: "second_factor", userId: user.id, ...mail });
}

async function pendingOf({ db, clock }: SecondFactorDeps, secret: string): Promise<Pending> {
  const attempt = await findAttempt(db, hashOf(secret), "log_in", clock.now());
  if (attempt.kind !== "second_factor") throw new LoginGone();
  return attempt;
}

type Check = {
  readonly attempt: Pending;
  readonly secret: string;
  readonly visitor: Visitor;
  readonly shown: SecondFactor;
};

async function check(deps: SecondFactorDeps, { attempt, secret, visitor, shown }: Check): Promise<void> {
  const { userId } = attempt;
  switch (shown.method) {
    case "totp":
      passedOf(deps, await checkTotp(deps, { userId, code: shown.code, browser: hashOf(secret) }), TOTP_REFUSED);
      return;
    case "recovery": {
      const { code } = shown;
      const checked = await checkRecoveryCode(deps, { userId, code, visitor, browser: hashOf(secret) });
      passedOf(deps, checked, RECOVERY_REFUSED);
      return;
    }
    case "passkey": {
      const passed = passedOf(deps, await answerOf(deps, { secret, visitor, answer: shown.answer }), PASSKEY_REFUSED);
      if (passed.userId !== userId) throw new FactorRefused(PASSKEY_REFUSED);
      return;
    }
    case "email": {
      const taken = await takeCode(deps, { secret, code: shown.code, purpose: "second_factor" });
      if (taken.userId !== userId) throw new LoginGone();
    }
  }
}

const TOTP_REFUSED = message("failure_app_code_used");
const RECOVERY_REFUSED = message("failure_recovery");
