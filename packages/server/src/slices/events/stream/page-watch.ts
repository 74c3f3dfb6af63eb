import { createHmac } from "node:crypto";
import type { Wallet } from "#kernel/caller.ts";
import type { Clock, Loop, Random, Scheduler } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { placeText } from "../model/page-place.ts";
import { type Change, MISSED_EVENTS_MAX, PageStreamsFull, STREAMS_OF_PERSON_MAX } from "../model/page-stream.ts";
import { BEGINNING, type Position } from "../model/stream.ts";
import { listStandings, type Standing } from "../store/page-streams.ts";
import { listEventsAfter } from "../store/stream.ts";
import { keepWritten } from "./listeners.ts";

/** How often it is looked for changes, in one statement for all that pages are open for. */
const LOOK_EVERY_MS = 500;
/** How often it is written that somebody looks at these owners' events. */
const RENEW_MS = 60_000;

/** The pages that this process tells of changes. One for each process. */
export type PageWatch = {
  /** For a page that is about to read what this wallet and its owner have: what changes from now on is after it. */
  placeNow(wallet: Wallet): Promise<string>;
  /**
   * Takes a place. What happens from then on is told by `take`; `after` says from where on.
   * @throws {PageStreamsFull}
   */
  open(page: { readonly person: string; readonly wallet: Wallet }): Promise<OpenPage>;
  count(): number;
  /** Ends the looks, also when pages are open. Resolves when the last one has ended. */
  stop(): Promise<void>;
};

export type OpenPage = {
  /** What had happened when it was opened. */
  readonly after: Position;
  /** Where money and changes by members stood then, as a {@link Place} says it. */
  readonly standing: string;
  /** What has happened since it was asked last, in its order. */
  take(): readonly Change[];
  /**
   * Resolves when there is something to take, when `signal` aborts, and in any case after `maxMs`.
   * @throws what a look failed with.
   */
  wait(maxMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
};

export type PageWatchDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Pick<Random, "bytes">;
};

/** What a page has not been told yet. */
type Reader = { changes: Change[]; failure: { readonly error: unknown } | undefined; wake: () => void };

type Watched = {
  readonly ownerId: string;
  readonly account: Wallet["account"];
  readonly readers: Set<Reader>;
  /** What the readers have been told. */
  told: { readonly position: Position } & Pick<Standing, "posting" | "changes">;
};

/** `streamsMax`: of all persons. */
export function createPageWatch(deps: PageWatchDeps, { streamsMax }: { readonly streamsMax: number }): PageWatch {
  const { db, clock, scheduler } = deps;
  const watched = new Map<string, Watched>();
  const places = createPlaces(streamsMax);
  const standingText = standingTexts(deps.random);
  let loop: Loop | undefined;
  let stopped: Promise<void> | undefined;
  let renewedMs = 0;

  async function look(): Promise<void> {
    const all = [...watched.values()];
    try {
      if (clock.monotonicMs() - renewedMs >= RENEW_MS) {
        const ownerIds = all.map(({ ownerId }) => ownerId);
        await keepWritten(deps, ownerIds);
        renewedMs = clock.monotonicMs();
      }
      const standings = await listStandings(db, all);
      for (const [i, each] of all.entries()) await tell(db, each, standings[i]);
    } catch (error) {
      for (const { readers } of all) for (const reader of readers) fail(reader, error);
      throw error;
    }
  }

  function start(): void {
    renewedMs = clock.monotonicMs(); // each page writes it when it opens
    loop = scheduler.loop("events.watch_pages", LOOK_EVERY_MS, look);
  }

  function leave(each: Watched, reader: Reader): void {
    each.readers.delete(reader);
    if (each.readers.size === 0) watched.delete(each.ownerId);
    if (watched.size > 0) return;
    stopped = loop?.stop();
    loop = undefined;
  }

  return {
    async placeNow({ owner, account }) {
      const at = clock.now();
      await keepWritten(deps, [owner.id]);
      const told = await readTold(db, { ownerId: owner.id, account });
      return placeText({ after: told.position.id, at, standing: standingText(account, told) });
    },
    async open({ person, wallet: { owner, account } }) {
      const giveBack = places.take(person);
      try {
        await keepWritten(deps, [owner.id]);
        const told = watched.has(owner.id) ? undefined : await readTold(db, { ownerId: owner.id, account });
        // From here on nothing is waited for: what happens after this position is told.
        const each = watched.get(owner.id) ?? newlyWatched(owner.id, account, told);
        watched.set(owner.id, each);
        const reader: Reader = { changes: [], failure: undefined, wake: () => undefined };
        each.readers.add(reader);
        if (loop === undefined) start();
        let isOpen = true;
        return {
          after: each.told.position,
          standing: standingText(account, each.told),
          ...takingFrom(clock, reader),
          close() {
            if (!isOpen) return;
            isOpen = false;
            leave(each, reader);
            giveBack();
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    count: places.count,
    async stop() {
      const last = loop?.stop();
      loop = undefined;
      await Promise.all([stopped, last]);
    },
  };
}

/** Of this process alone: a place of another one has another text. The number of a posting would show our volume. */
function standingTexts(random: Pick<Random, "bytes">) {
  const key = random.bytes(STANDING_BYTES * 2);
  return (account: Wallet["account"], { posting, changes }: Watched["told"]) =>
    createHmac("sha256", key)
      .update(`${account} ${posting} ${changes}`)
      .digest()
      .subarray(0, STANDING_BYTES)
      .toString("base64url");
}

const STANDING_BYTES = 16;

/** Who has how many streams open. */
function createPlaces(max: number) {
  const persons = new Map<string, number>();
  let taken = 0;
  return {
    /** Returns how to give it back. @throws {PageStreamsFull} */
    take(person: string): () => void {
      const own = persons.get(person) ?? 0;
      if (own >= STREAMS_OF_PERSON_MAX || taken >= max) throw new PageStreamsFull();
      persons.set(person, own + 1);
      taken += 1;
      return () => {
        const left = (persons.get(person) ?? 0) - 1;
        if (left > 0) persons.set(person, left);
        else persons.delete(person);
        taken -= 1;
      };
    },
    count: () => taken,
  };
}

function newlyWatched(ownerId: string, account: Wallet["account"], told: Watched["told"] | undefined): Watched {
  if (told === undefined) throw new Error("nothing is known of what is newly watched");
  return { ownerId, account, readers: new Set(), told };
}

async function readTold(db: Db, owner: Pick<Watched, "ownerId" | "account">): Promise<Watched["told"]> {
  const [standing] = await listStandings(db, [owner]);
  if (standing === undefined) throw new Error("the owner has no standing");
  const { newest, posting, changes } = standing;
  return { position: newest ?? BEGINNING, posting, changes };
}

/** Tells the readers of an owner what is new. */
async function tell(db: Db, each: Watched, standing: Standing | undefined): Promise<void> {
  if (standing === undefined) return;
  const { position, posting, changes: done } = each.told;
  const newest = standing.newest ?? position;
  const events = await changesBetween(db, each.ownerId, position, newest);
  each.told = { position: newest, posting: standing.posting, changes: standing.changes };
  const changes = [
    ...events,
    ...(standing.posting === posting ? [] : [WALLET]),
    ...(standing.changes === done ? [] : [PROJECT]),
  ];
  if (changes.length === 0) return;
  for (const reader of each.readers) {
    const all = [...reader.changes, ...changes];
    reader.changes = all.length > MISSED_EVENTS_MAX ? [{ kind: "everything", id: newest.id }] : all;
    reader.wake();
  }
}

/** Money has moved. */
export const WALLET: Change = { kind: "wallet" };

/** A member has changed something, or somebody has answered an invitation. */
export const PROJECT: Change = { kind: "project" };

/** The events of an owner after one position and up to another; one change for all when they are too many. */
export async function changesBetween(
  db: Db,
  ownerId: string,
  after: Position,
  upTo: Position,
): Promise<readonly Change[]> {
  if (upTo.no <= after.no) return [];
  const found = await listEventsAfter(db, { ownerId, after: after.no, limit: MISSED_EVENTS_MAX + 1 });
  const wanted = found.filter(({ no }) => no <= upTo.no);
  if (wanted.length > MISSED_EVENTS_MAX) return [{ kind: "everything", id: upTo.id }];
  return wanted.map(({ event: { id, type, objectId, sequence, createdAt } }) => {
    return { kind: "event", id, type, objectId, sequence, createdAt };
  });
}

function takingFrom(clock: Clock, reader: Reader): Pick<OpenPage, "take" | "wait"> {
  return {
    take() {
      const { changes } = reader;
      reader.changes = [];
      return changes;
    },
    async wait(maxMs, signal) {
      if (signal.aborted || reader.changes.length > 0) return;
      const done = new AbortController();
      reader.wake = () => done.abort();
      if (reader.failure === undefined) {
        signal.addEventListener("abort", reader.wake);
        await clock.sleep(maxMs, done.signal);
        signal.removeEventListener("abort", reader.wake);
      }
      if (reader.failure !== undefined) throw reader.failure.error;
    },
  };
}

function fail(reader: Reader, error: unknown): void {
  reader.failure = { error };
  reader.wake();
}
