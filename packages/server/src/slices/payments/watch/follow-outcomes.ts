import type { FinishedPayment } from "#lightning";
import type { DriveDeps } from "../drive/deps.ts";
import { hasten, listWaiting, makeAllDue } from "../store/leases.ts";

/** How long one request to the node stays open when nothing finishes. */
const WAIT_MS = 20_000;
/** Outcomes that follow one another so closely are asked for in one call. */
const TOGETHER_MS = 100;

export type FollowDeps = Pick<DriveDeps, "db" | "clock" | "node">;

/** Where to go on in the node's list of outcomes; "" before the first answer. `isWorkDue`: payments are due now. */
export type Followed = { readonly cursor: string; readonly isWorkDue: boolean };

/**
 * Waits until the node notifies of finished payments, and makes those due now that would be looked up later, such as
 * one that its recipient held for an hour. Nothing is booked on the strength of it: the look-up brings the proof, and
 * finds what the node never notified of.
 *
 * @throws {NodeUnavailable}
 */
export async function followOutcomes(deps: FollowDeps, cursor: string, signal: AbortSignal): Promise<Followed> {
  if (cursor === "") return await begin(deps, signal);
  const { db, clock, node } = deps;
  await clock.sleep(TOGETHER_MS, signal);
  const answer = await node.finished(cursor, WAIT_MS, signal);
  if (answer.payments.length === 0) return { cursor: answer.cursor, isWorkDue: false };

  const now = clock.now();
  const hashesOf = (payments: readonly FinishedPayment[]) => payments.map(({ paymentHash }) => paymentHash);
  const settled = answer.payments.filter(({ status }) => status.kind === "settled");
  const waiting = await listWaiting(db, { finished: hashesOf(answer.payments), settled: hashesOf(settled), now });
  for (const id of waiting) await hasten(db, { id, now });
  return { cursor: answer.cursor, isWorkDue: waiting.length > 0 };
}

/**
 * What finished meanwhile is not known, so every pending payment becomes due, once the position in the list is known.
 */
async function begin({ db, clock, node }: FollowDeps, signal: AbortSignal): Promise<Followed> {
  const { cursor } = await node.finished("", 0, signal);
  await makeAllDue(db, clock.now());
  return { cursor, isWorkDue: true };
}
