import { CallFailed } from "../../../api/failure.ts";
import type { Shape } from "../../../api/shapes.ts";
import { refusalOf, waitMs } from "../../parts/ask-rows.ts";
import { isUnknown } from "../../parts/make-once.ts";
import { madeOf, type Row, type RowResult } from "./batch.ts";
import type { VoucherBody } from "./voucher-body.ts";

export type RunDeps = {
  readonly send: (body: VoucherBody, key: string) => Promise<Shape<"IssuedVoucher">>;
  readonly wait: (ms: number) => Promise<void>;
  /** Kept before the next row is sent. */
  readonly onResult: (index: number, result: RowResult) => void;
  readonly isStopped: () => boolean;
};

/** So many rows are under way at a time. */
const LANES = 4;
const TRIES_MAX = 6;
/** What is wrong with one row; every other refusal would be that of the next row too. */
const OF_ROW = ["invalid_input", "invalid_amount"];

/**
 * Makes a voucher of each row that has no result yet, each with its own key. What is not known is asked for again with
 * the same key. Ends early with what would refuse every row, such as an empty wallet: what is left has no result then.
 */
export async function runBatch(
  { send, wait, onResult, isStopped }: RunDeps,
  rows: readonly Row[],
  results: ReadonlyMap<number, RowResult>,
): Promise<unknown> {
  const left = rows.map((row, index) => ({ row, index })).filter(({ index }) => !results.has(index));
  let ended: unknown;
  const make = async ({ body, key }: Row): Promise<RowResult> => {
    for (let tries = 1; ; tries++) {
      try {
        return madeOf(await send(body, key));
      } catch (error) {
        if (error instanceof CallFailed && OF_ROW.includes(error.code)) return refusalOf(error);
        const isPassing = isUnknown(error) || (error instanceof CallFailed && error.passes);
        if (!isPassing || tries >= TRIES_MAX || isStopped()) throw error;
        await wait(waitMs(error instanceof CallFailed ? error.retryAfterSeconds : undefined, tries));
      }
    }
  };
  const lane = async () => {
    for (let next = left.shift(); next !== undefined && ended === undefined; next = left.shift()) {
      if (isStopped()) return;
      try {
        onResult(next.index, await make(next.row));
      } catch (error) {
        ended ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return ended;
}
