import { CallFailed } from "../../api/failure.ts";
import type { Row } from "./kept-file.ts";
import { isUnknown } from "./make-once.ts";

/** What a row has come to. */
export type Made = { readonly kind: "sent" | "made" };

/** What became of a row. `turn`: how many things were made of it and failed; each has a key of its own. */
export type RowResult<Done extends Made> =
  | (Done & { readonly turn: number })
  /** `isUsed`: a thing was made with its key, and failed. Else the key is free. */
  | {
      readonly kind: "refused";
      readonly turn: number;
      readonly isUsed: boolean;
      readonly message: string;
      /** Hashes of payments from before a restore that it may repeat: a person says that it is another one. */
      readonly repeats?: readonly string[];
    }
  /** It was asked for, and its outcome is not known yet. */
  | { readonly kind: "asked"; readonly turn: number };

type Refused = Extract<RowResult<never>, { readonly kind: "refused" }>;

/** How the rows of a file are asked for. */
export type Asking<Body, Done> = {
  readonly send: (body: Body, key: string) => Promise<Done>;
  /** So many rows are under way at a time. */
  readonly lanes: number;
  /** Would it refuse the next rows as well? Then they are not asked for. */
  readonly endsAll: (failure: CallFailed) => boolean;
};

export type RunDeps<Body, Done extends Made> = Asking<Body, Done> & {
  readonly wait: (ms: number) => Promise<void>;
  readonly resultOf: (index: number) => RowResult<Done> | undefined;
  /** Kept before anything else is sent. Undefined: nothing was done. False: it could not be kept. */
  readonly onResult: (index: number, result: RowResult<Done> | undefined) => boolean;
  readonly isStopped: () => boolean;
};

const TRIES_MAX = 5;
const WAIT_MS = 1_000;

/**
 * Asks for the rows `indexes`, each with its own key. What is not known, or was refused before anything was made, is
 * asked for again with the same key, and after a thing that failed with the next one: whoever else has the file comes
 * to the same keys, so at most one thing of a row goes well. Ends early with what would refuse every row, such as an
 * empty wallet, and when nobody knows what became of a row: answers why, or undefined.
 */
export async function runRows<Body, Done extends Made>(
  deps: RunDeps<Body, Done>,
  rows: readonly Row<Body>[],
  indexes: readonly number[],
): Promise<unknown> {
  const { resultOf, onResult, isStopped } = deps;
  const left = [...indexes];
  let ended: unknown;
  const lane = async () => {
    while (ended === undefined && !isStopped()) {
      const index = left.shift();
      const row = index === undefined ? undefined : rows[index];
      if (index === undefined || row === undefined) return;
      const before = resultOf(index);
      const turn = (before?.turn ?? 0) + (before?.kind === "refused" && before.isUsed ? 1 : 0);
      if (!onResult(index, { kind: "asked", turn })) {
        ended ??= new Error("nothing is kept");
        return;
      }
      const outcome = await askRow(deps, row, turn);
      onResult(index, outcome.result ?? before);
      ended ??= outcome.ended;
    }
  };
  await Promise.all(Array.from({ length: deps.lanes }, lane));
  return ended;
}

type Outcome<Done extends Made> = { readonly result: RowResult<Done> | undefined; readonly ended?: unknown };

async function askRow<Body, Done extends Made>(
  { send, wait, isStopped, endsAll }: RunDeps<Body, Done>,
  { body, key: first }: Row<Body>,
  turn: number,
): Promise<Outcome<Done>> {
  const key = turn === 0 ? first : `${first}-${turn}`;
  /** Of the row as far as it is known: one answer that was lost counts, whatever is answered later. */
  let left: RowResult<Done> | undefined;
  for (let tries = 1; ; tries++) {
    try {
      return { result: { turn, ...(await send(body, key)) } };
    } catch (error) {
      if (isUnknown(error)) left = { kind: "asked", turn };
      const failure = error instanceof CallFailed ? error : undefined;
      if (failure !== undefined && endsAll(failure)) return { result: left, ended: error };
      const isPassing = isUnknown(error) || failure?.passes === true;
      if (!isPassing && failure !== undefined) return { result: { kind: "refused", turn, ...refusalOf(failure) } };
      if (tries >= TRIES_MAX || isStopped()) return { result: left, ended: error };
      await wait(waitMs(failure?.retryAfterSeconds, tries));
    }
  }
}

/** What the service asks for, else twice as long as the last time. */
function waitMs(retryAfterSeconds: number | undefined, tries: number): number {
  return retryAfterSeconds === undefined ? WAIT_MS * 2 ** (tries - 1) : retryAfterSeconds * 1_000;
}

/** Where the service speaks to a program. */
const WORDS: Readonly<Record<string, string>> = {
  maybe_paid:
    "It may be paid: the service was restored from a copy, and its node had made a payment of this amount of which " +
    "nothing else is known. Ask the recipient, or the operator, before you pay it all the same.",
  idempotency_mismatch:
    "This row was asked for before with other cells, so it is not asked for again: look at what was made.",
};

/** Hashes of payments from before a restore that what was refused may repeat. None: another reason refused it. */
export function repeatsOf(error: unknown): readonly string[] {
  return error instanceof CallFailed && error.code === "maybe_paid" ? error.details.map(({ issue }) => issue) : [];
}

/** What is wrong with a row, with each field. */
function refusalOf(failure: CallFailed): Omit<Refused, "kind" | "turn"> {
  const { code, message, details, made } = failure;
  const isUsed = made !== undefined;
  const repeats = repeatsOf(failure);
  if (repeats.length > 0) return { isUsed, message: WORDS[code] ?? message, repeats };
  const issues = details.map(({ field, issue }) => `${field} ${issue}`);
  return { isUsed, message: [WORDS[code] ?? message, ...issues].join("; ") };
}

/** Rows of which nothing is made and that were not refused. */
export function leftOf(
  rows: readonly unknown[],
  results: ReadonlyMap<number, { readonly kind: string }>,
): readonly number[] {
  return [...rows.keys()].filter((i) => (results.get(i)?.kind ?? "asked") === "asked");
}

/** Rows that were refused: nothing of them is made, and they can be asked for again. */
export function refusedOf(
  rows: readonly unknown[],
  results: ReadonlyMap<number, { readonly kind: string }>,
): readonly number[] {
  return [...rows.keys()].filter((i) => results.get(i)?.kind === "refused");
}

/** Between the clocks of two processes of the service. */
const CLOCKS_MS = 60_000;

/**
 * How many things of the rows there were before their file was begun: the service does not remember that it was begun
 * before, and answers with what it has by the keys of the rows.
 */
export function madeBefore(
  results: ReadonlyMap<number, { readonly kind: string; readonly createdAt?: string }>,
  { begunAt }: { readonly begunAt: number },
): number {
  return [...results.values()].filter(({ createdAt }) => Date.parse(createdAt ?? "") < begunAt - CLOCKS_MS).length;
}
