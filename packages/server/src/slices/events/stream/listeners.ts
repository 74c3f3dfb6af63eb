import type { Clock, Loop, Scheduler } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type EventNo, LISTENED_MS, LISTENERS_MAX, TooManyListeners } from "../model/stream.ts";
import { listNewestNos, updateListening } from "../store/stream.ts";

/** How often events of the projects that are listened to are looked for, in one statement for all of them. */
const POLL_MS = 500;
/** How often it is written that a project is listened to. Once in a while it takes two turns. */
const RENEW_MS = 60_000;

/** The streams that this process answers. One for each process. */
export type Listeners = {
  /** @throws {TooManyListeners} when the project has `LISTENERS_MAX` already. */
  open(ownerId: string): Listener;
  count(): number;
  /** Ends the look-ups, also when streams are open. Resolves when the last one has ended. */
  stop(): Promise<void>;
};

export type Listener = {
  readonly ownerId: string;
  /**
   * Resolves when the project has an event after `no`, when `signal` aborts, and in any case after `maxMs`.
   * @throws what the look-up failed with.
   */
  wait(no: EventNo, limits: { readonly maxMs: number; readonly signal: AbortSignal }): Promise<void>;
  close(): void;
};

type Waiting = { readonly ownerId: string; readonly no: EventNo; end(failure?: { readonly error: unknown }): void };

export type ListenersDeps = { readonly db: Db; readonly clock: Clock; readonly scheduler: Scheduler };

export function createListeners(deps: ListenersDeps): Listeners {
  const { clock, scheduler } = deps;
  /** How many streams each project has. */
  const open = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let loop: Loop | undefined;
  let stopped: Promise<void> | undefined;
  let renewedMs = 0;

  async function look(): Promise<void> {
    try {
      await lookFor([...open.keys()]);
    } catch (error) {
      for (const each of waiting) each.end({ error });
      throw error;
    }
  }

  async function lookFor(ownerIds: readonly string[]): Promise<void> {
    if (clock.monotonicMs() - renewedMs >= RENEW_MS) {
      await keepWritten(deps, ownerIds);
      renewedMs = clock.monotonicMs();
    }
    const newest = await listNewestNos(deps.db, ownerIds);
    for (const each of waiting) if ((newest.get(each.ownerId) ?? 0n) > each.no) each.end();
  }

  function start(): void {
    renewedMs = clock.monotonicMs(); // each stream writes it when it opens
    loop = scheduler.loop("events.watch_streams", POLL_MS, look);
  }

  function closeOne(ownerId: string): void {
    const left = (open.get(ownerId) ?? 0) - 1;
    if (left > 0) open.set(ownerId, left);
    else open.delete(ownerId);
    if (open.size > 0) return;
    stopped = loop?.stop();
    loop = undefined;
  }

  return {
    open(ownerId) {
      const others = open.get(ownerId) ?? 0;
      if (others >= LISTENERS_MAX) throw new TooManyListeners();
      open.set(ownerId, others + 1);
      if (loop === undefined) start();
      let isOpen = true;
      return {
        ownerId,
        wait: (no, limits) => waitFor({ clock, waiting }, { ownerId, no }, limits),
        close() {
          if (isOpen) closeOne(ownerId);
          isOpen = false;
        },
      };
    },
    count: () => [...open.values()].reduce((sum, streams) => sum + streams, 0),
    async stop() {
      const last = loop?.stop();
      loop = undefined;
      await Promise.all([stopped, last]);
    },
  };
}

/** Has the events of these projects written from now on, and for a while after the last call. */
export async function keepWritten(
  { db, clock }: Pick<ListenersDeps, "db" | "clock">,
  ownerIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  await updateListening(db, { ownerIds, now, until: new Date(now.getTime() + LISTENED_MS + 2 * RENEW_MS) });
}

async function waitFor(
  { clock, waiting }: { readonly clock: Clock; readonly waiting: Set<Waiting> },
  { ownerId, no }: { readonly ownerId: string; readonly no: EventNo },
  { maxMs, signal }: { readonly maxMs: number; readonly signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) return;
  const done = new AbortController();
  const leave = () => done.abort();
  let failure: { readonly error: unknown } | undefined;
  const own: Waiting = {
    ownerId,
    no,
    end(failed) {
      failure = failed;
      leave();
    },
  };
  waiting.add(own);
  signal.addEventListener("abort", leave);
  await clock.sleep(maxMs, done.signal);
  signal.removeEventListener("abort", leave);
  waiting.delete(own);
  if (failure !== undefined) throw failure.error;
}
