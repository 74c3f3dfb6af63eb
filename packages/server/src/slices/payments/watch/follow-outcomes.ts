import type { EndedPayment } from "#lightning";
import type { DriveDeps } from "../drive/deps.ts";
import { hasten, listWaiting, makeAllDue } from "../store/store.ts";

/** How long one question to the node stays open when nothing ends. */
const WAIT_MS = 20_000;
/** Ends that follow one another so closely are asked for together. */
const TOGETHER_MS = 100;

export type FollowDeps = Pick<DriveDeps, "db" | "clock" | "node">;

/** Where to go on in the node's list of ends; "" before the first answer. `isWorkDue`: somebody should look at once. */
export type Followed = { readonly cursor: string; readonly isWorkDue: boolean };

/**
 * Waits until the node tells that payments have ended, and has those looked at now that would be looked at later, such as
 * one that its recipient held for an hour. Nothing is booked on the strength of it: the look-up brings the proof, and finds
 * what was never told here.
 *
 * @throws {NodeUnavailable}
 */
export async function followEnds(deps: FollowDeps, cursor: string, signal: AbortSignal): Promise<Followed> {
  if (cursor === "") return await begin(deps, signal);
  const { db, clock, node } = deps;
  await clock.sleep(TOGETHER_MS, signal);
  const answer = await node.ended(cursor, WAIT_MS, signal);
  if (answer.payments.length === 0) return { cursor: answer.cursor, isWorkDue: false };

  const now = clock.now();
  const hashesOf = (payments: readonly EndedPayment[]) => payments.map(({ paymentHash }) => paymentHash);
  const settled = answer.payments.filter(({ status }) => status.kind === "settled");
  const waiting = await listWaiting(db, { ended: hashesOf(answer.payments), settled: hashesOf(settled), now });
  for (const id of waiting) await hasten(db, { id, now });
  return { cursor: answer.cursor, isWorkDue: waiting.length > 0 };
}

/** Nobody knows what ended meanwhile, so every open payment is looked at, once the place in the list is known. */
async function begin({ db, clock, node }: FollowDeps, signal: AbortSignal): Promise<Followed> {
  const { cursor } = await node.ended("", 0, signal);
  await makeAllDue(db, clock.now());
  return { cursor, isWorkDue: true };
}
