import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { EventId } from "../model/event.ts";
import { isPlaceKnown, type Place } from "../model/page-place.ts";
import { ALLOWED_FOR_MS, changeText, PAGE_HEARTBEAT, PAGE_HEARTBEAT_MS } from "../model/page-stream.ts";
import { BEGINNING, opening, type Position } from "../model/stream.ts";
import { findPosition } from "../store/stream.ts";
import { changesBetween, type OpenPage, type PageWatch, PROJECT, WALLET } from "./page-watch.ts";

export type PageStreamDeps = { readonly db: Db; readonly clock: Clock; readonly watch: PageWatch };

/** A stream of changes for one page. What opens it closes its page. */
export type PageStream = {
  readonly page: OpenPage;
  readonly ownerId: string;
  /** The last change that the page knows; undefined: it has read all just now. `lost`: nobody knows it any more. */
  readonly since: Position | "lost" | undefined;
  /** Where money and changes by members stood when it knew that, as a place says it; undefined: it is not known. */
  readonly standing: string | undefined;
};

/**
 * Opens a stream for a page that shows what the caller's wallet and its owner have. `after`: the last change that it
 * knows, when it was away, or the place before its first reads.
 * @throws {PageStreamsFull}
 */
export async function openPageStream(
  { db, clock, watch }: PageStreamDeps,
  {
    caller,
    person,
    after,
  }: { readonly caller: Caller; readonly person: string; readonly after: EventId | Place | "lost" | undefined },
): Promise<PageStream> {
  const { wallet } = caller;
  const ownerId = wallet.owner.id;
  const page = await watch.open({ person, wallet });
  try {
    if (after === undefined) return { page, ownerId, since: undefined, standing: undefined };
    if (typeof after === "string")
      return { page, ownerId, since: await positionOf(db, ownerId, after), standing: undefined };
    const known = isPlaceKnown(after, clock.now()) ? after.after : "lost";
    return { page, ownerId, since: await positionOf(db, ownerId, known), standing: after.standing };
  } catch (error) {
    page.close();
    throw error;
  }
}

async function positionOf(db: Db, ownerId: string, after: EventId | "lost"): Promise<Position | "lost"> {
  if (after === "lost") return "lost";
  if (after === BEGINNING.id) return BEGINNING;
  return (await findPosition(db, ownerId, after)) ?? "lost";
}

export type PageChanges = {
  /** Whether the person may still see this. Asked every `ALLOWED_FOR_MS`. */
  readonly isStillAllowed: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/**
 * The texts of a stream: its opening, what a page that was away has missed, then changes as they become true, and
 * heartbeats between. Ends when `signal` aborts or the person may not see it any more.
 * @throws {AppError} when the database cannot be reached.
 */
export async function* pageChanges(
  { db, clock }: Pick<PageStreamDeps, "db" | "clock">,
  { page, ownerId, since, standing }: PageStream,
  { isStillAllowed, signal }: PageChanges,
): AsyncGenerator<string, void, undefined> {
  const leftMs = (sinceMs: number, forMs: number) => Math.max(0, sinceMs + forMs - clock.monotonicMs());
  let checkedMs = clock.monotonicMs();
  yield opening(since === undefined || since === "lost" ? page.after.id : since.id);
  if (since !== undefined) yield await missedSince(db, { page, ownerId, since, standing });
  let sentMs = clock.monotonicMs();
  while (!signal.aborted) {
    if (leftMs(checkedMs, ALLOWED_FOR_MS) <= 0) {
      if (!(await isStillAllowed())) return;
      checkedMs = clock.monotonicMs();
    }
    const changed = page.take().map(changeText).join("");
    const text = changed === "" && leftMs(sentMs, PAGE_HEARTBEAT_MS) <= 0 ? PAGE_HEARTBEAT : changed;
    if (text !== "") {
      yield text;
      sentMs = clock.monotonicMs();
    }
    await page.wait(Math.min(leftMs(sentMs, PAGE_HEARTBEAT_MS), leftMs(checkedMs, ALLOWED_FOR_MS)), signal);
  }
}

/**
 * What happens after the page was opened comes from it. Money may have moved and a member may have changed something,
 * unless it is known that they have not.
 */
async function missedSince(
  db: Db,
  { page, ownerId, since, standing }: Omit<PageStream, "since"> & { readonly since: Position | "lost" },
): Promise<string> {
  const { after } = page;
  if (since === "lost") return changeText({ kind: "everything", id: after.id });
  const missed = await changesBetween(db, ownerId, since, after);
  return [...missed, ...(standing === page.standing ? [] : [WALLET, PROJECT])].map(changeText).join("");
}
