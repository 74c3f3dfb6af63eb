import { keptIn } from "./kept.ts";

/** A row that is asked for once: its key was chosen before anything was sent. */
export type Row<Body> = { readonly number: number; readonly key: string; readonly body: Body };

/** The rows of a file, kept before the first one is sent. `at`: of their keys, in milliseconds since 1970. */
export type Plan<Body> = { readonly fileName: string; readonly at: number; readonly rows: readonly Row<Body>[] };

/**
 * So long what is left of a file can be asked for. Source: the service knows a file for 14 days, and the key of a row
 * for 30 at least (docs/operate.md, "Limits").
 */
export const KNOWN_MS = 14 * 86_400_000;

export function isOver({ at }: Plan<unknown>, now: number): boolean {
  return now - at >= KNOWN_MS;
}

/** Keys count rows, not lines: with an empty line more or less a file asks for the same. */
export function rowsOf<Body>(lines: readonly Omit<Row<Body>, "key">[], key: string): readonly Row<Body>[] {
  return lines.map(({ number, body }, i) => ({ number, body, key: `${key}-${i}` }));
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
