import type { UserId } from "#kernel/ids.ts";
import { findUser } from "#users";
import { afterFirstFactor, PROVED_MS } from "../model/attempt.ts";
import { LoginGone } from "../model/login-gone.ts";
import type { Revision } from "../model/revision.ts";
import { hashOf, newSecret } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { startSession } from "../session/start-session.ts";
import { findAttempt, insertSecondFactor } from "../store/attempts.ts";
import type { LoginStep, ProceedDeps } from "./proceed.ts";

/**
 * Goes on after a first factor that is not the code of a mail, such as a passkey. The factor's own rows say that it was
 * proved for this browser, and only once.
 */
export async function passFirstFactor(
  deps: ProceedDeps,
  {
    secret,
    userId,
    revision,
    method,
    visitor,
    isSameNetwork,
  }: FactorPassed & {
    readonly userId: UserId;
    /** From before the factor was checked. */
    readonly revision: Revision;
    /** A wallet answered from the network of the browser. */
    readonly isSameNetwork?: boolean;
  },
): Promise<LoginStep> {
  const methods = [method];
  const user = await findUser(deps.db, userId);
  if (user === undefined) throw new LoginGone(); // the account was closed just now
  const needsMore = await deps.needsSecondFactor({ userId, methods, isSameNetwork });
  const step = afterFirstFactor({ user: { isBlocked: user.blockedAt !== undefined }, needsMore });
  if (step === "refuse_blocked") {
    deps.log.info({ userId }, "login.user_refused");
    return { kind: "blocked", secret };
  }
  if (step === "start_session")
    return {
      kind: "logged_in",
      user,
      secret: await startSession(deps, { secret, state: undefined, user, revision, methods, visitor }),
    };
  return await askForMore(deps, { secret, userId, revision, methods });
}

/** The browser gets another secret, under which the next factor is due. */
async function askForMore(
  { db, clock, random }: ProceedDeps,
  due: {
    readonly secret: string;
    readonly userId: UserId;
    readonly revision: Revision;
    readonly methods: readonly string[];
  },
): Promise<LoginStep> {
  const { secret, ...rest } = due;
  const next = newSecret(random);
  const now = clock.now();
  await insertSecondFactor(db, now, {
    browserHash: hashOf(secret),
    nextHash: hashOf(next),
    ...rest,
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
 * Goes on with a login whose second factor is proved: to its end, unless the policy asks for more by now, because the
 * user has set up an app since the login began. `method` undefined: the policy asks for nothing any more.
 * @throws {LoginGone} when no second factor is due in this browser any more.
 */
export async function passSecondFactor(
  deps: ProceedDeps,
  { secret, method, visitor }: Omit<FactorPassed, "method"> & { readonly method: string | undefined },
): Promise<LoginStep> {
  const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
  if (attempt.kind !== "second_factor") throw new LoginGone();
  const { userId, revision } = attempt;
  const methods = method === undefined ? attempt.methods : [...attempt.methods, method];
  const user = await findUser(deps.db, userId);
  if (user === undefined) throw new LoginGone();
  if (user.blockedAt !== undefined) {
    deps.log.info({ userId }, "login.user_refused");
    return { kind: "blocked", secret };
  }
  if (await deps.needsSecondFactor({ userId, methods }))
    return await askForMore(deps, { secret, userId, revision, methods });
  return {
    kind: "logged_in",
    user,
    secret: await startSession(deps, { secret, state: "second_factor", user, revision, methods, visitor }),
  };
}
