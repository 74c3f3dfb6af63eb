import pg from "pg";
import { asRestoring } from "./closed.ts";
import {
  ANSWER_MARGIN_MS,
  ANSWER_TIMEOUT_MS,
  breakOff,
  DatabaseUnavailable,
  isBroken,
  isOutdated,
  isSpent,
  OutcomeUnknown,
  prepare,
  send,
  settingsOf,
  streamOf,
} from "./connection.ts";
import type { Db, Statement, Tx } from "./db.ts";

/** A pool of connections. */
export type Database = Db & {
  /**
   * Opens a connection beside the pool, for callers that send the same statements again and again. `close` ends it too.
   * @throws {DatabaseUnavailable}
   */
  connection(): Promise<Connection>;
  /** Waits for the statements under way, 20 s at most. A snapshot with a limit of its own is broken off. */
  close(): Promise<void>;
};

/** One connection. Statements are prepared once under their name and planned once, whatever their values. */
export type Connection = {
  query(statement: Statement & { readonly name: string }): Promise<Record<string, unknown>[]>;
  /** Called after a call that has posted and was committed. */
  readonly onPosted?: OnPosted | undefined;
  /** Does not wait for a statement under way: its outcome is unknown then. */
  close(): Promise<void>;
};

/** Takes the last posting of a committed call: `leyden.posted`, as the ledger has set it for its transaction. */
export type OnPosted = (last: string) => void;

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
  /**
   * Asks each new connection what it must answer before it is used; an error gives the connection up. What it returns
   * hears what is committed over this connection.
   */
  readonly verify?: ((connection: Pick<Tx, "query">) => Promise<OnPosted>) | undefined;
  /** Notified when the database goes away and when it is back: once for each change. */
  readonly watch?: DatabaseWatch | undefined;
  /** How long a statement may stay without an answer; shorter in tests. */
  readonly answerTimeoutMs?: number;
};

export type DatabaseWatch = { lost(error: unknown): void; back(): void };

/** The role of the application: it may not change what was posted. Migrations run as the URL's own role. */
export const APP_ROLE = "leyden_app";

const MAX_IDLE_MS = 60_000;

/**
 * Opens a pool; connections are made when they are needed. Every wait has an end: 5 s for a connection, 20 s for an
 * answer. A connection that failed in any way but by an error of the statement does not go back to the pool.
 */
export function connect(options: ConnectOptions): Database {
  const { url, role, max, name, verify, watch, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  const settings = settingsOf(url, name, answerTimeoutMs);
  const begin = async (client: pg.ClientBase) => {
    await prepare(client, role);
    return await verify?.({ query: (statement) => send(client, statement) } as Pick<Tx, "query">);
  };
  const own = new Set<pg.Client>();
  const long = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    ...settings,
    max,
    idleTimeoutMillis: MAX_IDLE_MS,
    onConnect: async (client) => void (await begin(client)),
  });
  const idle = idleOf(pool);
  const state = stateOf({
    lost(error) {
      for (const client of idle) streamOf(client).destroy(); // as old as the one that broke
      watch?.lost(error);
    },
    back: () => watch?.back(),
  });
  const run = runnerFor(state);

  const acquire = async (): Promise<pg.PoolClient> => {
    try {
      for (;;) {
        const client = await pool.connect();
        if (!streamOf(client).destroyed) return client;
        client.release(true); // it broke while it was idle, and the pool has not noticed yet
      }
    } catch (error) {
      state.lost(error);
      throw new DatabaseUnavailable(error);
    }
  };

  return {
    query: (statement) => queryWith({ acquire, run }, statement),
    transaction: (work) => transactWith({ acquire, run, long }, "begin isolation level read committed", work),
    snapshot: (work, limits) =>
      transactWith({ acquire, run, long }, "begin isolation level repeatable read, read only", work, limits),
    async connection() {
      const client = new pg.Client(settings);
      let gone: Error | undefined;
      client.on("error", (error) => (gone = error)); // a statement under way reports it too
      own.add(client);
      const close = async () => {
        own.delete(client);
        await breakOff(client);
      };
      let onPosted: OnPosted | undefined;
      try {
        await client.connect();
        onPosted = await begin(client);
        await client.query("set plan_cache_mode = force_generic_plan");
      } catch (error) {
        await close();
        state.lost(error);
        throw new DatabaseUnavailable(error);
      }
      const query: Connection["query"] = async (statement) => {
        if (gone === undefined) return await run(client, statement);
        state.lost(gone);
        throw new DatabaseUnavailable(gone); // it broke while it was idle, so nothing was sent
      };
      return { query, onPosted, close };
    },
    async close() {
      await Promise.all([...own, ...long].map(breakOff));
      await pool.end();
    },
  };
}

type Run = <Row>(client: pg.ClientBase, statement: Statement, timeoutMs?: number) => Promise<Row[]>;
type Pool = { readonly acquire: () => Promise<pg.PoolClient>; readonly run: Run };

/** Runs statements and notices whether the database is there. */
function runnerFor(state: DatabaseWatch): Run {
  return async <Row>(client: pg.ClientBase, statement: Statement, timeoutMs?: number) => {
    try {
      const rows = await send<Row>(client, statement, timeoutMs);
      state.back();
      return rows;
    } catch (error) {
      if (!isBroken(error)) throw asRestoring(error);
      state.lost(error);
      throw new OutcomeUnknown(error);
    }
  };
}

async function queryWith<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
  try {
    return await queryOnce<Row>(pool, statement);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    // without a name: parsed anew
    return await queryOnce<Row>(pool, { text: statement.text, values: statement.values });
  }
}

async function queryOnce<Row>({ acquire, run }: Pool, statement: Statement): Promise<Row[]> {
  const client = await acquire();
  try {
    const rows = await run<Row>(client, statement);
    client.release();
    return rows;
  } catch (error) {
    client.release(isSpent(error));
    throw error;
  }
}

async function transactWith<T>(
  { acquire, run, long }: Pool & { readonly long: Set<pg.PoolClient> },
  begin: string,
  work: (tx: Tx) => Promise<T>,
  limits?: { readonly statementTimeoutMs: number },
): Promise<T> {
  const client = await acquire();
  const timeoutMs = limits && limits.statementTimeoutMs + ANSWER_MARGIN_MS;
  let spent = false;
  const query = <Row>(statement: Statement) =>
    run<Row>(client, statement, timeoutMs).catch((error) => {
      spent ||= isSpent(error);
      throw error;
    });
  if (limits !== undefined) long.add(client);
  const command = (text: string) => query({ text, values: [] });
  try {
    await command(
      limits === undefined ? begin : `${begin}; set local statement_timeout = ${limits.statementTimeoutMs}`,
    );
    const result = await work({ query } as Tx);
    await command("commit");
    return result;
  } catch (error) {
    if (!spent) await command("rollback").catch(() => undefined);
    throw error;
  } finally {
    long.delete(client);
    client.release(spent);
  }
}

/** The idle connections of a pool, as they are now. */
function idleOf(pool: pg.Pool): ReadonlySet<pg.Client> {
  const idle = new Set<pg.Client>();
  pool.on("error", () => undefined); // an idle connection broke; the pool makes a new one when it is needed
  pool.on("connect", (client) => client.on("error", () => undefined)); // a busy one: its next statement reports it
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("release", (_, client) => idle.add(client));
  pool.on("remove", (client) => idle.delete(client));
  return idle;
}

/** Notifies of changes only. */
function stateOf(watch: DatabaseWatch): DatabaseWatch {
  let isLost = false;
  return {
    lost(error) {
      if (isLost) return;
      isLost = true;
      watch.lost(error);
    },
    back() {
      if (!isLost) return;
      isLost = false;
      watch.back();
    },
  };
}
