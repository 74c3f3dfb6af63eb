import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../../server/src/platform/database/migrate.ts";
import { connect } from "../../server/src/platform/database/pool.ts";
import { onDatabase } from "../../server/src/platform/database/testing/database.harness.ts";
import { readRecord } from "../src/record.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RECORDS = join(ROOT, "docs/releases");

const records = readdirSync(RECORDS)
  .filter((name) => name !== "README.md")
  .map((name) => readRecord(name, readFileSync(join(RECORDS, name), "utf8")));
const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8" });

/** A recorded commit is not in a checkout of one commit alone, as on a forge. */
const isShallow = git("rev-parse", "--is-shallow-repository").trim() === "true";

/** What a program can see: columns, and functions by what they take and return. */
const SEEN = `
  select table_schema || '.' || table_name as thing, column_name::text as part, data_type || ' ' || is_nullable as form
    from information_schema.columns
   where table_schema not in ('pg_catalog', 'information_schema')
   union all
  select n.nspname || '.' || p.proname || '()', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
   where n.nspname not in ('pg_catalog', 'information_schema')
   order by 1, 2, 3`;

type Seen = { readonly thing: string; readonly part: string; readonly form: string };

onDatabase("a database that a release has made", (database) => {
  async function emptyDatabase(): Promise<string> {
    const { admin, url } = database();
    const name = `released_${randomBytes(8).toString("hex")}`;
    await admin.query({ text: `create database ${name}`, values: [] });
    onTestFinished(async () => void (await admin.query({ text: `drop database ${name} with (force)`, values: [] })));
    return url.replace(/[^/]*$/, name);
  }

  /** The SQL of a release, out of the history. */
  function foldersOf(commit: string) {
    const folder = mkdtempSync(join(tmpdir(), "leyden-released-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const server = "packages/server";
    const words = ["archive", "--format=tar", commit, `${server}/migrations`, `${server}/src/slices`];
    execFileSync("tar", ["x"], { cwd: folder, input: execFileSync("git", words, { cwd: ROOT, maxBuffer: 1e9 }) });
    return { migrations: join(folder, server, "migrations"), slices: join(folder, server, "src/slices") };
  }

  async function seenIn(url: string) {
    const owner = connect({ url, max: 1, name: "test" });
    return await owner.query<Seen>({ text: SEEN, values: [] }).finally(() => owner.close());
  }

  it.skipIf(isShallow).each(records)(
    "of $version becomes what a new one of this version is",
    async ({ version, commit }) => {
      const url = await emptyDatabase();
      await migrate(url, foldersOf(commit), { release: version });
      await migrate(url);

      const made = await emptyDatabase(); // tests have functions of their own in theirs
      await migrate(made);
      const [upgraded, fresh] = [await seenIn(url), await seenIn(made)];
      expect(fresh.length).toBeGreaterThan(1_000);
      const words = (seen: readonly Seen[]) => seen.map(({ thing, part, form }) => `${thing} ${part} ${form}`);
      const isColumn = ({ thing }: Seen) => !thing.endsWith("()");
      expect(words(upgraded.filter(isColumn))).toEqual(words(fresh.filter(isColumn)));
      const found = new Set(words(upgraded)); // with functions that older processes call
      expect(words(fresh).filter((seen) => !found.has(seen))).toEqual([]);
    },
  );
});
