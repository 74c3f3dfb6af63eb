import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../../..");
const WORKFLOWS = join(ROOT, ".github/workflows");
const run = promisify(execFile);

type Step = { readonly uses?: string; readonly run?: string; readonly with?: object };
type Job = { readonly permissions?: object; readonly uses?: string; readonly needs?: string; readonly steps?: Step[] };
type Workflow = { readonly on: object; readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> };

const texts = readdirSync(WORKFLOWS).map((name) => [name, readFileSync(join(WORKFLOWS, name), "utf8")] as const);
const workflow = (name: string) => parse(readFileSync(join(WORKFLOWS, name), "utf8")) as Workflow;
const commands = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run ?? []);

/** The parser imports JSON as bundlers do; Node wants to be told that it is JSON. */
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    return name.endsWith(".min.json") ? { ...found, importAttributes: { type: "json" } } : found;
  },
});

/** What the forge's own parser says against a workflow. */
async function mistakesIn(name: string, content: string): Promise<readonly string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value); // finds more of them
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(texts)("the workflow %s", (name, text) => {
  const { permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap(({ steps }) => steps ?? []);

  it("is one that the forge's own parser takes", async () => {
    expect(await mistakesIn(name, text)).toEqual([]);
  });

  it("may call workflows of this repository that are there", () => {
    const called = Object.values(jobs).flatMap(({ uses }) => uses ?? []);
    expect(called.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("may read and nothing else, unless a job says so of itself", () => {
    expect(permissions).toEqual({ contents: "read" });
  });

  it("names each action of others by its commit, and leaves no credentials in the checkout", () => {
    const used = steps.filter(({ uses }) => uses !== undefined);
    for (const { uses } of used) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    for (const step of used.filter(({ uses }) => uses?.startsWith("actions/checkout@")))
      expect(step.with).toEqual({ "persist-credentials": false });
  });

  it("puts no text of others into a command, and names no host of a registry", () => {
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
    expect(text).not.toMatch(/registry\.|npmjs|docker\.io|ghcr/);
  });
});

it("the forge's parser finds a wrong word, a wrong value, a wrong expression and a job that is not there", async () => {
  const text = readFileSync(join(WORKFLOWS, "release.yml"), "utf8");
  expect(await mistakesIn("release.yml", text)).toEqual([]);
  for (const [right, wrong] of [
    ["runs-on:", "runs_on:"],
    ["timeout-minutes: 30", "timeout-minutes: soon"],
    ["contents: write", "contents: admin"],
    ["github.token }}", "github.token("],
    ["needs: ci", "needs: other"],
    ["push:", "pushed:"],
  ] as const) {
    expect(text).toContain(right);
    expect(await mistakesIn("release.yml", text.replace(right, wrong)), wrong).not.toEqual([]);
  }
});

it("a push and a pull request run .ci/run and nothing else", () => {
  const { on, jobs } = workflow("ci.yml");
  expect(Object.keys(on)).toEqual(["push", "pull_request", "workflow_call"]);
  expect(Object.values(jobs).map(commands)).toEqual([["bash .ci/run"]]);
});

it("a tag of a version makes a release, after .ci/run, and only that job may write", () => {
  const { on, jobs } = workflow("release.yml");
  expect(on).toEqual({ push: { tags: ["v*"] } });
  expect(jobs["ci"]).toEqual({ uses: "./.github/workflows/ci.yml" });
  expect(jobs["release"]).toMatchObject({ needs: "ci", permissions: { contents: "write" } });
  const [make, attach, ...others] = commands(jobs["release"] ?? {});
  expect(make).toBe('bash .ci/release "$GITHUB_REF_NAME" "$RUNNER_TEMP/release"');
  expect(attach).toMatch(/^gh release create "\$GITHUB_REF_NAME" --verify-tag .* "\$RUNNER_TEMP"\/release\/\*$/);
  expect(others).toEqual([]);
});

/** SHA-256 of an empty file. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

describe.skipIf(process.platform === "win32")(".ci/release", () => {
  let folder: string;
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, stdio: "pipe" });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-tag-"));
    mkdirSync(join(folder, "packages/server"), { recursive: true });
    mkdirSync(join(folder, ".ci"));
    mkdirSync(join(folder, "bin"));
    cpSync(join(ROOT, ".ci/release"), join(folder, ".ci/release"));
    writeFileSync(
      join(folder, "packages/server/package.json"),
      '{\n  "name": "x",\n  "version": "1.2.3",\n  "a": 1\n}\n',
    );
    git("init", "--quiet");
    commit();
  });
  afterEach(() => {
    for (const path of [folder, `${folder}-out`]) rmSync(path, { recursive: true, force: true });
  });

  function commit() {
    git("add", "--all");
    git(
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@example.com",
      "commit",
      "--quiet",
      "--allow-empty",
      "--message",
      "all",
    );
  }

  /** `npm` writes what it was asked for, and makes a release with this checksum of its file. */
  async function release(tag: string, { checksum = EMPTY, changed = false } = {}) {
    const npm = `#!/bin/sh\necho "$*"\nif [ "$2" = release ]; then mkdir "$5"; : >"$5/a"; echo "${checksum}  a" >"$5/SHA256SUMS"; fi\n`;
    writeFileSync(join(folder, "bin/npm"), npm);
    chmodSync(join(folder, "bin/npm"), 0o755);
    commit();
    if (changed) writeFileSync(join(folder, "new"), "");
    const env = { ...process.env, PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter) };
    return await run(join(folder, ".ci/release"), [tag, `${folder}-out`], { env }).then(
      ({ stdout }) => ({ status: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ status: code, output: stdout + stderr }),
    );
  }
  it("installs, makes the release and checks its sums", async () => {
    const out = `${folder}-out`;
    expect(await release("v1.2.3")).toEqual({ status: 0, output: `ci\nrun release -- --out ${out}\na: OK\n` });
  });

  it("refuses a tag that is not the version", async () => {
    const { status, output } = await release("v1.2.4");
    expect([status, output]).toEqual([1, expect.stringContaining("the tag must be v1.2.3")]);
    expect((await release("1.2.3")).status).toBe(1);
  });

  it("refuses a checkout with changes", async () => {
    const { status, output } = await release("v1.2.3", { changed: true });
    expect([status, output]).toEqual([1, "the checkout has changes: a release is made of a commit\n"]);
  });

  it("fails where a file is not what its sum says", async () => {
    expect((await release("v1.2.3", { checksum: "0".repeat(64) })).status).toBe(1);
  });
});
