import pg from "pg";
import type { Clock } from "#kernel/clock.ts";
import { Restoring } from "#kernel/errors.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Batch, BatchedFunction, Column } from "./batch.ts";
import { refusesAll } from "./closed.ts";
import { DatabaseUnavailable, isOutdated, OutcomeUnknown } from "./connection.ts";
import type { Statement } from "./db.ts";
import { passesByItself, STATEMENT_UNKNOWN } from "./later.ts";
import type { Connection, Database } from "./pool.ts";

/** Items in one call. More would make the first of them wait longer without making the call cheaper for each. */
const SIZE_MAX = 500;
/** Items that may wait. Above it a new item is refused immediately: its caller would have gone before its turn. */
const WAITING_MAX = 20_000;
/** How long a call is repeated after its first failure: longer than a restart of the database takes. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

type BatchDeps = {
  readonly db: Pick<Database, "connection">;
  readonly clock: Clock;
  /**
   * Notified after a call that has left work for a loop, of what: `leyden.left`, as the call has set it for its
   * transaction.
   */
  readonly onLeft?: (what: string) => void;
};

/** A batched function with the text of its call. */
type Call = {
  readonly name: string;
  readonly columns: readonly Column<never>[];
  readonly shared: readonly Column<never>[];
  readonly text: string;
};

type Item = {
  /** Its place among all items of this queue. */
  readonly arrival: number;
  readonly input: unknown;
  readonly answer: (row: Record<string, unknown> | undefined, at: Date) => void;
  readonly refuse: (error: unknown) => void;
};

/** The items of one function, in the order in which they came. */
type Lane = { readonly call: Call; readonly items: Item[] };

/**
 * The queue behind `Batch`: one call under way; items that arrive meanwhile go with the next. There is no timer, so an
 * idle process adds no delay, and a busy one makes its batches as large as the database is slow.
 *
 * A batch holds items of one function. The function whose oldest item has waited longest goes next, so that none
 * starves; no other order is promised between items that are under way at the same time. When the database cannot be
 * reached, everything that waits is refused together with the call: each caller has an answer within a minute.
 */
export function microBatch(deps: BatchDeps): Batch {
  const { clock } = deps;
  const lanes = new Map<string, Lane>();
  const carryOut = carrier(deps);
  let arrivals = 0;
  let waiting = 0;
  let running = false;

  return <Input, Output>(fn: BatchedFunction<Input, Output>, input: Input) =>
    new Promise<Output>((resolve, reject) => {
      if (waiting === WAITING_MAX) throw new DatabaseUnavailable(new Error(`${waiting} items are waiting`));
      const answer: Item["answer"] = (row, at) => {
        try {
          if (row === undefined) throw new Error(`${fn.name} gave no answer for an item`);
          resolve(fn.decode(row, input, at));
        } catch (error) {
          reject(error);
        }
      };
      laneOf(fn).items.push({ arrival: arrivals++, input, answer, refuse: reject });
      waiting += 1;
      if (running) return;
      running = true;
      void clock.turn().then(run); // callers of the same turn of the event loop share the batch
    });

  function laneOf(fn: BatchedFunction<never, unknown>): Lane {
    const known = lanes.get(fn.name);
    if (known !== undefined) return known;
    const lane: Lane = { call: callOf(fn), items: [] };
    lanes.set(fn.name, lane);
    return lane;
  }

  async function run(): Promise<void> {
    let size = 0;
    for (let lane = oldest(); lane !== undefined; lane = oldest()) {
      const items = lane.items.splice(0, sizeAfter(size, waiting));
      size = items.length;
      waiting -= size;
      const gone = await carryOut(lane.call, items, clock.now());
      if (gone !== undefined) refuseWaiting(gone);
    }
    running = false;
  }

  function refuseWaiting(gone: Gone): void {
    waiting = 0;
    for (const { items } of lanes.values()) refuse(items.splice(0), new DatabaseUnavailable(gone));
  }

  function oldest(): Lane | undefined {
    let found: Lane | undefined;
    for (const lane of lanes.values()) if (arrivalOf(lane) < arrivalOf(found)) found = lane;
    return found;
  }
}

/**
 * Items that the next batch takes when one of `size` has returned: at most half of the items in play. Without this
 * bound callers fall into lock-step: the database idles while they are answered.
 */
function sizeAfter(size: number, waiting: number): number {
  return size === 0 ? SIZE_MAX : Math.min(SIZE_MAX, Math.ceil((size + waiting) / 2));
}

function arrivalOf(lane: Lane | undefined): number {
  return lane?.items[0]?.arrival ?? Number.POSITIVE_INFINITY;
}

function callOf({ name, ...fn }: BatchedFunction<never, unknown>): Call {
  const columns = Object.values(fn.columns);
  const shared = Object.values(fn.shared ?? {});
  const types = ["timestamptz", ...columns.map(([type]) => `${type}[]`), ...shared.map(([type]) => type)];
  const values = types.map((type, i) => `$${i + 1}::${type}`).join(", ");
  // the function has run to its end before its first row comes out
  const set = (name: string) => `case when r.i = 1 then nullif(current_setting('leyden.${name}', true), '') end`;
  const text = `select r.*, ${set("posted")} as posted, ${set("left")} as "left" from ${name}(${values}) r`;
  return { name, columns, shared, text };
}

/** The database cannot be reached. */
type Gone = DatabaseUnavailable | OutcomeUnknown;

function isGone(error: unknown): error is Gone {
  return error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown;
}

function refuse(items: readonly Item[], error: unknown): void {
  for (const item of items) item.refuse(error);
}

/**
 * Carries out one call and answers each of its items; never throws. Returns why the database cannot be reached, when it
 * cannot. When the call fails:
 * - the connection broke, or the commit was not confirmed: the same call goes out again, with the same ids and the same
 *   time, on a new connection. The functions recognise what they have done.
 * - the database cannot do it now (restart, deadlock, disk full): it goes out again as well.
 * - the database takes nothing that moves value for now: all of them are refused.
 * - anything else is the fault of an item: the batch is halved until the failing one is alone, and only that one fails.
 */
function carrier({ db, clock, onLeft }: BatchDeps) {
  let connection: Connection | undefined;
  return carryOut;

  async function carryOut(call: Call, items: readonly Item[], at: Date): Promise<Gone | undefined> {
    try {
      const rows = await repeatUntilClear(statementFor(call, items, at));
      const byItem: (Record<string, unknown> | undefined)[] = Array(items.length);
      for (const row of rows) byItem[(row["i"] as number) - 1] = row;
      for (const [i, item] of items.entries()) item.answer(byItem[i], at);
      return undefined;
    } catch (error) {
      if (items.length > 1 && !isGone(error) && !refusesAll(error)) return await carryOutHalves(call, items, at);
      refuse(items, error);
      return isGone(error) ? error : undefined;
    }
  }

  async function carryOutHalves(call: Call, items: readonly Item[], at: Date): Promise<Gone | undefined> {
    const half = items.length >> 1;
    const gone = await carryOut(call, items.slice(0, half), at);
    if (gone === undefined) return await carryOut(call, items.slice(half), at);
    refuse(items.slice(half), new DatabaseUnavailable(gone));
    return gone;
  }

  /**
   * @throws {OutcomeUnknown}
   * @throws {DatabaseUnavailable} when nothing was done.
   * @throws the database's own error when nothing was done because of an item.
   */
  async function repeatUntilClear(statement: NamedStatement): Promise<Record<string, unknown>[]> {
    let mayBeDone = false;
    let giveUpAtMs: number | undefined;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const isFresh = connection === undefined;
      try {
        connection ??= await db.connection();
        const rows = await connection.query(statement);
        hear(rows, "posted", connection.onPosted);
        hear(rows, "left", onLeft);
        return rows;
      } catch (error) {
        const fault = faultOf(error, isFresh);
        if (fault === "item") throw error;
        mayBeDone ||= fault === "unknown";
        await connection?.close();
        connection = undefined;
        giveUpAtMs ??= clock.monotonicMs() + PATIENCE_MS;
        if (clock.monotonicMs() >= giveUpAtMs)
          throw mayBeDone ? new OutcomeUnknown(error) : new DatabaseUnavailable(error);
      }
      await clock.sleep(pauseMs);
    }
  }
}

/** The call was committed: a statement that failed has no rows. */
function hear(
  rows: readonly Record<string, unknown>[],
  name: "posted" | "left",
  heard: ((value: string) => void) | undefined,
): void {
  if (heard === undefined) return;
  for (const row of rows) {
    const value = row[name];
    if (typeof value === "string") heard(value);
  }
}

type NamedStatement = Statement & { readonly name: string };

function statementFor({ name, text, columns, shared }: Call, items: readonly Item[], at: Date): NamedStatement {
  const inputs = items.map(({ input }) => input as never);
  const arrays = columns.map((column) => (isUnused(column, inputs) ? null : arrayLiteral(column, inputs)));
  const single = shared.map(([, of]) => of(inputs[0] as never));
  return { name, text, values: [at.toISOString(), ...arrays, ...single] };
}

function isUnused([, of, rare]: Column<never>, inputs: readonly never[]): boolean {
  return rare !== undefined && inputs.every((input) => of(input) === undefined);
}

/** True when the server ended the connection: `admin_shutdown`, `crash_shutdown`. */
function isEnding(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^57P0[12]$/.test(error.code ?? "");
}

/** What caused the failure of a call: an item, or the database for now, or a connection that no longer answers. */
function faultOf(error: unknown, isFresh: boolean): "item" | "later" | "unknown" {
  if (error instanceof Restoring) return "item";
  if (error instanceof DatabaseUnavailable) return "later"; // no connection was had, so nothing was sent
  if (isOutdated(error)) return isFresh ? "item" : "later"; // on a new connection
  if (isEnding(error)) return "unknown"; // it may have committed before it was told to end
  if (passesByItself(error)) return "later";
  return error instanceof pg.DatabaseError && error.code !== undefined && error.code !== STATEMENT_UNKNOWN
    ? "item"
    : "unknown";
}
