import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { OWN_SQL } from "./migrate.ts";
import { isBetween, type MigrationFile, nextStep, readMigrations } from "./migration-files.ts";

const file = (version: number, remaining?: string): MigrationFile => ({
  version,
  name: `000${version}-x.sql`,
  sql: "",
  isCompatible: true,
  remaining,
});
const [one, two, three] = [file(1), file(2), file(3)];
const batches = (version: number) => file(version, "select 1");

/** All steps of a database that lacks these, as `upTo` of a schema and `file` of batches. */
function stepsOf(pending: readonly MigrationFile[], hasFunctions = false): string[] {
  const step = nextStep(pending, hasFunctions);
  if (step === undefined) return [];
  const last = step.kind === "batch" ? step.file : step.upTo;
  const rest = pending.filter(({ version }) => version > (last?.version ?? 0));
  const text = `${step.kind} ${last?.version ?? "none"}`;
  return [text, ...stepsOf(rest, hasFunctions || (step.kind === "schema" && !isBetween(rest)))];
}

it("a database gets files without batches and the functions in one step", () => {
  expect(stepsOf([])).toEqual(["schema none"]);
  expect(stepsOf([one, two, three])).toEqual(["schema 3"]);
});

it("batches at the end wait for the functions, since old and new processes work beside them", () => {
  expect(stepsOf([one, two, batches(3)])).toEqual(["schema 2", "batch 3"]);
  expect(stepsOf([batches(2), batches(3)])).toEqual(["schema none", "batch 2", "batch 3"]);
});

it("files behind batches wait for them, and the functions for these files", () => {
  expect(stepsOf([one, batches(2), three, batches(4)])).toEqual(["schema 1", "batch 2", "schema 3", "batch 4"]);
  expect(stepsOf([batches(2), three])).toEqual(["batch 2", "schema 3"]);
});

it("the head of a migration says whether older processes go on, and what counts the rows that are left", () => {
  const folder = mkdtempSync(join(tmpdir(), "leyden-heads-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const read = (text: string) => {
    writeFileSync(join(folder, "0001-x.sql"), text);
    return readMigrations(folder)[0];
  };
  expect(read("-- compatible: no\nselect 1")).toMatchObject({ isCompatible: false, remaining: undefined });
  expect(read("-- compatible: yes\n-- remaining: select 7\nselect 1")).toMatchObject({
    isCompatible: true,
    remaining: "select 7",
  });
  expect(() => read("select 1")).toThrow("0001-x.sql does not begin with");
  expect(() => read("-- compatible: no\n-- remaining: select 7\nselect 1")).toThrow("is not compatible");
});

it("the migrations of this version have such heads", () => {
  expect(readMigrations(OWN_SQL.migrations).length).toBeGreaterThan(50);
});
