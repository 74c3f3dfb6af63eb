import { createHash } from "node:crypto";
import pg from "pg";
import type Postgrator from "postgrator";
import type { Clock } from "#kernel/clock.ts";
import { OperatorError } from "../operator-error.ts";
import type { Counter } from "./migration-batch.ts";
import { editedFiles, isBetween, type MigrationFile, nextStep, type SqlFolders } from "./migration-files.ts";
import { endOlder, isCompatible, markMigrations, notBeside, refuseNewer } from "./migration-marks.ts";
import { APP_ROLE } from "./pool.ts";
import { dropOverloads, hasRepeatable, prepareRole, runRepeatable } from "./repeatable-sql.ts";

export type Run = {
  readonly folders: SqlFolders;
  readonly files: readonly MigrationFile[];
  readonly counter: Counter;
  readonly lockTimeoutMs: number;
  readonly release: string;
  readonly beside: boolean;
  readonly clock: Pick<Clock, "sleep">;
};

export type Stepped = {
  /** Names of the files that were run. */
  readonly applied: readonly string[];
  /** Functions and rights are those of this version, or of a newer one. */
  readonly functions?: { readonly role: string | undefined };
  readonly isDone: boolean;
};

/** `endsOlder`: processes of earlier versions cannot go on after it. */
type Ran = Stepped & { readonly endsOlder: boolean };

/** How long a second starter waits for the first one's migrations. */
const WAIT_FOR_OTHER_MS = 300_000;
/** SQLSTATEs lock_not_available and deadlock_detected. */
const LOCKED = ["55P03", "40P01"];

/** One step in a transaction under the lock. "locked": nothing was done, because a table is in use. */
export async function inStep(client: pg.Client, run: Run, hasFunctions: boolean): Promise<Stepped | "locked"> {
  const { folders, lockTimeoutMs, counter } = run;
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    await client.query(`set local lock_timeout = ${WAIT_FOR_OTHER_MS}`);
    await client.query("select from platform.migration_lock for update");
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const ran = await runStep(client, run, hasFunctions);
    if (ran.endsOlder && folders.close !== undefined) await client.query(folders.close);
    await client.query("commit");
    if (ran.endsOlder) await endOlder(client, run.clock);
    counter.committed();
    return ran;
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the connection broke: the server has done it
    if (LOCKED.includes(sqlStateOf(error) ?? "")) return "locked";
    throw error;
  }
}

async function runStep(client: pg.Client, run: Run, hasFunctions: boolean): Promise<Ran> {
  const { files, counter } = run;
  const postgrator = await openPostgrator(client);
  const before = await postgrator.getDatabaseVersion();
  const known = files.at(-1)?.version ?? 0;
  if (before > known) {
    await refuseNewer(client, { known, release: run.release });
    const role = await prepareRole(client); // its functions are newer, too
    return { applied: [], functions: { role: role && APP_ROLE }, endsOlder: false, isDone: true };
  }
  const isServed = before > 0 && (await hasRepeatable(client)); // without its functions no version has run on it
  const after = (version: number) => files.filter((file) => file.version > version);
  const step = nextStep(after(before), hasFunctions);
  if (step === undefined) return { applied: [], endsOlder: false, isDone: true };
  const upTo = (step.kind === "batch" ? step.file : step.upTo)?.version ?? before;
  const rest = after(upTo);
  if (run.beside && isServed && isBetween(rest)) throw notBeside(after(before).map(({ name }) => name));
  if (step.kind === "batch" && (await naming(() => step.file.name, counter.run(client, step.file))))
    return { applied: [], endsOlder: false, isDone: false };

  const applied = await runFiles(client, postgrator, run, upTo);
  const mark = { isBetween: isBetween(rest), release: run.release };
  await markMigrations(client, files.slice(0, files.length - rest.length), mark);
  const breaks = !(await isCompatible(client, before));
  if (breaks && isServed && run.beside) throw notBeside(applied);
  const ran = { applied, endsOlder: breaks && isServed, isDone: rest.length === 0 };
  if (step.kind === "batch" || mark.isBetween) return ran;
  return { ...ran, ...(await runFunctions(client, run, { applied, breaks })) };
}

async function runFunctions(
  client: pg.Client,
  { folders: { slices } }: Run,
  { applied, breaks }: { readonly applied: readonly string[]; readonly breaks: boolean },
): Promise<Pick<Stepped, "applied" | "functions">> {
  const role = await prepareRole(client);
  const force = role?.isNew === true || applied.length > 0;
  const repeatable = await runRepeatable(client, slices, { role, force });
  if (breaks) await dropOverloads(client, slices);
  return { applied: [...applied, ...repeatable], functions: { role: role && APP_ROLE } };
}

async function openPostgrator(client: pg.Client): Promise<Postgrator> {
  const library = await import("postgrator"); // 26 modules, which need not be there before the node's processes begin
  return new library.default({
    driver: "pg",
    schemaTable: "platform.migration",
    execQuery: (query) => client.query(query),
  });
}

/** Runs the files up to a version that the database does not have, and compares those that it has. */
async function runFiles(
  client: pg.Client,
  postgrator: Postgrator,
  { files, folders }: Run,
  upTo: number,
): Promise<readonly string[]> {
  const wanted = files.filter(({ version }) => version <= upTo);
  postgrator.getMigrations = async () => Object.assign(postgrator, { migrations: wanted.map(asMigration) }).migrations;
  let current = "";
  postgrator.on("migration-started", ({ filename }) => {
    current = filename;
  });
  const applied = await naming(() => current, postgrator.migrate()).catch((error: Error) => {
    throw error.message.startsWith("MD5") ? notTheSame(error, editedFiles(folders.migrations, files)) : error;
  });
  const { rows } = await client.query<{ count: bigint }>(
    "select count(*) as count from platform.migration where version > 0",
  );
  if (Number(rows[0]?.count) !== wanted.length)
    throw new OperatorError(
      "a migration with an older number was added after newer ones had run on this database",
      "Give it the next free number. During development remove the data folder.",
    );
  return applied.map(({ filename }) => filename);
}

/** Classes of SQLSTATE that say nothing of a file: connections, the state of transactions, what operators do. */
const OF_THE_SERVER = ["08", "25", "57"];

/**
 * What the database refuses, with the name of the file that it is in.
 * @throws {OperatorError} when a file is refused.
 */
async function naming<T>(file: () => string, work: Promise<T>): Promise<T> {
  return await work.catch((error: Error) => {
    const state = sqlStateOf(error);
    if (state === undefined || OF_THE_SERVER.includes(state.slice(0, 2))) throw error;
    throw new OperatorError(
      `migration ${file()} failed: ${error.message}`,
      "The database is as it was before this step. Start the version before again, and report this: " +
        "docs/versions.md, When a migration fails.",
      { cause: error },
    );
  });
}

/** The library wants `0001.do.name.sql`; our files are named `0001-name.sql`, because there is nothing but `do`. */
function asMigration({ version, name, sql }: MigrationFile): Postgrator.Migration {
  return {
    version,
    action: "do",
    filename: name,
    name: name.slice(5, -4),
    md5: createHash("md5").update(sql).digest("hex"),
    getSql: () => sql,
  };
}

function notTheSame(cause: Error, edited: readonly string[]): OperatorError {
  if (edited.length > 0)
    return new OperatorError(
      `migrations were edited after they had run on this database: ${edited.join(", ")}`,
      "Restore the files (`git checkout`, or install the release again), and write what changes into a new migration.",
      { cause },
    );
  return new OperatorError(
    `the database has run other migrations than this version has (${cause.message}): it is from before 0.1.0`,
    "It cannot be carried over. Stop Leyden and move its data folder away, or name an empty database in DATABASE_URL; " +
      "then start again.",
    { cause },
  );
}

/** The SQLSTATE of a database error, also where another error wraps it. */
function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof pg.DatabaseError) return cause.code;
  return undefined;
}
