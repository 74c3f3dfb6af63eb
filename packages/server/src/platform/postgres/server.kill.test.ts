import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive, waitUntil } from "../machine/process.ts";
import type { PostgresServer } from "./server.ts";
import { askServer, idleBackend, ownServers, PATIENCE } from "./testing/own-servers.harness.ts";

const own = ownServers();

/** Starts a server whose next fast shutdown has no end: one of its backends does not move. */
async function startHanging(): Promise<PostgresServer> {
  const server = await own.start({ patience: PATIENCE });
  await askServer(server, "create table kept (id int); insert into kept values (7)");
  process.kill(await idleBackend(server), "SIGSTOP");
  return server;
}

/** A process of its own that starts the server and stays; killed, it leaves its server to the guard. */
async function startOwner(): Promise<{ pid: number; url: string; kill(): void }> {
  const module = JSON.stringify(join(import.meta.dirname, "server.ts"));
  const script = `
    import { startPostgres } from ${module};
    const { pid, url } = await startPostgres(${JSON.stringify({ folder: own.folder, patience: PATIENCE })});
    console.log(JSON.stringify({ pid, url }));
    setInterval(() => undefined, 1_000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(owner.stdout.setEncoding("utf8"), "data");
  const { pid, url } = JSON.parse(String(line)) as { pid: number; url: string };
  return { pid, url, kill: () => owner.kill("SIGKILL") };
}

describe("the embedded PostgreSQL, killed or hanging", () => {
  it("is adopted, with its port, by the next start when its owner was killed", async () => {
    const left = await own.start();

    const adopted = await own.start();

    expect(adopted).toMatchObject({ adopted: true, pid: left.pid, port: left.port });
    await adopted.stop();
    expect(left.alive()).toBe(false);
  });

  it("ends in order when the process that started it is killed", async () => {
    const { pid, kill } = await startOwner();
    expect(isAlive(pid)).toBe(true);

    kill();

    expect(await waitUntil(() => !isAlive(pid), 20_000)).toBe(true);
    expect(existsSync(join(own.folder, "data/postmaster.pid"))).toBe(false); // which an orderly end removes
  });

  it("is ended, and started again with what was committed, when it hangs in its stop", async () => {
    const hanging = await startHanging();
    process.kill(hanging.pid, "SIGINT");
    expect(await waitUntil(own.isStopping, 5_000)).toBe(true);

    const next = await own.start({ patience: PATIENCE });

    expect(next).toMatchObject({ adopted: false });
    expect(isAlive(hanging.pid)).toBe(false);
    expect(await askServer(next, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("is ended, and started again, when it is frozen as a whole", async () => {
    const frozen = await startHanging();
    process.kill(frozen.pid, "SIGSTOP");

    const next = await own.start({ patience: { smartMs: 500, fastMs: 500, immediateMs: 500 } });

    expect(next.pid).not.toBe(frozen.pid);
    expect(await askServer(next, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("is ended as far as needed by its own stop", async () => {
    const hanging = await startHanging();

    await hanging.stop();

    expect(hanging.alive()).toBe(false);
    expect(existsSync(join(own.folder, "data/postmaster.pid"))).toBe(false); // an immediate stop was enough: no kill
  });

  it("is ended by the guard when it hangs and the owner dies", async () => {
    const owner = await startOwner();
    process.kill(await idleBackend(owner), "SIGSTOP");
    owner.kill();

    expect(await waitUntil(() => !isAlive(owner.pid), 25_000)).toBe(true);
    expect(existsSync(join(own.folder, "data/postmaster.pid"))).toBe(false);
  });

  it("is ended by the guard when a backend was killed and the owner dies in the recovery", async () => {
    const owner = await startOwner();
    const backend = await idleBackend(owner);
    process.kill(await idleBackend(owner), "SIGSTOP");
    process.kill(backend, "SIGKILL");
    owner.kill();

    expect(await waitUntil(() => !isAlive(owner.pid), 25_000)).toBe(true);
    expect(await askServer(await own.start(), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("recovers what was committed when it was killed itself", async () => {
    const killed = await own.start();
    await askServer(killed, "create table kept (id int); insert into kept values (7)");
    process.kill(killed.pid, "SIGKILL");

    const next = await own.start();

    expect(next.pid).not.toBe(killed.pid);
    expect(await askServer(next, "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("starts although the process number of a dead one belongs to another program now", async () => {
    const first = await own.start();
    process.kill(first.pid, "SIGKILL");
    await waitUntil(() => !first.alive(), 5_000);
    const data = join(realpathSync(own.folder), "data");
    writeFileSync(
      join(data, "postmaster.pid"),
      `${process.pid}\n${data}\n0\n${first.port}\n\n127.0.0.1\n0 0\nready   \n`,
    );

    const next = await own.start();

    expect(await askServer(next, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});
