import type { Idempotency } from "#idempotency";
import type { Currency } from "#kernel/fiat.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import { findUser, UserNotFound } from "#users";
import { RampUnavailable } from "../model/limits.ts";
import type { Session } from "../model/session.ts";
import { type InsertSessionDeps, insertSession } from "./create-session.ts";

export type OpenForUserDeps = InsertSessionDeps & {
  /** Who takes the money; undefined: nothing is sold. */
  readonly processor: () => object | undefined;
  readonly baseUrl: string;
};

export type OpenForUser = {
  /** That sells. */
  readonly projectId: ProjectId;
  readonly userId: UserId;
  /** That is paid with; undefined: the person chooses. */
  readonly currency: Currency | undefined;
  /** Where the page leads back to. */
  readonly returnUrl: string;
  readonly idempotency: Idempotency | undefined;
};

/**
 * Makes a session in which a user of this service buys bitcoin for the own wallet. No webhook is called for it but the
 * project's endpoints. The page at `url` takes the login of its browser for a proof of the address.
 * A repeated request is answered with the same session and page.
 *
 * @throws {RampUnavailable} {IdempotencyMismatch}
 */
export async function openForUser(
  deps: OpenForUserDeps,
  { projectId, userId, currency, returnUrl, idempotency }: OpenForUser,
): Promise<{ readonly session: Session; readonly url: string }> {
  if (deps.processor() === undefined) throw new RampUnavailable("this service sells no bitcoin");
  const user = await findUser(deps.db, userId);
  if (user === undefined) throw new UserNotFound("id");
  const { session, token } = await insertSession(deps, {
    projectId,
    email: user.email,
    webhookUrl: "",
    destination: undefined,
    quoteCurrency: currency,
    referenceId: undefined,
    metadata: undefined,
    returnUrl,
    knownUserId: undefined,
    requestId: undefined,
    idempotency,
  });
  return { session, url: `${deps.baseUrl}/ramp/${session.id}#token=${token}` };
}
