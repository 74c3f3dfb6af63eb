import { hash } from "node:crypto";

/**
 * A statement with its values apart, so that text from outside can never become SQL. One with a name is parsed and
 * planned once for each connection.
 */
export type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };

/**
 * Values become parameters: `sql\`select 1 where id = ${id}\``. A bigint is an int8, a Date a timestamptz, bytes a
 * bytea. A part becomes text of the statement, and its values parameters.
 */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Statement {
  if (values.some(isPart)) return assembled(texts, values);
  const known = prepared.get(texts) ?? prepare(texts);
  return { ...known, values };
}

/** The same object for each run of one piece of code (ECMAScript, "GetTemplateObject"). */
const prepared = new WeakMap<TemplateStringsArray, Named>();

type Named = { readonly name: string; readonly text: string };

function prepare(texts: TemplateStringsArray): Named {
  const statement = named(numbered(texts));
  prepared.set(texts, statement);
  return statement;
}

function numbered(texts: readonly string[]): string {
  return texts.reduce((text, next, i) => `${text}$${i}${next}`);
}

function named(text: string): Named {
  return { name: hash("sha256", text).slice(0, 32), text };
}

/**
 * What several statements have in common: a value of `sql`, or of another part. Its text is code alone, as that of
 * `sql`.
 */
export type Part = { readonly texts: readonly string[]; readonly values: readonly unknown[]; readonly [partly]: true };

const partly: unique symbol = Symbol("part of a statement");

export function part(texts: TemplateStringsArray, ...values: unknown[]): Part {
  return { ...joined(texts, values), [partly]: true };
}

/** Values as a list, each under its name. Names are code, as the text of a part. */
export function columns(values: Readonly<Record<string, Part>>): Part {
  const texts = [""];
  for (const [name, value] of Object.entries(values)) {
    const [first = "", ...rest] = value.texts;
    texts.push(`${texts.pop()}${first}`, ...rest);
    texts.push(`${texts.pop()} as "${name}", `);
  }
  texts.push((texts.pop() ?? "").replace(/, $/, ""));
  return { texts, values: Object.values(values).flatMap((value) => value.values), [partly]: true };
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && partly in value;
}

/** The statements that parts have made, by their text. Code has few of them. */
const assembledByText = new Map<string, Named>();

function assembled(texts: TemplateStringsArray, values: readonly unknown[]): Statement {
  const whole = joined(texts, values);
  const text = numbered(whole.texts);
  const known = assembledByText.get(text) ?? named(text);
  assembledByText.set(text, known);
  return { ...known, values: whole.values };
}

/** The same texts and values with those of each part in its place. */
function joined(texts: readonly string[], values: readonly unknown[]): Pick<Part, "texts" | "values"> {
  const whole = { texts: [texts[0] ?? ""], values: [] as unknown[] };
  for (const [i, value] of values.entries()) {
    const [first = "", ...rest] = isPart(value) ? value.texts : ["", ""];
    whole.texts.push(`${whole.texts.pop()}${first}`, ...rest);
    whole.texts.push(`${whole.texts.pop()}${texts[i + 1]}`);
    whole.values.push(...(isPart(value) ? value.values : [value]));
  }
  return whole;
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
 * A `Db` known to be inside a transaction. A function that writes takes a `Tx`, unless its one statement is all that is
 * to be done: then it takes a `Db`, so that it keeps no locks over round trips.
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
