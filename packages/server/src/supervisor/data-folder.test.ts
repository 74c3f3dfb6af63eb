import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAccounts } from "#platform/machine/accounts.ts";
import { refuseOpenPath } from "#platform/machine/open-path.ts";
import type { Accounts } from "#platform/machine/path-rights.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { requireOwner, takeDataFolder } from "./data-folder.ts";
import { forgetRunning, readRunning, writeRunning } from "./run-file.ts";

const random = machineRandom();
const take = (dataDir: string, trustedFolders: readonly string[] = []) =>
  takeDataFolder({ dataDir, trustedFolders }, random);
let parent: string;
let path: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "leyden-data-"));
  path = join(parent, "data");
});
afterEach(() => rmSync(parent, { recursive: true }));

/** That no user and no group of this machine has, and the next one neither. */
function unusedId(): number {
  const { users, groups } = readAccounts() ?? { users: [], groups: [] };
  const used = new Set([...users.map(({ uid }) => uid), ...groups.map(({ gid }) => gid)]);
  let id = 12_345;
  while (used.has(id) || used.has(id + 1)) id += 2;
  return id;
}

describe("the data folder", () => {
  it("keeps the name of its installation", () => {
    const first = take(path);
    first.release();
    const second = take(path);
    second.release();

    expect(second.instanceId).toBe(first.instanceId);
  });

  it.each([0o702, 0o777])("is refused with mode %o, and the command that closes it", (mode) => {
    mkdirSync(path);
    chmodSync(path, mode);

    expect(() => take(path)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("other users may write"),
        advice: expect.stringContaining(`chmod go-w '${path}'`),
      }),
    );
    expect(readdirSync(path)).toEqual([]);

    chmodSync(path, mode & ~0o022);
    take(path).release();
  });

  it.runIf(process.getuid?.() === 0)("is refused when it belongs to another user", () => {
    mkdirSync(path);
    chownSync(path, 12_345, 12_345);

    expect(() => take(path)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("belongs to another user (12345)"),
        advice: expect.stringContaining(`chown 0 '${path}'`),
      }),
    );
    expect(readdirSync(path)).toEqual([]);
  });

  const asRoot = process.getuid?.() === 0;

  it.each([0o777, 0o757])("is refused below a folder with mode %o, before anything is made or followed", (mode) => {
    const elsewhere = join(parent, "elsewhere");
    const open = join(parent, "open");
    for (const folder of [elsewhere, open]) mkdirSync(folder);
    chmodSync(open, mode);
    symlinkSync(elsewhere, join(open, "data"));
    for (const name of ["data", "new", join("data", "deep", "new")])
      expect(() => take(join(open, name))).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(`other users may write to the folder above the data ${open}`),
          advice: expect.stringContaining(`chmod go-w '${open}'`),
        }),
      );
    expect([readdirSync(elsewhere), readdirSync(open)]).toEqual([[], ["data"]]);
    chmodSync(open, 0o1777); // as /tmp: nobody takes away what is ours
    take(join(open, "data")).release();
  });

  it.runIf(asRoot)("is refused where another user's link leads to it, or another user's folder", () => {
    const own = join(parent, "own");
    mkdirSync(own);
    const link = join(parent, "link");
    symlinkSync(own, link);
    take(link).release();
    lchownSync(link, 12_345, 12_345);
    expect(() => take(link)).toThrow(`the link ${link} belongs to another user (12345)`);
    expect(() => take(join(link, "data"))).toThrow(`the link ${link} belongs to another user`);
    const theirs = join(parent, "theirs");
    mkdirSync(theirs);
    chownSync(theirs, 12_345, 12_345);
    expect(() => take(join(theirs, "data"))).toThrow(
      `the folder above the data ${theirs} belongs to another user (12345)`,
    );
    expect(readdirSync(theirs)).toEqual([]);
    const inTheirs = join(parent, "in-theirs");
    symlinkSync(join(theirs, "data"), inTheirs);
    expect(() => take(inTheirs)).toThrow(`the folder above the data ${theirs} belongs`);
  });

  it.runIf(asRoot)("may be a folder, or lie in one, that its user's own group may write to, and no other's", () => {
    const folder = join(parent, "group");
    const open = { ...(readAccounts() as Accounts), groups: [{ gid: 54_321, members: ["root"] }] };
    mkdirSync(folder);
    for (const [gid, members] of [
      [54_321, ["alice"]],
      [54_322, []],
    ] as const) {
      chownSync(folder, 0, gid);
      chmodSync(folder, 0o2775);
      const accounts = { ...open, groups: [{ gid: 54_321, members }] };
      for (const path of [folder, join(folder, "data")])
        expect(() => refuseOpenPath(path, { trusted: [], accounts })).toThrow("other users may write");
    }
    chownSync(folder, 0, 54_321);
    expect(refuseOpenPath(folder, { trusted: [], accounts: { ...open, isComplete: true } })).toEqual([]);
    chownSync(folder, 0, 0);
    take(folder).release();
  });

  it("is taken although others may write to a folder of its path, where the operator answers for that very folder", () => {
    const open = join(parent, "open");
    path = join(open, "data");
    mkdirSync(path, { recursive: true });
    for (const folder of [open, path]) chmodSync(folder, 0o777); // as the volumes of some clusters are made
    for (const trusted of [[], [path], [open], [parent]])
      expect(() => take(path, trusted)).toThrow(
        expect.objectContaining({ advice: expect.stringContaining("name it in LEYDEN_TRUSTED_FOLDERS") }),
      );
    const { warnings, release } = take(path, [path, open]);
    release();
    expect(warnings).toEqual(
      [`the folder above the data ${open}`, `the data folder ${path}`].map((folder) =>
        expect.stringMatching(`^other users may write to ${folder} .* and LEYDEN_TRUSTED_FOLDERS names it$`),
      ),
    );
  });

  it.runIf(asRoot)("is taken as a volume of Kubernetes with fsGroup is, with a warning", async () => {
    const nobodys = unusedId();
    mkdirSync(path);
    chownSync(path, 0, nobodys);
    chmodSync(path, 0o2770);
    chmodSync(parent, 0o755);
    const program = `
      process.setgroups([${nobodys}]); process.setgid(${nobodys + 1}); process.setuid(${nobodys});
      const { takeDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))});
      const { warnings, release } = takeDataFolder({ dataDir: ${JSON.stringify(path)}, trustedFolders: [] }, { uuid: () => "x" });
      release();
      console.log(JSON.stringify(warnings));`;
    // In the folder of the module: what a package imports as `#…` is found from there.
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: import.meta.dirname,
    });
    expect(JSON.parse(stdout)).toEqual([
      expect.stringContaining(`the group ${nobodys} may write to the data folder ${path}`),
    ]);
    expect(readdirSync(path)).toContain("instance");
  });

  it("is for the user alone who started it first: root's files would stop the service", () => {
    take(path).release();
    const { uid } = statSync(join(path, "instance"));
    const named = { dataDir: path, trustedFolders: [] };
    requireOwner(named, uid);
    expect(() => requireOwner(named, uid + 1)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`belongs to user ${uid}, and this command runs as user ${uid + 1}`),
        advice: expect.stringContaining(`sudo -u '#${uid}' npm run leyden`),
      }),
    );
    requireOwner({ ...named, dataDir: join(parent, "new") }, 12_345);
  });

  it.runIf(asRoot)("is for another user than root too, where the operator answers for it", () => {
    take(path).release();
    chownSync(join(path, "instance"), 12_345, 12_345);
    const trusted = { dataDir: path, trustedFolders: [path] };
    requireOwner(trusted, 12_346);
    expect(() => requireOwner({ ...trusted, trustedFolders: [parent] }, 12_346)).toThrow("belongs to user 12345");
    expect(() => requireOwner(trusted, 0)).toThrow("belongs to user 12345, and this command runs as user 0");
  });

  it.runIf(process.getuid?.() === 0)("is not taken by root, although root owns the folder itself", () => {
    take(path).release();
    chownSync(join(path, "instance"), 12_345, 12_345);
    expect(() => take(path)).toThrow("belongs to user 12345, and this command runs as user 0");
  });

  it("is refused where links lead round and round", () => {
    symlinkSync(join(parent, "b"), join(parent, "a"));
    symlinkSync(join(parent, "a"), join(parent, "b"));
    expect(() => take(join(parent, "a"))).toThrow("too many links");
  });

  it.each(["lock", "instance.new", "run.json.new"])("follows no link in the place of its file %s", (name) => {
    const target = join(parent, "precious");
    writeFileSync(target, "untouched", { mode: 0o644 });
    mkdirSync(path);
    symlinkSync(target, join(path, name));

    try {
      const folder = take(path);
      writeRunning(path, { baseUrl: "http://127.0.0.1:8080", instanceId: folder.instanceId, children: undefined });
      folder.release();
    } catch (error) {
      expect(error).toMatchObject({ code: "ELOOP" });
    }

    expect(readFileSync(target, "utf8")).toBe("untouched");
    expect(statSync(target).mode & 0o777).toBe(0o644);
  });

  it("shows a second start where the first one answers and how to end it", () => {
    const first = take(path);
    writeRunning(path, { baseUrl: "http://127.0.0.1:8080", instanceId: first.instanceId, children: undefined });

    expect(() => take(path)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("http://127.0.0.1:8080"),
        advice: expect.stringContaining(`kill ${process.pid}`),
      }),
    );
    first.release();
  });

  it.runIf(process.getuid?.() !== 0)("says so when it cannot be written", () => {
    chmodSync(parent, 0o500);

    expect(() => take(path)).toThrow(/cannot be written/);
    chmodSync(parent, 0o700);
  });

  it.runIf(process.platform === "linux")("says so where not even root can make one", () => {
    expect(() => take("/proc/leyden/data")).toThrow(/cannot be written/);
  });

  it("is made with the folders above it", () => {
    path = join(parent, "a", "b", "c");

    take(path).release();

    expect(statSync(path).isDirectory()).toBe(true);
  });
});

describe("run.json", () => {
  it("is for our eyes only and goes when we end", () => {
    take(path).release();
    writeRunning(path, { baseUrl: "http://127.0.0.1:1", instanceId: "x", children: undefined });
    expect(statSync(join(path, "run.json")).mode & 0o777).toBe(0o600);
    expect(readRunning(path)).toMatchObject({ pid: process.pid, baseUrl: "http://127.0.0.1:1" });

    forgetRunning(path);

    expect(readRunning(path)).toBeUndefined();
  });
});
