import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { closeSync, existsSync, globSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { openFresh, readFileIfAny } from "../machine/files.ts";
import { freePort } from "../machine/free-port.ts";
import { commandLine, isAlive, signal, waitUntil } from "../machine/process.ts";
import { OperatorError } from "../operator-error.ts";
import { endServer, PATIENCE, type Patience, type Way } from "./end-server.ts";
import { guard } from "./guard.ts";
import { closeData, type Place, preparePlace, writeOwn } from "./place.ts";
import { embeddedPackage, type PostgresPrograms, preparePrograms } from "./programs.ts";

/** A PostgreSQL that listens on this machine only. */
export type PostgresServer = {
  /** With the password of its superuser, and the Unix socket where there is one: a call over it costs a fifth less. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True when an earlier process of ours had left it running. */
  readonly adopted: boolean;
  alive(): boolean;
  /** Open transactions are rolled back, unless others are waited for; the rest is written down. */
  stop(options?: { readonly waitForOthers?: boolean }): Promise<void>;
};

export type PostgresOptions = {
  /** Everything of this server is in it: `data`, `password`, `log`. Made when missing. */
  readonly folder: string;
  /** npm package with the programs. */
  readonly programs?: string;
  /** False only in tests: a crash of the machine may then destroy the data. */
  readonly durable?: boolean;
  /** Port to listen on; without it a free one. */
  readonly port?: number;
  /** How many connections at most; more than `CONNECTIONS` only in tests. */
  readonly connections?: number;
  /** How long each way to end it is waited for; shorter only in tests. */
  readonly patience?: Patience;
  /** Settings beside our own, `name=value`. */
  readonly settings?: readonly string[];
  /** How long a start may take until the server takes connections. */
  readonly readyMs?: number;
};

/** What one installation takes at most. */
export const CONNECTIONS = 60;

const SUPERUSER = "leyden";
const DATABASE = "leyden";
/** Crash recovery of a large database takes minutes; as long as the process lives we wait for it. */
const READY_MS = 600_000;
/** After a kill -9 of the postmaster its children need a moment until they notice, and hold the memory until then. */
const ORPHANS_MS = 10_000;
/** Of our own connections at the start. Making the database copies a template: seconds on a slow disk. */
const LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 60_000 };

/**
 * Starts the embedded PostgreSQL, or adopts the one that a killed process left running on the same folder. The first
 * start makes the database: checksums on, scram with a random password. It ends when this process dies; a next start
 * that comes sooner adopts it. One that neither answers nor ends is ended as far as needed, and started again.
 *
 * @throws {OperatorError} when the programs are missing or the server does not come up.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const place = preparePlace(options.folder);
  await initialise(place, options);

  const server = (await adopt(place, options)) ?? (await launch(place, options));
  await createDatabase(server.url);
  return server;
}

/**
 * Ends the server of a folder without waiting, when there is one. Nothing committed is lost: the next start recovers.
 */
export function quitPostgres(folder: string): void {
  if (!existsSync(folder)) return;
  const home = realpathSync(folder);
  const place = { home, data: join(home, "data"), user: undefined };
  const found = readPostmaster(place);
  if (found !== undefined && commandLine(found.pid)?.includes(place.data)) signal(found.pid, "SIGQUIT");
}

/**
 * Ends the server that a killed process has left running on a folder, when there is one, and waits for it.
 * @throws {OperatorError} when nothing ends it.
 */
export async function endLeftOver(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const home = realpathSync(folder);
  const place = { home, data: join(home, "data"), user: undefined };
  const found = readPostmaster(place);
  if (found === undefined) return;
  const isGone = () => !isAlive(found.pid) || !commandLine(found.pid)?.includes(place.data);
  if (!isGone() && !(await endServer(found.pid, { isGone, patience: PATIENCE, from: "SIGINT" })))
    throw new OperatorError(
      `a PostgreSQL with process number ${found.pid} holds ${place.data} and cannot be ended`,
      "Restart the machine: the system itself holds the process, as a disk that does not answer does.",
    );
}

/**
 * Makes the database cluster unless it exists. It is renamed into place when complete, so a kill on the way does no
 * harm. Each try has a folder of its own: the program of one that was killed may still be writing into its.
 */
async function initialise(
  place: Place,
  { programs = embeddedPackage(), durable = true }: PostgresOptions,
): Promise<void> {
  if (existsSync(place.data)) return;
  const { initdb } = preparePrograms(programs, place.user, place.home);
  const abandoned = globSync(`${place.data}.new-*`);
  const draft = `${place.data}.new-${randomUUID()}`;
  const password = join(place.home, "password");
  writeOwn(place, password, randomBytes(24).toString("base64url"));

  const settings = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${password}`,
    "--auth=scram-sha-256",
    "--data-checksums",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ];
  try {
    await promisify(execFile)(initdb, settings, { cwd: place.home, ...environment(), ...place.user });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const said = (stderr || message).trim().split("\n").slice(-3).join(" ");
    throw new OperatorError(`PostgreSQL could not make its database: ${said}`, adviceOn(said), { cause: error });
  }
  renameSync(draft, place.data);
  for (const folder of abandoned) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** What an operator can do about what `initdb` said. */
export function adviceOn(said: string): string {
  const first = said.includes("could not look up effective user ID")
    ? "PostgreSQL wants a name for its user: give this number one in /etc/passwd"
    : "Check space and rights of the data folder";
  return `${first}, or set DATABASE_URL to a PostgreSQL of your own.`;
}

/** What the postmaster writes about itself (PostgreSQL source, miscadmin.h: LOCK_FILE_LINE_…). */
type Postmaster = Listening & { readonly pid: number; readonly status: string };
/** Where a server is reached: on this port of 127.0.0.1, and in this folder ("": no Unix socket). */
type Listening = { readonly port: number; readonly socketFolder: string };

function readPostmaster({ data }: Place): Postmaster | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      socketFolder: lines[4] ?? "",
      status: (lines[7] ?? "").trim(),
    };
  } catch {
    return undefined;
  }
}

/**
 * The server that runs on this folder already, or `undefined` when none does. One that was caught by the stop in the
 * middle of its recovery stays in `stopping` for ever: it is ended like one that does not answer.
 * @throws {OperatorError} when nothing ends it, and when its recovery takes longer than ten minutes: that goes on.
 */
async function adopt(place: Place, { patience = PATIENCE }: PostgresOptions): Promise<PostgresServer | undefined> {
  const found = readPostmaster(place);
  if (found === undefined) return undefined;
  const isGone = () => !isAlive(found.pid) || !commandLine(found.pid)?.includes(place.data);

  // It may be starting, or ending, or just dying: each of these passes. Crash recovery takes as long as it takes.
  const begun = performance.now();
  const mayPass = () => performance.now() - begun < (statusOf(place) === "starting" ? READY_MS : patience.fastMs);
  for (; !isGone() && mayPass(); await sleep(50))
    if (statusOf(place) === "ready" && (await answers(place, found))) return handle(place, found, true, patience);

  if (!isGone() && statusOf(place) === "starting")
    throw new OperatorError(
      `a PostgreSQL with process number ${found.pid} has been recovering ${place.data} for ${READY_MS / 60_000} minutes`,
      "Wait until it has ended, and start again: a recovery that is ended begins anew.",
    );
  // It has been told to stop, or has been asked for as long.
  const from = statusOf(place) === "stopping" ? "SIGQUIT" : "SIGINT";
  if (!isGone() && !(await endServer(found.pid, { isGone, patience, from })))
    throw new OperatorError(
      `a PostgreSQL with process number ${found.pid} holds ${place.data}, does not answer and cannot be ended`,
      "Restart the machine: the system itself holds the process, as a disk that does not answer does.",
    );
  forgetDead(place);
  return undefined;
}

function statusOf(place: Place): string | undefined {
  return readPostmaster(place)?.status;
}

/**
 * Removes what a dead server has left about itself. PostgreSQL does so too, but not while its process number exists:
 * it may belong to another program by now, or, in a container, to the dead process that its parent has not collected.
 * Processes of the dead server that still work are noticed all the same, by the shared memory that they hold.
 */
function forgetDead({ home, data }: Place): void {
  rmSync(join(data, "postmaster.pid"), { force: true });
  for (const socket of globSync(".s.PGSQL.*", { cwd: home })) rmSync(join(home, socket), { force: true });
}

async function answers(place: Place, at: Listening): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(place, at, "postgres"), ...LIMITS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function launch(place: Place, options: PostgresOptions): Promise<PostgresServer> {
  if (process.platform !== "win32") closeData(place);
  const programs = preparePrograms(options.programs ?? embeddedPackage(), place.user, place.home);
  const end = performance.now() + ORPHANS_MS;
  for (;;) {
    const at = { port: options.port ?? (await freePort()), socketFolder: socketFolderOf(place) };
    const child = spawnServer(place, programs, settingsFor(at, options));
    const failure = await ready(place, child, options.readyMs);
    if (failure === undefined) return handle(place, { pid: child.pid as number, ...at }, false, options.patience);

    const mayPass = /shared memory block .* is still in use|could not bind|could not create any TCP/.test(failure);
    if (!mayPass || performance.now() > end)
      throw new OperatorError(
        `PostgreSQL did not start: ${failure}`,
        `Read ${join(place.home, "log")}, or set DATABASE_URL to a PostgreSQL of your own.`,
      );
    await sleep(250);
  }
}

function spawnServer(place: Place, { postgres }: PostgresPrograms, settings: readonly string[]): ChildProcess {
  const log = openFresh(join(place.home, "log"));
  const flags = settings.flatMap((setting) => ["-c", setting]);
  // Detached: Ctrl-C in the terminal must not reach it at the same instant as us.
  const child = spawn(postgres, ["-D", place.data, ...flags], {
    cwd: place.home,
    detached: true,
    stdio: ["ignore", log, log],
    ...environment(),
    ...place.user,
  });
  closeSync(log);
  child.unref();
  return child;
}

/** Waits until the server takes connections. Returns why it ended instead. */
async function ready(place: Place, child: ChildProcess, readyMs = READY_MS): Promise<string | undefined> {
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", () => (ended ??= logTail(place)));
  const isReady = () =>
    ended !== undefined || (readPostmaster(place)?.pid === child.pid && readPostmaster(place)?.status === "ready");
  if (!(await waitUntil(isReady, readyMs))) return `it was not ready after ${readyMs / 1000} s`;
  return ended;
}

/** The last lines of the server's log; nothing when its folder has gone meanwhile. */
function logTail(place: Place): string {
  const lines = (readFileIfAny(join(place.home, "log")) ?? "").trim().split("\n");
  return (
    (lines
      .filter((line) => /FATAL|ERROR|HINT|could not/.test(line))
      .slice(-3)
      .join(" ") ||
      lines.at(-1)) ??
    ""
  );
}

/** The address of a Unix socket, with the zero at its end, on the system that allows the least (macOS, unix(4)). */
const SOCKET_ADDRESS_BYTES = 104;

function socketFolderOf({ home }: Place): string {
  const isTooLong = Buffer.byteLength(join(home, ".s.PGSQL.65535")) >= SOCKET_ADDRESS_BYTES;
  return process.platform === "win32" || isTooLong ? "" : home;
}

/** Small, so that the whole service fits a small machine; what is not named is PostgreSQL's default. */
function settingsFor(
  { port, socketFolder }: Listening,
  { durable = true, connections = CONNECTIONS, settings = [] }: PostgresOptions,
): string[] {
  return [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${socketFolder === "" ? "" : `"${socketFolder.replaceAll('"', '""')}"`}`,
    "unix_socket_permissions=0700",
    `max_connections=${connections}`,
    // Holds the index of a million idempotency keys and the accounts. A small database takes less: memory is taken as
    // it fills.
    "shared_buffers=256MB",
    // After a checkpoint the first change of a page writes the whole page. New keys change pages all over their index,
    // so frequent checkpoints tripled what a payment writes (1.2 kB to 3.9 kB with a million keys). Disk is taken under
    // load only.
    "max_wal_size=2GB",
    "checkpoint_timeout=15min",
    // What is kept for a backup that cannot be written. Then it is given up, because a full disk would stop payments.
    "max_slot_wal_keep_size=4GB",
    "autovacuum_max_workers=2",
    "max_parallel_workers_per_gather=0", // our statements touch few rows; a helper process costs more than it brings
    "jit=off", // the same reason
    "timezone=UTC",
    "log_timezone=UTC",
    "log_min_messages=warning",
    "log_min_error_statement=panic", // statements hold people's data
    ...(durable ? [] : ["fsync=off", "full_page_writes=off"]),
    ...settings,
  ];
}

function handle(
  place: Place,
  { pid, ...at }: Listening & { pid: number },
  adopted: boolean,
  patience = PATIENCE,
): PostgresServer {
  const isGone = () => !isAlive(pid) || readPostmaster(place)?.pid !== pid;
  const { release } = guard(pid, place.data, patience);
  const end = async (from: Way) => {
    if (!isGone()) await endServer(pid, { isGone, patience, from });
  };
  return {
    url: urlOf(place, at, DATABASE),
    port: at.port,
    pid,
    adopted,
    alive: () => !isGone(),
    stop: ({ waitForOthers = false } = {}) => end(waitForOthers ? "SIGTERM" : "SIGINT").finally(release),
  };
}

/**
 * The parameter `host` takes the place of the host name where it is a folder (PostgreSQL manual, "Connection URIs").
 */
function urlOf({ home }: Place, { port, socketFolder }: Listening, database: string): string {
  const password = readFileSync(join(home, "password"), "utf8");
  const socket = socketFolder === "" ? "" : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}${socket}`;
}

async function createDatabase(url: string): Promise<void> {
  const postgres = new URL(url);
  postgres.pathname = "/postgres";
  const client = new pg.Client({ connectionString: postgres.href, ...LIMITS });
  client.on("error", () => undefined); // the statement that is under way reports it
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** No variable of ours (PGPORT, LC_…) may change how the server behaves. Windows needs some of its own. */
function environment(): { env?: NodeJS.ProcessEnv } {
  return process.platform === "win32" ? {} : { env: { LC_ALL: "C", TZ: "UTC" } };
}
