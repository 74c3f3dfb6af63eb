import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../machine/process.ts";
import { askServer, idleBackend, ownServers, PATIENCE } from "./testing/own-servers.harness.ts";

const own = ownServers();

describe("the embedded PostgreSQL", () => {
  it("starts again after its files were opened to a group, as a volume with fsGroup is each time", async () => {
    const first = await own.start();
    await first.stop();
    const data = join(realpathSync(own.folder), "data");
    chmodSync(data, 0o2770);
    const second = await own.start();
    expect(second.adopted).toBe(false);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });

  it("keeps what was committed over a stop, with checksums, fsync and a password that only we can read", async () => {
    const first = await own.start();
    await askServer(first, "create table kept (id int); insert into kept values (7)");
    await first.stop();
    expect(first.alive()).toBe(false);

    const second = await own.start();

    expect(second.adopted).toBe(false);
    expect(await askServer(second, "select id from kept")).toEqual([{ id: 7 }]);
    expect(
      await askServer(second, "select current_setting('data_checksums') as sums, current_setting('fsync') as fsync"),
    ).toEqual([{ sums: "on", fsync: "on" }]);
    expect(statSync(join(own.folder, "password")).mode & 0o777).toBe(0o600);
    await expect(
      askServer({ ...second, url: second.url.replace(/:[^:@]+@/, ":wrong@") }, "select 1"),
    ).rejects.toMatchObject({
      code: "28P01",
    });
  });

  it("is asked over a Unix socket that only its user may open, and over TCP where the folder's name is too long", async () => {
    const overSocket = "select inet_client_addr() is null as socket";
    const near = await own.start();
    expect(await askServer(near, overSocket)).toEqual([{ socket: true }]);
    expect(statSync(join(realpathSync(own.folder), `.s.PGSQL.${near.port}`)).mode & 0o777).toBe(0o700);
    const overTcp = new URL(near.url);
    overTcp.search = "";
    expect(await askServer({ ...near, url: overTcp.href }, overSocket)).toEqual([{ socket: false }]);
    await near.stop();

    mkdirSync(join(own.parent, "f".repeat(100)));
    own.folder = join(own.parent, "f".repeat(100), "postgres");
    const far = await own.start();
    expect(await askServer(far, overSocket)).toEqual([{ socket: false }]);
  });

  it("lets others end what they have under way, where it waits for them, and takes nothing new", async () => {
    const server = await own.start({ patience: { ...PATIENCE, smartMs: 60_000 } });
    await askServer(server, "create table kept (id int)");
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    await other.query("begin; insert into kept values (7)");

    const stopped = server.stop({ waitForOthers: true });

    expect(await waitUntil(own.isStopping, 5_000)).toBe(true);
    await expect(askServer(server, "select 1")).rejects.toMatchObject({ code: "57P03" });
    await other.query("commit");
    await other.end();
    await stopped;
    expect(await askServer(await own.start(), "select id from kept")).toEqual([{ id: 7 }]);
  });

  it("waits for others no longer than it may", async () => {
    const server = await own.start({ patience: PATIENCE });
    await idleBackend(server);

    await server.stop({ waitForOthers: true });

    expect(server.alive()).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)("lives elsewhere when its user cannot reach the folder", async () => {
    chmodSync(own.parent, 0o700);

    const server = await own.start();

    expect(lstatSync(own.folder).isSymbolicLink()).toBe(true);
    expect(await askServer(server, "select 1 as one")).toEqual([{ one: 1 }]);

    await server.stop();
    expect(await askServer(await own.start(), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)(
    "follows no link that another has made, and takes no folder of another",
    async () => {
      const target = join(own.parent, "precious");
      mkdirSync(target, { mode: 0o700 });
      symlinkSync(target, own.folder);

      await expect(own.start()).rejects.toMatchObject({
        name: "OperatorError",
        advice: expect.stringContaining("mv "),
      });
      expect(readdirSync(target)).toEqual([]);
      expect(statSync(target).uid).toBe(0);

      unlinkSync(own.folder);
      mkdirSync(own.folder, { mode: 0o700 });
      chownSync(own.folder, 12_345, 12_345);
      await expect(own.start()).rejects.toThrow("belongs to user 12345");
      expect(readdirSync(own.folder)).toEqual([]);
    },
  );

  it.runIf(process.getuid?.() === 0)("writes no file of root through a link that its own user has made", async () => {
    const target = join(own.parent, "precious");
    writeFileSync(target, "untouched", { mode: 0o600 });
    mkdirSync(own.folder, { mode: 0o700 });
    for (const name of ["password", "log"]) symlinkSync(target, join(own.folder, name));

    expect(await askServer(await own.start(), "select 1 as one")).toEqual([{ one: 1 }]);

    expect(readFileSync(target, "utf8")).toBe("untouched");
    expect(statSync(target).uid).toBe(0);
  });
});
