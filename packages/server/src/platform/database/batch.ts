/**
 * Micro-batching: many callers, one round trip, one commit. Knows no business.
 * This file is the type; see `micro-batch.ts` for the queue.
 */

/** Types of PostgreSQL that a batched function takes. `bytea` is bytes, or their hexadecimal digits. */
export type ColumnType = "uuid" | "text" | "bigint" | "int" | "smallint" | "bytea" | "timestamptz" | "boolean";

export type ColumnValue = string | bigint | number | boolean | Uint8Array | Date | undefined;

/**
 * A parameter of a batched function, and what an item gives for it. `undefined` travels as null. One that is `rare`
 * travels as null altogether when no item of the call gives anything for it, and then costs nothing.
 */
export type Column<Input> = readonly [type: ColumnType, of: (input: Input) => ColumnValue, rare?: "rare"];

/**
 * A use case as one SQL function over many items:
 * `schema.name(p_at timestamptz, p_<column> <type>[], …) returns table (i int, …)`, the parameters in the order of
 * `columns`, those of `shared` after them as single values, one answer row for each item with its 1-based position `i`.
 */
export type BatchedFunction<Input, Output> = {
  /** For instance "payments.reserve_many". */
  readonly name: string;
  readonly columns: Readonly<Record<string, Column<Input>>>;
  /** What is the same for all items of a process; the first item of a call gives it. */
  readonly shared?: Readonly<Record<string, Column<Input>>>;
  /** Reads one answer row; int8 is bigint, bytea Uint8Array, timestamptz Date, null null. `at` is the call's `p_at`. */
  readonly decode: (row: Record<string, unknown>, input: Input, at: Date) => Output;
};

/**
 * Runs `input` through `fn` together with what others ask for at the same time. Resolves after COMMIT.
 * Ids in `input` are made by the caller before the call, so that a batch whose connection broke can be repeated.
 */
export type Batch = <Input, Output>(fn: BatchedFunction<Input, Output>, input: Input) => Promise<Output>;
