import pg from "pg";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Batch, BatchedFunction, Column } from "./batch.ts";
import type { Statement } from "./db.ts";
import { type Connection, type Database, DatabaseUnavailable, isOutdated } from "./pool.ts";

/** Items in one call. More would make the first of them wait longer without making the call cheaper for each. */
const SIZE_MAX = 500;
/** Items that may wait. Above it a caller is told at once, rather than when nobody listens any more. */
const WAITING_MAX = 20_000;
/** How long a call is repeated after its first failure: longer than a restart of the database takes. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * The connection broke while the call was under way, and the database did not come back in time. The call may have been
 * carried out or not: only reading, or repeating it with the same ids, tells.
 */
export class BatchOutcomeUnknown extends AppError {
  constructor(cause: unknown) {
    super("outcome_unknown", "The database stopped answering; the request may have been carried out or not.", {
      cause,
    });
  }
}

type BatchDeps = { readonly db: Pick<Database, "connection">; readonly clock: Clock };

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
 * The queue behind `Batch`: one call at a time; what arrives meanwhile goes with the next. There is no timer, so an idle
 * process adds no delay, and a busy one makes its batches as large as the database is slow.
 *
 * A batch holds items of one function. The function whose oldest item has waited longest goes next, so none starves;
 * between items that are under way at the same time no other order is promised.
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
      setImmediate(run); // whoever calls in the same turn of the event loop shares the batch
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
      await carryOut(lane.call, items, clock.now());
    }
    running = false;
  }

  function oldest(): Lane | undefined {
    let found: Lane | undefined;
    for (const lane of lanes.values()) if (arrivalOf(lane) < arrivalOf(found)) found = lane;
    return found;
  }
}

/**
 * Items that the next batch takes when one of `size` has returned: at most half of all that take part. Whose item is done
 * soon comes with the next one, and without this bound callers gather in one large batch for good: then the database
 * rests while they are answered, and they wait while it writes.
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
  const text = `select * from ${name}(${types.map((type, i) => `$${i + 1}::${type}`).join(", ")})`;
  return { name, columns, shared, text };
}

/**
 * Carries out one call and tells every item how it went; never throws. When the call fails:
 * - the connection broke, or the commit was not confirmed: the same call goes out again, with the same ids and the same
 *   time, on a new connection. The functions recognise what they have done.
 * - the database cannot do it now (restart, deadlock, disk full): it goes out again as well.
 * - anything else is the fault of an item: the batch is halved until the guilty one is alone, and only that one fails.
 */
function carrier({ db, clock }: BatchDeps): (call: Call, items: readonly Item[], at: Date) => Promise<void> {
  let connection: Connection | undefined;
  return carryOut;

  async function carryOut(call: Call, items: readonly Item[], at: Date): Promise<void> {
    try {
      const rows = await repeatUntilClear(statementFor(call, items, at));
      const byItem: (Record<string, unknown> | undefined)[] = Array(items.length);
      for (const row of rows) byItem[(row["i"] as number) - 1] = row;
      for (const [i, item] of items.entries()) item.answer(byItem[i], at);
    } catch (error) {
      if (items.length === 1 || error instanceof AppError) {
        for (const item of items) item.refuse(error);
        return;
      }
      const half = items.length >> 1;
      await carryOut(call, items.slice(0, half), at);
      await carryOut(call, items.slice(half), at);
    }
  }

  /**
   * @throws {BatchOutcomeUnknown}
   * @throws {DatabaseUnavailable} when nothing was done.
   * @throws the database's own error when nothing was done because of an item.
   */
  async function repeatUntilClear(statement: NamedStatement): Promise<Record<string, unknown>[]> {
    let mayBeDone = false;
    let giveUpAtMs: number | undefined;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        connection ??= await db.connection();
        return await connection.query(statement);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === "item") throw error;
        mayBeDone ||= fault === "unknown";
        await connection?.close();
        connection = undefined;
        giveUpAtMs ??= clock.monotonicMs() + PATIENCE_MS;
        if (clock.monotonicMs() >= giveUpAtMs)
          throw mayBeDone ? new BatchOutcomeUnknown(error) : new DatabaseUnavailable(error);
      }
      await clock.sleep(pauseMs);
    }
  }
}

type NamedStatement = Statement & { readonly name: string };

function statementFor({ name, text, columns, shared }: Call, items: readonly Item[], at: Date): NamedStatement {
  const inputs = items.map(({ input }) => input as never);
  const arrays = columns.map((column) => arrayLiteral(column, inputs));
  const single = shared.map(([, of]) => of(inputs[0] as never));
  return { name, text, values: [at.toISOString(), ...arrays, ...single] };
}

/** SQLSTATEs after which the connection is gone (PostgreSQL manual, appendix A), and with it the word on the commit. */
const UNKNOWN = /^(08|40003|57P)/;
/** SQLSTATEs after which nothing was done and the same call may succeed later. */
const LATER = /^(40|53|55P03|57014|25006|58)/;

/** What a failed call tells: an item is to blame, or it was not done for now, or nobody knows. */
function faultOf(error: unknown): "item" | "later" | "unknown" {
  if (error instanceof DatabaseUnavailable) return "later"; // no connection was had, so nothing was sent
  if (isOutdated(error)) return "later"; // on a new connection
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return "unknown";
  if (error.severity === "FATAL" || error.severity === "PANIC" || UNKNOWN.test(error.code)) return "unknown";
  return LATER.test(error.code) ? "later" : "item";
}
