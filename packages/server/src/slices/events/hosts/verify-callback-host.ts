import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { type Outbound, OutboundFailed, OutboundRefused } from "#platform/outbound/outbound.ts";
import {
  type CallbackHost,
  CallbackHostClaimed,
  CallbackHostNotFound,
  CallbackHostNotVerified,
  CHECK_PAUSE_SECONDS,
  challengeUrl,
  showsToken,
} from "../model/callback-host.ts";
import { findHost, updateChecked, updateVerified } from "../store/hosts.ts";
import type { HostCache } from "./check-callback.ts";

const FILE_BYTES_MAX = 1_024;
const DEADLINE_MS = 5_000;

/**
 * Reads the challenge file of a host that the caller has claimed; with it the host is the caller's, and refused to
 * others.
 *
 * @throws {CallbackHostNotFound} {CallbackHostClaimed}
 * @throws {CallbackHostNotVerified} when the file is not there or holds something else.
 * @throws {AppError} `rate_limited` when the file was looked at a moment ago.
 */
export async function verifyCallbackHost(
  deps: { db: Db; clock: Clock; outbound: Pick<Outbound, "request" | "allows">; hostCache: Pick<HostCache, "forget"> },
  { caller, host }: { readonly caller: Caller; readonly host: string },
  signal: AbortSignal,
): Promise<CallbackHost> {
  const { db, clock, outbound, hostCache } = deps;
  const ownerId = caller.wallet.owner.id;
  const claimed = await findHost(db, ownerId, host);
  if (claimed === undefined) throw new CallbackHostNotFound();
  if (claimed.verifiedAt !== undefined) return claimed;

  await takeTurn(deps, claimed);
  if (!(await showsItsToken(outbound, claimed, signal))) throw new CallbackHostNotVerified(claimed, outbound.allows);
  const outcome = await updateVerified(db, { id: claimed.id, now: clock.now() });
  hostCache.forget(host);
  if (outcome === "taken") throw new CallbackHostClaimed("host", host);
  const verified = outcome === "verified" ? await findHost(db, ownerId, host) : undefined;
  if (verified === undefined) throw new CallbackHostNotFound();
  return verified;
}

async function takeTurn({ db, clock }: { db: Db; clock: Clock }, { id }: CallbackHost): Promise<void> {
  const now = clock.now();
  const notAfter = new Date(now.getTime() - CHECK_PAUSE_SECONDS * 1_000);
  if (await updateChecked(db, { id, now, notAfter })) return;
  const message = `the challenge file was looked at less than ${CHECK_PAUSE_SECONDS} seconds ago`;
  throw new AppError("rate_limited", message, { retryAfterSeconds: CHECK_PAUSE_SECONDS });
}

/** Whoever claims the host learns only whether it does: no status, no reason. */
async function showsItsToken(
  outbound: Pick<Outbound, "request" | "allows">,
  claimed: CallbackHost,
  signal: AbortSignal,
): Promise<boolean> {
  const url = new URL(challengeUrl(claimed.host, outbound.allows));
  const limits = { maxBytes: FILE_BYTES_MAX, deadlineMs: DEADLINE_MS, redirects: "none" } as const;
  try {
    const { status, body } = await outbound.request({ url, method: "GET", ...limits }, signal);
    return status === 200 && showsToken(body, claimed);
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) return false;
    throw error;
  }
}
