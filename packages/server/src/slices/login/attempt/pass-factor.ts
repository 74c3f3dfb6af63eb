import type { UserId } from "#kernel/ids.ts";
import { findUser } from "#users";
import { afterFirstFactor, PROVED_MS } from "../model/attempt.ts";
import { LoginGone } from "../model/login-gone.ts";
import { hashOf, newSecret } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { startSession } from "../session/start-session.ts";
import { findAttempt, insertSecondFactor } from "../store/attempts.ts";
import type { LoginStep, ProceedDeps } from "./proceed.ts";

/**
 * Goes on after a first factor that is not the code of a mail, such as a passkey. The factor's own rows say that it was proved for this
 * browser, and only once.
 */
export async function passFirstFactor(
  deps: ProceedDeps,
  {
    secret,
    userId,
    method,
    visitor,
    isSameNetwork,
  }: FactorPassed & {
    readonly userId: UserId;
    /** A wallet answered from the network of the browser. */
    readonly isSameNetwork?: boolean;
  },
): Promise<LoginStep> {
  const { db, clock } = deps;
  const methods = [method];
  const user = await findUser(db, userId);
  if (user === undefined) throw new Error(`a factor of user ${userId}, who does not exist`);
  const needsMore = await deps.needsSecondFactor({ userId, methods, isSameNetwork });
  const step = afterFirstFactor({ user: { isBlocked: user.blockedAt !== undefined }, needsMore });
  if (step === "refuse_blocked") {
    deps.log.info({ userId }, "login.user_refused");
    return { kind: "blocked" };
  }
  if (step === "start_session")
    return {
      kind: "logged_in",
      secret: await startSession(deps, { secret, state: undefined, userId, methods, visitor }),
    };
  const next = newSecret(deps.random);
  const now = clock.now();
  await insertSecondFactor(db, now, {
    ...{ browserHash: hashOf(secret), nextHash: hashOf(next), userId, methods },
    expiresAt: new Date(now.getTime() + PROVED_MS),
  });
  return { kind: "second_factor", secret: next };
}

export type FactorPassed = {
  /** Of the browser's cookie. */
  readonly secret: string;
  /** What was proved, such as "passkey". */
  readonly method: string;
  readonly visitor: Visitor;
};

/**
 * Ends a login whose second factor is proved.
 * @throws {LoginGone} when no second factor is due in this browser any more.
 */
export async function passSecondFactor(
  deps: ProceedDeps,
  { secret, method, visitor }: FactorPassed,
): Promise<LoginStep> {
  const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
  if (attempt.kind !== "second_factor") throw new LoginGone();
  const { userId } = attempt;
  const methods = [...attempt.methods, method];
  return {
    kind: "logged_in",
    secret: await startSession(deps, { secret, state: "second_factor", userId, methods, visitor }),
  };
}
