import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive, waitUntil } from "../machine/process.ts";
import { scratchFolder } from "../machine/testing/scratch-folder.harness.ts";
import { type PostgresServer, startPostgres } from "./server.ts";

let parent: string;
let folder: string;
let servers: PostgresServer[];

beforeEach(() => {
  parent = mkdtempSync(join(scratchFolder(), "leyden-postgres-"));
  chmodSync(parent, 0o711); // as root the server runs as somebody else
  folder = join(parent, "postgres");
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  if (existsSync(folder)) rmSync(realpathSync(folder), { recursive: true, force: true });
  rmSync(parent, { recursive: true, force: true });
});

async function start(): Promise<PostgresServer> {
  const server = await startPostgres({ folder });
  servers.push(server);
  return server;
}

async function ask(server: PostgresServer, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** As short as a server that works needs; an immediate shutdown itself kills after five seconds. */
const PATIENCE = { smartMs: 1_000, fastMs: 1_000, immediateMs: 10_000 };

/** Starts a server whose next fast shutdown has no end: one of its backends does not move. */
async function startHanging(): Promise<PostgresServer> {
  const server = await startPostgres({ folder, patience: PATIENCE });
  servers.push(server);
  await ask(server, "create table kept (id int); insert into kept values (7)");
  process.kill(await idleBackend(server), "SIGSTOP");
  return server;
}

/** Opens a connection that stays, and returns the process number of its backend. */
async function idleBackend(server: { readonly url: string }): Promise<number> {
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => undefined); // its end is the test
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid as number;
}

/** A process of its own that starts the server and stays; killed, it leaves its server to the guard. */
async function startOwner(): Promise<{ pid: number; url: string; kill(): void }> {
  const module = JSON.stringify(join(import.meta.dirname, "server.ts"));
  const script = `
    import { startPostgres } from ${module};
    const { pid, url } = await startPostgres(${JSON.stringify({ folder, patience: PATIENCE })});
    console.log(JSON.stringify({ pid, url }));
    setInterval(() => undefined, 1_000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(owner.stdout.setEncoding("utf8"), "data");
  const { pid, url } = JSON.parse(String(line)) as { pid: number; url: string };
  return { pid, url, kill: () => owner.kill("SIGKILL") };
}

const isStopping = () => readFileSync(join(folder, "data/postmaster.pid"), "utf8").includes("stopping");

describe("the embedded PostgreSQL", () => {
  it("starts again after its files were opened to a group, as a volume with fsGroup is each time", async () => {
    const first = await start();
    await first.stop();
    const data = join(realpathSync(folder), "data");
    chmodSync(data, 0o2770);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });

  it("keeps what was committed over a stop, with checksums, fsync and a password that only we can read", async () => {
    const first = await start();
    await ask(first, "create table kept (id int); insert into kept values (7)");
    await first.stop();
    expect(first.alive()).toBe(false);

    const second = await start();

    expect(second.adopted).toBe(false);
    expect(await ask(second, "select id from kept")).toEqual([{ id: 7 }]);
    expect(
      await ask(second, "select current_setting('data_checksums') as sums, current_setting('fsync') as fsync"),
    ).toEqual([{ sums: "on", fsync: "on" }]);
    expect(statSync(join(folder, "password")).mode & 0o777).toBe(0o600);
    await expect(ask({ ...second, url: second.url.replace(/:[^:@]+@/, ":wrong@") }, "select 1")).rejects.toMatchObject({
      code: "28P01",
    });
  });

  it("is asked over a Unix socket that only its user may open, and over TCP where the folder's name is too long", async () => {
    const overSocket = "select inet_client_addr() is null as socket";
    const near = await start();
    expect(await ask(near, overSocket)).toEqual([{ socket: true }]);
    expect(statSync(join(realpathSync(folder), `.s.PGSQL.${near.port}`)).mode & 0o777).toBe(0o700);
    const overTcp = new URL(near.url);
    overTcp.search = "";
    expect(await ask({ ...near, url: overTcp.href }, overSocket)).toEqual([{ socket: false }]);
    await near.stop();

    mkdirSync(join(parent, "f".repeat(100)));
    folder = join(parent, "f".repeat(100), "postgres");
    const far = await start();
    expect(await ask(far, overSocket)).toEqual([{ socket: false }]);
  });

  it("is adopted, with its port, by the next start when its owner was killed", async () => {
    const left = await start();

    const adopted = await start();

    expect(adopted).toMatchObject({ adopted: true, pid: left.pid, port: left.port });
    await adopted.stop();
    expect(left.alive()).toBe(false);
  });

  it("ends in order when the process that started it is killed", async () => {
    const { pid, kill } = await startOwner();
    expect(isAlive(pid)).toBe(true);

    kill();

    expect(await waitUntil(() => !isAlive(pid), 20_000)).toBe(true);
    expect(existsSync(join(folder, "data/postmaster.pid"))).toBe(false); // which an orderly end removes
  });

  it("is ended, and started again with what was committed, when it hangs in its stop", async () => {
    const hanging = await startHanging();
    process.kill(hanging.pid, "SIGINT");
    expect(await waitUntil(isStopping, 5_000)).toBe(true);

    const next = await startPostgres({ folder, patience: PATIENCE });
    servers.push(next);

    expect(next).toMatchObject({ adopted: false });
    expect(isAlive(hanging.pid)).toBe(false);
    expect(await ask(next, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("is ended, and started again, when it is frozen as a whole", async () => {
    const frozen = await startHanging();
    process.kill(frozen.pid, "SIGSTOP");

    const next = await startPostgres({ folder, patience: { smartMs: 500, fastMs: 500, immediateMs: 500 } });
    servers.push(next);

    expect(next.pid).not.toBe(frozen.pid);
    expect(await ask(next, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("is ended as far as needed by its own stop", async () => {
    const hanging = await startHanging();

    await hanging.stop();

    expect(hanging.alive()).toBe(false);
    expect(existsSync(join(folder, "data/postmaster.pid"))).toBe(false); // an immediate stop was enough: no kill
  });

  it("lets others end what they have under way, where it waits for them, and takes nothing new", async () => {
    const server = await startPostgres({ folder, patience: { ...PATIENCE, smartMs: 60_000 } });
    servers.push(server);
    await ask(server, "create table kept (id int)");
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    await other.query("begin; insert into kept values (7)");

    const stopped = server.stop({ waitForOthers: true });

    expect(await waitUntil(isStopping, 5_000)).toBe(true);
    await expect(ask(server, "select 1")).rejects.toMatchObject({ code: "57P03" });
    await other.query("commit");
    await other.end();
    await stopped;
    expect(await ask(await start(), "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("waits for others no longer than it may", async () => {
    const server = await startPostgres({ folder, patience: PATIENCE });
    servers.push(server);
    await idleBackend(server);

    await server.stop({ waitForOthers: true });

    expect(server.alive()).toBe(false);
  });

  it("is ended by the guard when it hangs and the owner dies", async () => {
    const owner = await startOwner();
    process.kill(await idleBackend(owner), "SIGSTOP");
    owner.kill();

    expect(await waitUntil(() => !isAlive(owner.pid), 25_000)).toBe(true);
    expect(existsSync(join(folder, "data/postmaster.pid"))).toBe(false);
  });

  it("is ended by the guard when a backend was killed and the owner dies in the recovery", async () => {
    const owner = await startOwner();
    const backend = await idleBackend(owner);
    process.kill(await idleBackend(owner), "SIGSTOP");
    process.kill(backend, "SIGKILL");
    owner.kill();

    expect(await waitUntil(() => !isAlive(owner.pid), 25_000)).toBe(true);
    expect(await ask(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("recovers what was committed when it was killed itself", async () => {
    const killed = await start();
    await ask(killed, "create table kept (id int); insert into kept values (7)");
    process.kill(killed.pid, "SIGKILL");

    const next = await start();

    expect(next.pid).not.toBe(killed.pid);
    expect(await ask(next, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("starts although the process number of a dead one belongs to another program now", async () => {
    const first = await start();
    process.kill(first.pid, "SIGKILL");
    await waitUntil(() => !first.alive(), 5_000);
    const data = join(realpathSync(folder), "data");
    writeFileSync(
      join(data, "postmaster.pid"),
      `${process.pid}\n${data}\n0\n${first.port}\n\n127.0.0.1\n0 0\nready   \n`,
    );

    const next = await start();

    expect(await ask(next, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)("lives elsewhere when its user cannot reach the folder", async () => {
    chmodSync(parent, 0o700);

    const server = await start();

    expect(lstatSync(folder).isSymbolicLink()).toBe(true);
    expect(await ask(server, "select 1 as one")).toEqual([{ one: 1 }]);

    await server.stop();
    expect(await ask(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)(
    "follows no link that another has made, and takes no folder of another",
    async () => {
      const target = join(parent, "precious");
      mkdirSync(target, { mode: 0o700 });
      symlinkSync(target, folder);

      await expect(start()).rejects.toMatchObject({ name: "OperatorError", advice: expect.stringContaining("mv ") });
      expect(readdirSync(target)).toEqual([]);
      expect(statSync(target).uid).toBe(0);

      unlinkSync(folder);
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, 12_345, 12_345);
      await expect(start()).rejects.toThrow("belongs to user 12345");
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.runIf(process.getuid?.() === 0)("writes no file of root through a link that its own user has made", async () => {
    const target = join(parent, "precious");
    writeFileSync(target, "untouched", { mode: 0o600 });
    mkdirSync(folder, { mode: 0o700 });
    for (const name of ["password", "log"]) symlinkSync(target, join(folder, name));

    expect(await ask(await start(), "select 1 as one")).toEqual([{ one: 1 }]);

    expect(readFileSync(target, "utf8")).toBe("untouched");
    expect(statSync(target).uid).toBe(0);
  });
});
