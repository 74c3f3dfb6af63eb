import { hash } from "node:crypto";

/**
 * A statement with its values apart, so that text from outside can never become SQL. One with a name is parsed and planned
 * once for each connection.
 */
export type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };

/** Values become parameters: `sql\`select 1 where id = ${id}\``. A bigint is an int8, a Date a timestamptz, bytes a bytea. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  const known = prepared.get(parts) ?? prepare(parts);
  return { ...known, values };
}

/** The same object for each run of one piece of code (ECMAScript, "GetTemplateObject"). */
const prepared = new WeakMap<TemplateStringsArray, { readonly name: string; readonly text: string }>();

function prepare(parts: TemplateStringsArray) {
  const text = parts.reduce((text, part, i) => `${text}$${i}${part}`);
  const statement = { name: hash("sha256", text).slice(0, 32), text };
  prepared.set(parts, statement);
  return statement;
}

/** Anything that can run a statement. Rows come back with int8 as bigint, bytea as Uint8Array, timestamptz as Date. */
export interface Db {
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Runs `work` in one READ COMMITTED transaction; a throw rolls back. Never wait for the network inside. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one read-only snapshot (REPEATABLE READ). With `statementTimeoutMs` each of its statements may take
   * that long.
   */
  snapshot<T>(work: (tx: Tx) => Promise<T>, limits?: { readonly statementTimeoutMs: number }): Promise<T>;
}

declare const inTransaction: unique symbol;

/**
 * A `Db` known to be inside a transaction. A function that writes takes a `Tx`, unless its one statement is all that is to
 * be done: then it takes a `Db`, so that its locks are not held over round trips.
 */
export interface Tx {
  query<Row>(statement: Statement): Promise<Row[]>;
  readonly [inTransaction]: true;
}

/** The row that the statement must return. A missing one is our bug, not the caller's. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected 1 row, got ${rows.length}`);
  return row;
}
