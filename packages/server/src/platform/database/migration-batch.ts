import type pg from "pg";
import type { Clock } from "#kernel/clock.ts";
import type { MigrationFile } from "./migration-files.ts";

/** How far the batches of a migration are. */
export type MigrationProgress = {
  /** `0060-name.sql`. */
  readonly file: string;
  /** Rows that are done, those of earlier tries included, and how many there are. */
  readonly done: number;
  readonly of: number;
  /** An estimate by the batches of this try; undefined before the first one. */
  readonly leftMs: number | undefined;
};

/** Counts what is left, so that progress can be told. */
export type Counter = {
  /** Runs one batch in the transaction that is open. @returns whether it changed a row; no: it is over. */
  run(client: pg.Client, file: MigrationFile): Promise<boolean>;
  /** The transaction was committed. */
  committed(): void;
};

const NONE = "select 0";

/**
 * Runs batches, and tells before the first and after each how far they are; nothing where there is nothing to do. What
 * is done is written down with the batch.
 */
export function countBatches(clock: Pick<Clock, "monotonicMs">, tell: (progress: MigrationProgress) => void): Counter {
  let current: { file: string; of: number; doneBefore: number; sinceMs: number } | undefined;
  let told: MigrationProgress | undefined;
  const begin = async (client: pg.Client, { name, version, remaining = NONE }: MigrationFile) => {
    const left = await countOf(client, remaining);
    const doneBefore = await addDone(client, version, 0);
    current = { file: name, of: doneBefore + left, doneBefore, sinceMs: clock.monotonicMs() };
    if (left > 0) tell({ file: name, done: doneBefore, of: current.of, leftMs: undefined });
    return current;
  };
  return {
    async run(client, file) {
      const { of, doneBefore, sinceMs } = current?.file === file.name ? current : await begin(client, file);
      const result = await client.query(file.sql);
      if (Array.isArray(result)) throw new Error(`${file.name} has batches, so it may have one statement alone`);
      const rows = result.rowCount ?? 0;
      if (rows === 0) return false;
      const done = await addDone(client, file.version, rows);
      const msPerRow = (clock.monotonicMs() - sinceMs) / Math.max(1, done - doneBefore);
      told = { file: file.name, done, of: Math.max(of, done), leftMs: msPerRow * Math.max(0, of - done) };
      return true;
    },
    committed() {
      if (told !== undefined) tell(told);
      told = undefined;
    },
  };
}

async function countOf(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query({ text: query, rowMode: "array" });
  return Number((rows as unknown[][])[0]?.[0] ?? 0);
}

/** @returns how many rows of this migration are done. */
async function addDone(client: pg.Client, version: number, rows: number): Promise<number> {
  const { rows: after } = await client.query<{ done: bigint }>(
    `insert into platform.migration_batch as b (version, done) values ($1, $2)
     on conflict (version) do update set done = b.done + excluded.done
     returning done`,
    [version, rows],
  );
  return Number(after[0]?.done ?? 0);
}

/** For people. Rounded: times up, so that it does not say zero while something is left. */
export function progressText({ file, done, of, leftMs }: MigrationProgress): string {
  const count = (rows: number) => rows.toLocaleString("en-US");
  const left = leftMs === undefined ? "" : `, about ${timeText(leftMs)} left`;
  return `${file}: ${count(done)} of ${count(of)} rows${left}`;
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** Calls `tell` with the first value, and then not more often than that. */
export function everySeconds<T>(
  clock: Pick<Clock, "monotonicMs">,
  seconds: number,
  tell: (value: T) => void,
): (value: T) => void {
  let nextMs = Number.NEGATIVE_INFINITY;
  return (value) => {
    const nowMs = clock.monotonicMs();
    if (nowMs < nextMs) return;
    nextMs = nowMs + seconds * 1000;
    tell(value);
  };
}
