import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, trackedFiles } from "./repository.ts";

const RUN = join(ROOT, "run.js");
const LEYDEN = join(ROOT, "packages/server/leyden.js");

/** Makes this Node say that it is another one. The processes that it starts do not notice. */
const pretend = (process: Readonly<Record<string, string>>) => [
  "--import",
  `data:text/javascript,${encodeURIComponent(
    `for (const [name, value] of Object.entries(${JSON.stringify(process)}))
       if (name === "node") Object.defineProperty(process.versions, name, { value });
       else Object.defineProperty(process, name, { value });
     process.execArgv.splice(process.execArgv.indexOf("--import"), 2);`,
  )}`,
];
const OLD = pretend({ node: "20.0.0" });

function start(program: string, words: readonly string[]) {
  const child: ChildProcess = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
  const says = (text: string) => expect.poll(() => output).toContain(text);
  return { child, output: () => output, says, ended: once(child, "close") };
}

/** What a program printed about itself. */
async function report(...words: string[]): Promise<{ pid: number; main: boolean; node: string[]; argv: string[] }> {
  const { child, output, ended } = start(process.execPath, words);
  expect(await ended).toEqual([0, null]);
  const said = JSON.parse(output());
  return { ...said, main: said.pid === child.pid };
}

describe("run.js", () => {
  let folder: string;
  let reporter: string;
  let sleeper: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-run-"));
    const file = (name: string, code: string) => {
      writeFileSync(join(folder, name), code);
      return join(folder, name);
    };
    reporter = file(
      "reporter.ts",
      `const { pid, execArgv: node, argv }: NodeJS.Process = process;
       console.log(JSON.stringify({ pid, node, argv: argv.slice(1) }));`,
    );
    sleeper = file(
      "sleeper.mts",
      `for (const name of ["SIGINT", "SIGHUP"] as const) process.on(name, () => console.log(name));
       setTimeout(() => process.exit(7), 60_000);
       console.log("pid", process.pid);`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const words = ["--outputFile.json=a b", "--", "", "$HOME"];

  it("runs the file in its own process where Node is new enough", async () => {
    const { main, argv } = await report(RUN, reporter, ...words);
    expect({ main, argv }).toEqual({ main: true, argv: [reporter, ...words] });
  });

  it("hands over to the Node that was installed along where Node is too old, flags and all", async () => {
    const { main, node, argv } = await report(...OLD, "--max-semi-space-size=8", RUN, reporter, ...words);
    expect({ main, node, argv }).toEqual({
      main: false,
      node: ["--max-semi-space-size=8"],
      argv: [reporter, ...words],
    });
  });

  it("says what to do where there is no Node to hand over to", async () => {
    const { output, ended } = start(process.execPath, [...pretend({ node: "20.0.0", arch: "abacus" }), RUN, reporter]);

    expect(await ended).toEqual([1, null]);
    expect(output()).toContain("Leyden needs Node 24 or newer");
  });

  it.each([
    ["a package", 'import "leyden-is-not-a-package";'],
    ["a program of a package", 'await import("./node_modules/none/main.mjs");'],
  ])("says what to do where the packages are not installed: %s", async (_what, code) => {
    const program = join(folder, "program.mjs");
    writeFileSync(program, code);
    const { output, ended } = start(process.execPath, [RUN, program]);

    expect(await ended).toEqual([1, null]);
    expect(output()).toContain("run `npm ci` first");
    expect(output()).not.toMatch(/^ +at /m);
  });

  it("hides no other missing file", async () => {
    const program = join(folder, "program.mjs");
    writeFileSync(program, 'import "./not-there.mjs";');
    const { output, ended } = start(process.execPath, [RUN, program]);

    expect(await ended).toEqual([1, null]);
    expect(output()).toContain("not-there.mjs");
    expect(output()).not.toContain("npm ci");
  });

  describe.skipIf(process.platform === "win32")("in between", () => {
    const pidOf = (output: string) => Number(/pid (\d+)/.exec(output)?.[1]);
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };

    it("hands on signals", async () => {
      const { child, says, ended } = start(process.execPath, [...OLD, RUN, sleeper]);
      await says("pid");

      for (const name of ["SIGINT", "SIGHUP"] as const) {
        child.kill(name);
        await says(name);
      }
      child.kill("SIGTERM");

      expect(await ended).toEqual([null, "SIGTERM"]);
    });

    it("ends with what it stands for", async () => {
      const { output, says, ended } = start(process.execPath, [...OLD, RUN, sleeper]);
      await says("pid");

      process.kill(pidOf(output()), "SIGKILL");

      expect(await ended).toEqual([null, "SIGKILL"]);
    });

    it("ends what is attached when the shell above it ends and hands nothing on", async () => {
      const { child, output, says } = start("sh", [
        ...["-c", '"$@"; exit', "sh", process.execPath, ...OLD, RUN, sleeper, "--attached"],
      ]);
      await says("pid");

      child.kill("SIGKILL");

      await expect.poll(() => isAlive(pidOf(output()))).toBe(false);
    });
  });
});

describe("leyden.js", () => {
  it.each([
    ["this Node", []],
    ["the Node that was installed along", OLD],
  ])("runs commands with %s", async (_, node) => {
    const { output, ended } = start(process.execPath, [...node, LEYDEN, "config"]);

    expect(await ended).toEqual([0, null]);
    expect(output()).toContain("LEYDEN_PORT");
  });

  it("prints its version", async () => {
    const { output, ended } = start(process.execPath, [LEYDEN, "--version"]);

    expect(await ended).toEqual([0, null]);
    expect(output()).toMatch(/^\d+\.\d+\.\d+, commit (?:[0-9a-f]{12}|unknown)\n$/);
  });

  it("ends with the status of the command", async () => {
    const { output, ended } = start(process.execPath, [...OLD, LEYDEN, "nonsense"]);

    expect(await ended).toEqual([1, null]);
    expect(output()).toContain("unknown command");
  });
});

type Scripts = Readonly<Record<string, string>>;

/** The scripts of a manifest: name and command. */
function scriptsOf(manifest: string): [string, string][] {
  const { scripts = {} }: { scripts?: Scripts } = JSON.parse(readFileSync(join(ROOT, manifest), "utf8"));
  return Object.entries(scripts);
}

/** Words of a command that are the path of a file or folder. */
const pathsIn = (command: string) =>
  command.split(" ").filter((word) => /^[\w@.][\w./@-]*$/.test(word) && /\/|\.[cm]?[jt]s$/.test(word));

describe("a script of package.json", () => {
  it.each(scriptsOf("package.json"))("finds Node 24 by itself: %s", (_, script) => {
    for (const command of script.split(" && "))
      expect(command).toMatch(/^node (--\S+ )?(run\.js [\w./@-]+|packages\/server\/leyden\.js)( |$)/);
  });

  it("names files that exist, in every package", async () => {
    const manifests = (await trackedFiles()).filter((path) => /(^|\/)package\.json$/.test(path));
    const named = manifests.flatMap((manifest) =>
      scriptsOf(manifest).flatMap(([name, command]) => pathsIn(command).map((path) => ({ manifest, name, path }))),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ manifest, path }) => !existsSync(join(ROOT, dirname(manifest), path)))).toEqual([]);
  });
});
