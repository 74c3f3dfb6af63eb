import { keptIn } from "../../parts/kept.ts";
import type { Row, RowResult } from "./pay-rows.ts";

/** The rows of a file, kept before the first one is sent. `at`: of their keys, in milliseconds since 1970. */
export type Plan = { readonly fileName: string; readonly at: number; readonly rows: readonly Row[] };

/** Files that were begun in this browser: by what they say, the beginning of their keys. */
type Known = Readonly<Record<string, { readonly key: string; readonly at: number }>>;

/**
 * So long a file is known, and what is left of it can be paid. Ours: the service keeps a key for 30 days at least
 * (docs/contract.md, "Idempotency").
 */
export const KNOWN_MS = 14 * 86_400_000;

type Storages = { readonly ofTab: () => Storage; readonly ofBrowser: () => Storage };

/** A file of payments as this tab keeps it: the plan, and a line for each result, so that one is written at a time. */
export function keptRows({ ofTab, ofBrowser }: Storages, of: readonly string[]) {
  const plan = keptIn<Plan>(ofTab, [...of, "pay-file"]);
  const result = (index: number) => keptIn<RowResult>(ofTab, [...of, "pay-file", String(index)]);
  const known = keptIn<Known>(ofBrowser, [...of, "pay-files"]);
  const knownAt = (now: number): Known =>
    Object.fromEntries(Object.entries(known.read() ?? {}).filter(([, { at }]) => now - at < KNOWN_MS));
  return {
    plan: () => plan.read(),
    result: (index: number) => result(index).read(),
    results(rows: readonly Row[]): ReadonlyMap<number, RowResult> {
      const found = rows.map((_, i) => [i, result(i).read()] as const);
      return new Map(found.filter((pair): pair is [number, RowResult] => pair[1] !== undefined));
    },
    /** When a file that says the same was begun in this browser, and how its keys begin. */
    begunBefore: (print: string, now: number) => knownAt(now)[print],
    /** False: this browser keeps nothing, and a reload would pay rows twice. */
    begin(wanted: Plan, print: string, key: string): boolean {
      return plan.write(wanted) && known.write({ ...knownAt(wanted.at), [print]: { key, at: wanted.at } });
    },
    /** Undefined: nothing was done. False: it is not kept. */
    write(index: number, found: RowResult | undefined): boolean {
      if (found !== undefined) return result(index).write(found);
      result(index).remove();
      return true;
    },
    forget(rows: readonly Row[]): void {
      plan.remove();
      for (const i of rows.keys()) result(i).remove();
    },
  };
}

export type KeptRows = ReturnType<typeof keptRows>;

const FNV_PRIME = 0x01000193;
const FNV_BASES = [0x811c9dc5, 0x1b873593] as const;

/** Tells files apart by what would be paid; no secret, and no proof. Source: FNV-1a, with two beginnings. */
export function printOf(bodies: readonly object[]): string {
  const text = JSON.stringify(bodies);
  const hashes = FNV_BASES.map((base) => {
    let hash: number = base;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME) >>> 0;
    return hash.toString(36);
  });
  return [text.length, ...hashes].join("-");
}
