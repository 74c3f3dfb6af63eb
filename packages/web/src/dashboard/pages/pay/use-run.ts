import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { useHere } from "../../context.ts";
import type { KeptRows, Row, RowResult } from "./pay-rows.ts";
import { type PayBody, sendPayment } from "./payment-body.ts";
import { leftOf, runRows } from "./run-rows.ts";

/** Rows on their way: what became of each, and what goes on with them. `isNew`: it begins by itself. */
export function useRun(kept: KeptRows, rows: readonly Row[], isNew: boolean) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const [results, setResults] = useState(() => kept.results(rows));
  const [state, setState] = useState<"still" | "running" | "stopping">("still");
  const [error, setError] = useState<unknown>();
  /** Read by what runs, while the page is drawn anew. */
  const run = useRef({ isRunning: false, isStopped: false });
  const write = (index: number, result: RowResult | undefined): boolean => {
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
      send: (body: PayBody, key: string) => sendPayment(api, body, key),
      wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
      resultOf: kept.result,
      onResult: write,
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
    run: (indexes: readonly number[]) => void go(indexes),
    stop() {
      run.current.isStopped = true;
      setState("stopping");
    },
    /** A payment that was under way has its end. */
    finish(index: number, { id, status, fee, failure }: Shape<"Payment">) {
      const turn = results.get(index)?.turn ?? 0;
      if (status === "failed")
        write(index, { kind: "refused", turn, isUsed: true, message: failure?.message ?? "It was not paid." });
      else if (status === "completed") write(index, { kind: "sent", turn, thing: "payment", id, status, fee });
    },
  };
}
