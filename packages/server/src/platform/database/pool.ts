import pg from "pg";
import { AppError } from "#kernel/errors.ts";
import { OperatorError } from "../operator-error.ts";
import type { Db, Statement, Tx } from "./db.ts";

/** A pool of connections. */
export type Database = Db & {
  /**
   * Opens a connection beside the pool, for whoever sends the same statements again and again. `close` ends it too.
   * @throws {DatabaseUnavailable}
   */
  connection(): Promise<Connection>;
  /** Waits for the statements that are under way. */
  close(): Promise<void>;
};

/** One connection. Statements are prepared once under their name and planned once, whatever their values. */
export type Connection = {
  query(statement: Statement & { readonly name: string }): Promise<Record<string, unknown>[]>;
  /** Also when a statement is under way: its outcome is unknown then. */
  close(): Promise<void>;
};

/** Where the database is, and the role whose rights the application takes there (`undefined`: those of the URL's). */
export type DatabaseAddress = { readonly url: string; readonly role: string | undefined };

export type ConnectOptions = {
  readonly url: string;
  /** Role whose rights the statements have; without it those of the URL's role. */
  readonly role?: string | undefined;
  /** How many connections at most. */
  readonly max: number;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
};

/** The role of the application: it may not change what was posted (migrations run as the role of the URL). */
export const APP_ROLE = "leyden_app";

const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** The server ends a statement before; this is for a server that cannot be heard any more. */
const ANSWER_TIMEOUT_MS = 20_000;
const MAX_IDLE_MS = 60_000;

/** No connection could be had, so nothing was sent: the caller may try again. */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super("unavailable", "The database cannot be reached right now.", { retryAfterSeconds: 1, cause });
  }
}

/**
 * The statement may have been committed or not; only reading tells. Its `code` is the SQLSTATE for this
 * (08007, transaction_resolution_unknown), which PostgreSQL itself never gives.
 */
export class OutcomeUnknown extends Error {
  readonly code = "08007";

  constructor(notice: string) {
    super(`the outcome of the statement is unknown: ${notice}`);
    this.name = "OutcomeUnknown";
  }
}

/** Opens a pool; connections are made when they are needed. */
export function connect({ url, role, max, name }: ConnectOptions): Database {
  const options = {
    connectionString: url,
    application_name: name,
    types: TYPES,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const beside = new Set<pg.Client>();
  const pool = new pg.Pool({
    ...options,
    max,
    idleTimeoutMillis: MAX_IDLE_MS,
    onConnect: (client) => prepare(client, role),
  });
  pool.on("error", () => undefined); // an idle connection broke; the pool makes a new one when it is needed
  pool.on("connect", (client) => client.on("error", () => undefined)); // a busy one: its next statement reports it

  const transact = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await acquire(pool);
    try {
      await run(client, { text: begin, values: [] });
      const result = await work(onClient(client) as Tx);
      await run(client, { text: "commit", values: [] });
      client.release();
      return result;
    } catch (error) {
      await client.query("rollback").then(
        () => client.release(isOutdated(error)),
        () => client.release(true), // a broken connection does not go back to the pool
      );
      throw error;
    }
  };

  return {
    async query<Row>(statement: Statement): Promise<Row[]> {
      for (;;) {
        const client = await acquire(pool);
        try {
          const rows = await run<Row>(client, statement);
          client.release();
          return rows;
        } catch (error) {
          client.release(isOutdated(error));
          if (!isOutdated(error)) throw error;
        }
      }
    },
    transaction: (work) => transact("begin isolation level read committed", work),
    snapshot: (work) => transact("begin isolation level repeatable read, read only", work),
    async connection() {
      const client = new pg.Client({ ...options, query_timeout: ANSWER_TIMEOUT_MS });
      client.on("error", () => undefined); // the next statement reports it
      beside.add(client);
      const close = async () => {
        beside.delete(client);
        await client.end().catch(() => undefined); // it was broken already
      };
      try {
        await client.connect();
        await prepare(client, role);
        await client.query("set plan_cache_mode = force_generic_plan");
      } catch (error) {
        await close();
        throw new DatabaseUnavailable(error);
      }
      return { query: (statement) => run(client, statement), close };
    },
    async close() {
      await Promise.all([...beside].map((client) => client.end()));
      await pool.end();
    },
  };
}

/** One connection of the URL's own role without time limits, for migrations. */
export async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "leyden migrate",
    types: TYPES,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
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

async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
}

const onClient = (client: pg.ClientBase) => ({
  query: <Row>(statement: Statement) => run<Row>(client, statement),
});

/**
 * A statement that the connection prepared fits its tables no more, because a newer version has migrated them, or is gone.
 * It failed before it did anything, and does so for good on this connection.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "0A000" || error.code === "26000");
}

/** The last warning of each connection, while a statement runs. */
const warnings = new WeakMap<pg.ClientBase, string>();

/**
 * Runs one statement. A COMMIT that was cancelled while it waited for a synchronous replica reports success with
 * warning 01000: the rows are there, but a failover may still lose them.
 */
async function run<Row>(client: pg.ClientBase, { name, text, values }: Statement): Promise<Row[]> {
  warnings.delete(client);
  const { rows } = await client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  const warning = warnings.get(client);
  if (warning !== undefined) throw new OutcomeUnknown(warning);
  return rows as Row[];
}

async function prepare(client: pg.ClientBase, role: string | undefined): Promise<void> {
  client.on("notice", ({ code, message }) => {
    if (code === "01000") warnings.set(client, message ?? "warning 01000");
  });
  await client.query(
    [
      ...(role === undefined ? [] : [`set role ${role}`]),
      `set lock_timeout = ${LOCK_TIMEOUT_MS}`,
      `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
      `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
      "set jit = off", // compiling a plan takes 25 ms, which no statement of ours ever wins back
    ].join("; "),
  );
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
