import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useHere } from "../context.ts";
import type { KeptFile, Row } from "./kept-file.ts";
import { type Asking, leftOf, type Made, type RowResult, runRows } from "./run-rows.ts";

type Running<Body, Done extends Made> = {
  readonly kept: KeptFile<Body, RowResult<Done>>;
  readonly rows: readonly Row<Body>[];
  /** It begins by itself. */
  readonly isNew: boolean;
  readonly asking: Asking<Body, Done>;
  /** What is kept of a row of which there is more to say. The later, unless it says otherwise. */
  readonly keep?: (
    before: RowResult<Done> | undefined,
    after: RowResult<Done> | undefined,
  ) => RowResult<Done> | undefined;
};

/** Rows on their way: what became of each, and what goes on with them. */
export function useRun<Body, Done extends Made>({
  kept,
  rows,
  isNew,
  asking,
  keep = (_, after) => after,
}: Running<Body, Done>) {
  const { project } = useHere();
  const client = useQueryClient();
  const [results, setResults] = useState(() => kept.results(rows));
  const [state, setState] = useState<"still" | "running" | "stopping">("still");
  const [error, setError] = useState<unknown>();
  /** Read by what runs, while the page is drawn anew. */
  const run = useRef({ isRunning: false, isStopped: false });
  const put = (index: number, found: RowResult<Done> | undefined): boolean => {
    const result = keep(kept.result(index), found);
    const isKept = kept.write(index, result);
    setResults((before) => {
      const after = new Map(before);
      if (result === undefined) after.delete(index);
      else after.set(index, result);
      return after;
    });
    return isKept;
  };
  const go = async (indexes: readonly number[]) => {
    if (run.current.isRunning) return;
    const own = { isRunning: true, isStopped: false };
    run.current = own;
    setState("running");
    setError(undefined);
    const deps = {
      ...asking,
      wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
      resultOf: kept.result,
      onResult: put,
      isStopped: () => own.isStopped,
    };
    setError(await runRows(deps, rows, indexes));
    own.isRunning = false;
    setState("still");
    await client.invalidateQueries({ queryKey: ["project", project.id] });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once, and stops when the page is left
  useEffect(() => {
    if (isNew) void go(leftOf(rows, kept.results(rows)));
    return () => {
      run.current.isStopped = true;
    };
  }, []);
  return {
    results,
    state,
    error,
    /** What is known of a row by another way. */
    put,
    run: (indexes: readonly number[]) => void go(indexes),
    stop() {
      run.current.isStopped = true;
      setState("stopping");
    },
  };
}
