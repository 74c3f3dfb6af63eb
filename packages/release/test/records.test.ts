import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRecord } from "../src/record.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RECORDS = join(ROOT, "docs/releases");
const MIGRATIONS = "packages/server/migrations";

const records = readdirSync(RECORDS)
  .filter((name) => name !== "README.md")
  .map((name) => readRecord(name, readFileSync(join(RECORDS, name), "utf8")));
const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
/** A checkout of one commit alone, as on a forge, has no others. */
const isShallow = git("rev-parse", "--is-shallow-repository").trim() === "true";

it("a record names a commit of before it, which has its version", ({ skip }) => {
  if (isShallow) skip("this checkout has no history");
  for (const { version, commit } of records) {
    git("merge-base", "--is-ancestor", commit, "HEAD"); // fails where it is none
    expect(JSON.parse(git("show", `${commit}:packages/server/package.json`)).version, commit).toBe(version);
  }
});

it("what comes after a release has another version", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "packages/server/package.json"), "utf8"));
  const head = git("rev-parse", "HEAD").trim();
  const released = records.filter((record) => record.version === version && record.commit !== head);
  expect(released.map(({ commit }) => commit)).toEqual([]);
});

it("no migration of a recorded release was edited since, or has gone", ({ skip }) => {
  if (isShallow) skip("this checkout has no history");
  const sum = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const { version, commit } of records)
    for (const path of git("ls-tree", "-r", "--name-only", commit, `${MIGRATIONS}/`).trim().split("\n"))
      if (path.endsWith(".sql"))
        expect(sum(readFileSync(join(ROOT, path), "utf8")), `${path} of ${version}`).toBe(
          sum(git("show", `${commit}:${path}`)),
        );
});
