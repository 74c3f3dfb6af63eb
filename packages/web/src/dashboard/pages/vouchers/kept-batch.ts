import { keptIn } from "../../parts/kept.ts";
import type { Row, RowResult } from "./batch.ts";

/** The rows of a file, kept before the first one is sent. */
export type Plan = { readonly fileName: string; readonly rows: readonly Row[] };

/** A batch as this tab keeps it: the plan, and a line for each result, so that one result is written at a time. */
export function keptBatch(storage: () => Storage, of: readonly string[]) {
  const plan = keptIn<Plan>(storage, [...of, "batch"]);
  const result = (index: number) => keptIn<RowResult>(storage, [...of, "batch", String(index)]);
  return {
    plan: () => plan.read(),
    results(rows: readonly Row[]): ReadonlyMap<number, RowResult> {
      const found = rows.map((_, i) => [i, result(i).read()] as const);
      return new Map(found.filter((pair): pair is [number, RowResult] => pair[1] !== undefined));
    },
    /** False: this browser keeps nothing, and a reload would make rows twice. */
    begin: (wanted: Plan): boolean => plan.write(wanted),
    /** A link that is kept stays: who asks for the voucher again gets none. */
    write(index: number, made: RowResult): RowResult {
      const before = result(index).read();
      const kept = before?.kind === "made" && before.claimUrl !== null ? before : made;
      result(index).write(kept);
      return kept;
    },
    forget(rows: readonly Row[]): void {
      plan.remove();
      for (const i of rows.keys()) result(i).remove();
    },
  };
}

export type KeptBatch = ReturnType<typeof keptBatch>;
