import type { Duplex } from "node:stream";
import pg from "pg";
import { AppError, Restoring } from "#kernel/errors.ts";
import { OperatorError } from "../operator-error.ts";
import type { Statement } from "./db.ts";

const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** A migration may rewrite a whole table. */
const MIGRATION_TIMEOUT_MS = 3_600_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** The server ends a statement before; this is for a server that is silent. */
export const ANSWER_TIMEOUT_MS = 20_000;
/** How much longer than the server's own limit a client waits for the answer. */
export const ANSWER_MARGIN_MS = ANSWER_TIMEOUT_MS - STATEMENT_TIMEOUT_MS;
/**
 * Finds a host that is gone also while a long statement is under way: probes begin after 10 s of silence, and ten that
 * stay without an answer, one a second, break the connection (libuv, uv_tcp_keepalive).
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** No connection could be had, or the database can do nothing for now: nothing was done, the caller may try again. */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super("unavailable", "The database cannot do this right now.", { retryAfterSeconds: 1, cause });
  }
}

/**
 * The statement may have been committed or not: the connection broke or stayed silent, or the commit was not confirmed
 * by a replica. Only reading shows it, or repeating with the same ids.
 */
export class OutcomeUnknown extends AppError {
  constructor(cause: unknown) {
    super("outcome_unknown", "The database stopped answering; the request may have been carried out or not.", {
      cause,
    });
  }
}

/** What every connection has in common. `answerTimeoutMs`: the longest that a statement may stay without an answer. */
export function settingsOf(url: string, name: string, answerTimeoutMs: number) {
  return {
    connectionString: url,
    application_name: name,
    types: TYPES,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs),
    query_timeout: answerTimeoutMs,
    ...KEEP_ALIVE,
  };
}

/** Name of that connection in `pg_stat_activity`. */
export const MIGRATING = "leyden migrate";

/** One connection of the URL's own role, for migrations: a statement may take an hour. */
export async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client(settingsOf(url, MIGRATING, MIGRATION_TIMEOUT_MS));
  client.on("error", () => undefined); // the statement that is under way reports it
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(
      `the database cannot be reached: ${(error as Error).message || String((error as NodeJS.ErrnoException).code)}`,
      "Check DATABASE_URL and that PostgreSQL runs; without DATABASE_URL the embedded one is used.",
      { cause: error },
    );
  }
  return client;
}

/** Ends a connection without waiting for the server, which may be silent for good. */
export async function breakOff(client: pg.Client | pg.PoolClient): Promise<void> {
  const ended = (client as pg.Client).end().catch(() => undefined); // it was broken already
  streamOf(client).destroy();
  await ended;
}

/** The socket of a connection. The library has it, its types do not. */
export function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

/**
 * A statement that the connection prepared no longer fits its tables, because a newer version has migrated them, or is
 * gone. It failed before it did anything, and fails always on this connection.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "0A000" || error.code === "26000");
}

/** Errors that node-postgres makes for a connection that broke or stayed silent. They have neither class nor code. */
const BROKEN = /^(Connection terminated|Query read timeout|Client has encountered|Client was closed)/;
/** SQLSTATEs after which the server ends the connection (PostgreSQL manual, appendix A: classes 08 and 57P). */
const ENDED = /^(08|57P)/;

export function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return error.severity === "FATAL" || error.severity === "PANIC" || ENDED.test(error.code ?? "");
  const { message = "", code = "" } = error as { message?: string; code?: string };
  return BROKEN.test(message) || /^E[A-Z]+$/.test(code);
}

/**
 * True when the connection must not be used again. It is, too, where a value could not be sent or an answer not be
 * read.
 */
export function isSpent(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError || error instanceof Restoring) || isOutdated(error);
}

/** The library's types do not know that a query may have a limit of its own. */
type TimedQuery = pg.QueryConfig & { readonly query_timeout?: number };

/** The last warning of each connection, while a statement runs. */
const warnings = new WeakMap<pg.ClientBase, string>();

/**
 * Runs one statement; `timeoutMs` takes the place of the connection's own limit. A COMMIT that was cancelled while it
 * waited for a synchronous replica reports success with warning 01000: the rows are there, but a failover may still
 * lose them.
 */
export async function send<Row>(
  client: pg.ClientBase,
  { name, text, values }: Statement,
  timeoutMs?: number,
): Promise<Row[]> {
  warnings.delete(client);
  const query: TimedQuery = {
    text,
    values: [...values],
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    ...(name !== undefined && { name }),
  };
  const { rows } = await client.query(query);
  const warning = warnings.get(client);
  if (warning !== undefined) throw new OutcomeUnknown(new Error(warning));
  return rows as Row[];
}

export async function prepare(client: pg.ClientBase, role: string | undefined): Promise<void> {
  client.on("notice", ({ code, message }) => {
    if (code === "01000") warnings.set(client, message ?? "warning 01000");
  });
  const query: TimedQuery = {
    text: [
      ...(role === undefined ? [] : [`set role ${role}`]),
      `set lock_timeout = ${LOCK_TIMEOUT_MS}`,
      `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
      `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
      "set jit = off", // compiling a plan takes 25 ms, which no statement of this project wins back
    ].join("; "),
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  await client.query(query);
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const asTexts = pg.types.getTypeParser(INT8_ARRAY as number, "text") as (text: string) => (string | null)[];

/** int8 is bigint, alone and in arrays; the driver's own choice is text, because a number would round it. */
const TYPES = {
  getTypeParser: ((oid: number, format?: "text") => {
    if (oid === INT8) return BigInt;
    if (oid === INT8_ARRAY) return (text: string) => asTexts(text).map((item) => (item === null ? null : BigInt(item)));
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};
