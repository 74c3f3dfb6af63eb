import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GREEN, mayHaveOtherSql } from "./sql-changes.ts";

describe("SQL that may be another than that of the last green commit", () => {
  let root: string;
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...words], { cwd: root });
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=x");
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "leyden-sql-changes-"));
    git("init", "--quiet");
    write("sql/pay_many.sql", "select 1;");
    write("store.ts", "const found = sql`select 1`;");
    write("page.ts", "1;");
    commit();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("is assumed in a clone where nothing was green yet, and outside of version control", () => {
    expect(mayHaveOtherSql(root)).toBe(true);
    expect(mayHaveOtherSql(tmpdir())).toBe(true);
  });

  it("is none where nothing changed, or only what holds none", () => {
    git("update-ref", GREEN, "HEAD");
    expect(mayHaveOtherSql(root)).toBe(false);
    write("page.ts", "2;");
    write("new.txt", "sql`");
    commit();
    expect(mayHaveOtherSql(root)).toBe(false);
  });

  it.each([
    ["a file of SQL", () => write("sql/pay_many.sql", "select 2;")],
    ["a new file of SQL", () => write("sql/new.sql", "select 2;")],
    ["a statement in a source file", () => write("store.ts", "const found = sql`select 2`;")],
    ["a file of SQL that is gone", () => rmSync(join(root, "sql/pay_many.sql"))],
    ["a file of SQL with another name", () => git("mv", "sql/pay_many.sql", "sql/pay.sql")],
  ])("is seen in %s, before and after it is committed", (_what, change) => {
    git("update-ref", GREEN, "HEAD");
    change();
    expect(mayHaveOtherSql(root)).toBe(true);
    commit();
    expect(mayHaveOtherSql(root)).toBe(true);
  });
});
