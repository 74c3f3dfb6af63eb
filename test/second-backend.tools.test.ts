import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";

const TYPESCRIPT = join(ROOT, "node_modules/typescript/bin/tsc");
const CHOOSE = "packages/server/src/adapters/lightning/choose.ts";
/** "Function lacks ending return statement": the switch has no case for it. */
const NO_RETURN = "2366";
const PATIENCE_MS = 300_000;

/** A copy of the code that runs, in which a backend is named that no adapter has. */
describe("another backend of the node", () => {
  let trial: string;

  beforeAll(async () => {
    trial = await mkdtemp(join(tmpdir(), "leyden-backend-"));
    await symlink(join(ROOT, "node_modules"), join(trial, "node_modules"));
    for (const name of ["server", "client"]) {
      const place = `packages/${name}`;
      await mkdir(join(trial, place), { recursive: true });
      await cp(join(ROOT, place, "package.json"), join(trial, place, "package.json"));
      const isCode = (path: string) => !/\.(?:test|harness|setup)\.ts$/.test(path);
      await cp(join(ROOT, place, "src"), join(trial, place, "src"), { recursive: true, filter: isCode });
    }
    await symlink(join(ROOT, "packages/server/node_modules"), join(trial, "packages/server/node_modules"));
    const options = { extends: join(ROOT, "tsconfig.json"), include: ["packages/*/src"], exclude: [] };
    await writeFile(join(trial, "tsconfig.json"), JSON.stringify(options));
  });
  afterAll(() => rm(trial, { recursive: true }));

  it("is missed by the compiler in choose.ts, and nowhere else", { timeout: PATIENCE_MS }, async () => {
    const code = await readFile(join(ROOT, CHOOSE), "utf8");
    const known = "export type NodeAddress =";
    const more = `export type NodeAddress = Known | { readonly backend: "trial"; readonly host: string };\ntype Known =`;
    expect(code).toContain(known);
    await writeFile(join(trial, CHOOSE), code.replace(known, more));

    const compiled = promisify(execFile)(process.execPath, [TYPESCRIPT, "--noEmit"], { cwd: trial });
    const { stdout } = await compiled.catch((error: { readonly stdout: string }) => error);
    const mistakes = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS(\d+)/gm)].map(([, path, code]) => [path, code]);
    expect(mistakes).toEqual([[CHOOSE, NO_RETURN]]);
  });
});
