import { keptIn } from "./kept.ts";

/** A row that is asked for once: its key was chosen before anything was sent. */
export type Row<Body> = { readonly number: number; readonly key: string; readonly body: Body };

/** The rows of a file, kept before the first one is sent. Times in milliseconds since 1970, by the service's clock. */
export type Plan<Body> = {
  readonly fileName: string;
  /** Of the file, which has given the rows their keys. */
  readonly begunAt: number;
  /** What is left of it can be asked for until then. */
  readonly until: number;
  readonly rows: readonly Row<Body>[];
};

export function isOver({ until }: Pick<Plan<unknown>, "until">, now: number): boolean {
  return !(now < until);
}

/** A line of a file that is asked for. */
export type Asked<Body> = {
  readonly number: number;
  readonly body: Body;
  /** Of the row of another file, whose results this line is of. */
  readonly named?: RowName | undefined;
};

/** Keys count rows, not lines: with an empty line more or less a file asks for the same. */
export function rowsOf<Body>(lines: readonly Asked<Body>[], key: string): readonly Row<Body>[] {
  return lines.map(({ number, body, named }, i) => ({ number, body, key: `${key}-${named?.index ?? i}` }));
}

/** Which row of which file a line of its results is. `key`: of the file. */
export type RowName = { readonly key: string; readonly index: number };

/** The column of the names of rows in a file of results. */
export const ROW_KEY = "rowKey";

/** As a cell: no spreadsheet takes it for a number or a date. */
export function rowKeyCell({ key }: Pick<Row<unknown>, "key">): string {
  return `row-${key}`;
}

function rowNamed(cell: string): RowName | undefined {
  const [, key, index] = /^row-([0-9a-f]{32})-(\d{1,4})$/.exec(cell) ?? [];
  return key === undefined ? undefined : { key, index: Number(index) };
}

/**
 * What the cells in the column of the names of rows say of each line, undefined: there is no such column. Either each
 * line is a row of one file, or none: a row that is asked for under two names is asked for twice.
 */
export function rowNames(cells: readonly (string | undefined)[]) {
  if (cells.every((cell) => cell === undefined)) return undefined;
  const all = cells.map((cell) => (cell === undefined ? undefined : rowNamed(cell)));
  const of = all.find((one) => one !== undefined)?.key;
  return all.map((named, i) => ({ named, wrong: wrongName(named, of, all.slice(0, i)) }));
}

function wrongName(named: RowName | undefined, of: string | undefined, before: readonly (RowName | undefined)[]) {
  if (named === undefined) return `It has no ${ROW_KEY} as the others have: new lines are a file of their own.`;
  if (named.key !== of) return `Its ${ROW_KEY} is of another file than that of the lines above.`;
  if (before.some((one) => one?.index === named.index)) return `Its ${ROW_KEY} is that of a line above.`;
  return undefined;
}

/** A file as this tab keeps it: the plan, and a line for each result, so that one is written at a time. */
export function keptFile<Body, Result>(storage: () => Storage, of: readonly string[]) {
  const plan = keptIn<Plan<Body>>(storage, of);
  const result = (index: number) => keptIn<Result>(storage, [...of, String(index)]);
  return {
    plan: () => plan.read(),
    result: (index: number) => result(index).read(),
    results(rows: readonly unknown[]): ReadonlyMap<number, Result> {
      const found = rows.map((_, i) => [i, result(i).read()] as const);
      return new Map(found.filter((pair): pair is [number, Result] => pair[1] !== undefined));
    },
    /** False: this browser keeps nothing, and nobody would know after a reload what became of the rows. */
    begin: (wanted: Plan<Body>): boolean => plan.write(wanted),
    /** Undefined: nothing was done. False: it is not kept. */
    write(index: number, found: Result | undefined): boolean {
      if (found !== undefined) return result(index).write(found);
      result(index).remove();
      return true;
    },
    forget(rows: readonly unknown[]): void {
      plan.remove();
      for (const i of rows.keys()) result(i).remove();
    },
  };
}

export type KeptFile<Body, Result> = ReturnType<typeof keptFile<Body, Result>>;
