import { CallFailed } from "../../../api/failure.ts";
import { refusalOf, waitMs } from "../../parts/ask-rows.ts";
import { isUnknown } from "../../parts/make-once.ts";
import type { Row, RowResult } from "./pay-rows.ts";
import type { PayBody, Sent } from "./payment-body.ts";

export type RunDeps = {
  readonly send: (body: PayBody, key: string) => Promise<Sent>;
  readonly wait: (ms: number) => Promise<void>;
  readonly resultOf: (index: number) => RowResult | undefined;
  /** Kept before anything else is sent. Undefined: nothing was done. False: it could not be kept. */
  readonly onResult: (index: number, result: RowResult | undefined) => boolean;
  readonly isStopped: () => boolean;
};

const TRIES_MAX = 5;

/** What would refuse the next rows as well: they are not asked for. */
const OF_ALL = [
  "insufficient_funds",
  "key_unconfirmed",
  "limit_exceeded",
  "login_needed",
  "fresh_login_needed",
  "over_key_budget",
  "over_service_day",
  "project_not_found",
  "restoring",
  "role_missing",
  "sending_paused",
];

/**
 * Pays the rows `indexes`, one after the other, each with its own key. What is not known, or was refused before a
 * payment was made, is asked for again with the same key, and after a payment that failed with the next one: whoever
 * else has the file comes to the same keys, so at most one payment of a row goes well. Ends early with what would
 * refuse every row, such as an empty wallet, and when nobody knows what became of a row: answers why, or undefined.
 */
export async function runRows(
  { send, wait, resultOf, onResult, isStopped }: RunDeps,
  rows: readonly Row[],
  indexes: readonly number[],
): Promise<unknown> {
  for (const index of indexes) {
    const row = rows[index];
    if (row === undefined || isStopped()) return undefined;
    const before = resultOf(index);
    const turn = (before?.turn ?? 0) + (before?.kind === "refused" && before.isUsed ? 1 : 0);
    if (!onResult(index, { kind: "asked", turn })) return new Error("nothing is kept");
    const outcome = await payRow({ send, wait, isStopped }, row, turn);
    onResult(index, outcome.result ?? before);
    if (outcome.ended !== undefined) return outcome.ended;
  }
  return undefined;
}

type Outcome = { readonly result: RowResult | undefined; readonly ended?: unknown };

async function payRow(
  { send, wait, isStopped }: Pick<RunDeps, "send" | "wait" | "isStopped">,
  { body, key: first }: Row,
  turn: number,
): Promise<Outcome> {
  const key = turn === 0 ? first : `${first}-${turn}`;
  /** Of the row as far as it is known: one answer that was lost counts, whatever is answered later. */
  let left: RowResult | undefined;
  for (let tries = 1; ; tries++) {
    try {
      return { result: { kind: "sent", turn, ...(await send(body, key)) } };
    } catch (error) {
      if (isUnknown(error)) left = { kind: "asked", turn };
      const failure = error instanceof CallFailed ? error : undefined;
      if (failure !== undefined && OF_ALL.includes(failure.code)) return { result: left, ended: error };
      const isPassing = isUnknown(error) || failure?.passes === true;
      if (!isPassing && failure !== undefined)
        return { result: { ...refusalOf(failure), turn, isUsed: failure.made !== undefined } };
      if (tries >= TRIES_MAX || isStopped()) return { result: left, ended: error };
      await wait(waitMs(error instanceof CallFailed ? error.retryAfterSeconds : undefined, tries));
    }
  }
}

/** Rows that have not been paid and were not refused. */
export function leftOf(rows: readonly Row[], results: ReadonlyMap<number, RowResult>): readonly number[] {
  return [...rows.keys()].filter((i) => (results.get(i)?.kind ?? "asked") === "asked");
}

/** Rows that were refused: nothing of them is paid, and they can be asked for again. */
export function refusedOf(rows: readonly Row[], results: ReadonlyMap<number, RowResult>): readonly number[] {
  return [...rows.keys()].filter((i) => results.get(i)?.kind === "refused");
}
