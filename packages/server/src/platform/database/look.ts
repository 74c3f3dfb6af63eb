import type { Clock, Scheduler } from "#kernel/clock.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "./connection.ts";
import { columns, type Db, one, type Part, sql } from "./db.ts";

/** What somebody wants to know of the database in one look. */
export type Question<Row> = {
  /** Expressions that give one value each. */
  readonly columns: Readonly<Record<keyof Row & string, Part>>;
  /** Called once. Undefined: there is no answer in time. Must not throw. */
  readonly answered: (row: Row | undefined) => void;
};

/** One statement a second, for all in this process who want to know something of the database again and again. */
export type Look = {
  /**
   * From the next look on: with each, or with every so-many-th, which makes the question anew. What is returned ends
   * it.
   */
  ask<Row extends object>(make: () => Question<Row>, every?: number): () => void;
  /** Looks now, or once more right after the look that is under way. */
  now(): void;
  /** Resolves when no look is under way any more. */
  stop(): Promise<void>;
};

type Row = Readonly<Record<string, unknown>>;
type Asker = { readonly make: () => Question<Row>; readonly every: number; isUnderWay: boolean };

/** For so long at most work waits that another process has left. */
const LOOK_MS = 1_000;
/** What has not answered by then waits for a lock, or the database is silent. */
const LATE_MS = 1_000;
/** For so long each question goes by itself when they got no answer together. */
const APART_MS = 60_000;

/**
 * Looks once a second. A statement costs process and database ten times what a question in it does. When it fails or is
 * late because of one question, such as about a table that is being migrated, each goes by itself for a minute.
 */
export function startLook({
  db,
  clock,
  scheduler,
}: {
  readonly db: Pick<Db, "query">;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): Look {
  const askers = new Set<Asker>();
  let looks = 0;
  let apartUntilMs = 0;

  const loop = scheduler.loop("platform.look", LOOK_MS, async () => {
    const wanting = [...askers].filter(({ every, isUnderWay }) => looks % every === 0 && !isUnderWay);
    looks += 1;
    if (wanting.length === 0) return;
    if (clock.monotonicMs() >= apartUntilMs) {
      if (await askTogether(wanting)) return;
      apartUntilMs = clock.monotonicMs() + APART_MS;
    }
    await Promise.all(wanting.map(askAlone));
  });

  /** False when there is no answer, and not because the database is gone: then it throws. */
  async function askTogether(wanting: readonly Asker[]): Promise<boolean> {
    const questions = wanting.map(({ make }) => make());
    const named = questions.map(({ columns }, i) => Object.entries(columns).map(([name, of]) => [`${i} ${name}`, of]));
    try {
      const row = await inTime(read(Object.fromEntries(named.flat())));
      if (row === undefined) return false;
      for (const [i, { answered }] of questions.entries()) answered(ofQuestion(row, i));
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown)) return false;
      for (const { answered } of questions) answered(undefined);
      throw error;
    }
  }

  /** One that was late is not asked again before its answer has come. */
  async function askAlone(asker: Asker): Promise<void> {
    const { columns, answered } = asker.make();
    asker.isUnderWay = true;
    const reading = read(columns).finally(() => {
      asker.isUnderWay = false;
    });
    answered(await inTime(reading).catch(() => undefined));
  }

  async function read(values: Readonly<Record<string, Part>>): Promise<Row> {
    return one(await db.query<Row>(sql`select ${columns(values)}`));
  }

  /** Undefined when it is late; what then comes of it is of no interest. */
  async function inTime(reading: Promise<Row>): Promise<Row | undefined> {
    const done = new AbortController();
    const late = clock.sleep(LATE_MS, done.signal).then(() => undefined);
    try {
      return await Promise.race([reading, late]);
    } finally {
      done.abort(NO_LONGER);
      reading.catch(() => undefined);
    }
  }

  return {
    ask(make, every = 1) {
      const asker: Asker = { make: make as unknown as Asker["make"], every, isUnderWay: false };
      askers.add(asker);
      return () => void askers.delete(asker);
    },
    now: loop.wake,
    stop: loop.stop,
  };
}

/** The values of one question. */
function ofQuestion(row: Row, i: number): Row {
  const prefix = `${i} `;
  const own = Object.entries(row).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}
