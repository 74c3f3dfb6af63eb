import type { UserId } from "#kernel/ids.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { markEmailVerified, type User } from "#users";
import { findByAddress } from "../factors/find-by-address.ts";
import { afterFirstFactor, PROVED_MS } from "../model/attempt.ts";
import { hashOf } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { type StartSessionDeps, startSession } from "../session/start-session.ts";
import { deleteAttempt, updateToSecondFactor } from "../store/attempts.ts";

/** Whether a user must prove more than `methods`; see `model/second-factor.ts`. */
export type NeedsSecondFactor = (proved: {
  readonly userId: UserId;
  readonly methods: readonly string[];
  /** A wallet answered from the network of the browser. */
  readonly isSameNetwork?: boolean | undefined;
}) => Promise<boolean>;

export type ProceedDeps = StartSessionDeps & { readonly needsSecondFactor: NeedsSecondFactor };

/** How far the login got. `secret`: what the browser's cookie must hold from now on. */
export type LoginStep = { readonly secret: string } & (
  | { readonly kind: "sign_up" | "second_factor" | "blocked" }
  | { readonly kind: "logged_in"; readonly user: Pick<User, "id" | "language"> }
);

export type Proof = {
  /** Of the browser's cookie, whose attempt is in state `proved`. */
  readonly secret: string;
  readonly email: EmailAddress;
  readonly methods: readonly string[];
  readonly visitor: Visitor;
};

/**
 * Goes on with a login whose address is proved: to the choice of a gamertag, to a second factor, or to its end.
 * @throws {LoginGone} when the attempt is not there any more.
 */
export async function proceed(deps: ProceedDeps, { secret, email, methods, visitor }: Proof): Promise<LoginStep> {
  const { db, clock, log } = deps;
  const found = await findByAddress(db, email);
  const isBlocked = found?.user.blockedAt !== undefined;
  const needsMore = found !== undefined && (await deps.needsSecondFactor({ userId: found.user.id, methods }));
  const step = afterFirstFactor({ user: found && { isBlocked }, needsMore });
  if (found === undefined || step === "sign_up") return { kind: "sign_up", secret };
  const { user, revision } = found;
  if (step === "refuse_blocked") {
    await deleteAttempt(db, hashOf(secret), "log_in");
    log.info({ userId: user.id }, "login.user_refused");
    return { kind: "blocked", secret };
  }
  if (user.emailVerifiedAt === undefined) await markEmailVerified(deps, { id: user.id, email });
  if (step === "start_session")
    return {
      kind: "logged_in",
      user,
      secret: await startSession(deps, { secret, state: "proved", user, revision, methods, visitor }),
    };
  const expiresAt = new Date(clock.now().getTime() + PROVED_MS);
  await updateToSecondFactor(db, { browserHash: hashOf(secret), userId: user.id, revision, methods, expiresAt });
  return { kind: "second_factor", secret };
}
