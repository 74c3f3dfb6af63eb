import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the SQL is: `migrations/NNNN-name.sql`, `slices/<name>/sql/*.sql`, `slices/<name>/grants.sql`. */
export type SqlFolders = {
  readonly migrations: string;
  readonly slices: string;
  /** Run at the end of what older processes cannot go on with: from then on nothing of theirs moves value. */
  readonly close?: string;
};

/** A file `NNNN-name.sql` of the migrations. */
export type MigrationFile = {
  readonly version: number;
  /** `0060-name.sql`. */
  readonly name: string;
  readonly sql: string;
  /** A process that does not know it may go on beside it. */
  readonly isCompatible: boolean;
  /**
   * Of a file of batches: the query that counts the rows which are left. Its statement is repeated, each time in a
   * transaction of its own, until it changes no row.
   */
  readonly remaining: string | undefined;
};

/** What is done next, in one transaction: files without batches up to one of them, or one batch. */
export type Step =
  | { readonly kind: "schema"; readonly upTo: MigrationFile | undefined }
  | { readonly kind: "batch"; readonly file: MigrationFile };

/** The first lines of a migration. Batches go on beside older processes, so they are compatible always. */
const HEAD = /^-- compatible: (yes|no)\n(?:-- remaining: (.+)\n)?/;

/** The migrations of a folder, in their order. @throws when one has another head than `HEAD`. */
export function readMigrations(folder: string): readonly MigrationFile[] {
  const names = globSync("[0-9][0-9][0-9][0-9]-*.sql", { cwd: folder }).sort();
  return names.map((name) => {
    const sql = readSql(join(folder, name));
    const [, mark, remaining] = HEAD.exec(sql) ?? [];
    if (mark === undefined) throw new Error(`${name} does not begin with \`-- compatible: yes\` or \`no\``);
    const isCompatible = mark === "yes";
    if (remaining !== undefined && !isCompatible) throw new Error(`${name} has batches and is not compatible`);
    return { version: Number(name.slice(0, 4)), name, sql, isCompatible, remaining };
  });
}

export function readSql(file: string): string {
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
}

/**
 * The next step of a database that lacks `pending`; undefined: it is up to date. Batches at the end run after the
 * functions have come, because both versions work meanwhile. Files behind batches wait until these are over.
 *
 * @param hasFunctions the functions and rights of this version are there.
 */
export function nextStep(pending: readonly MigrationFile[], hasFunctions: boolean): Step | undefined {
  const [first] = pending;
  if (!isBetween(pending) && !hasFunctions) return { kind: "schema", upTo: undefined };
  if (first === undefined) return undefined;
  if (hasBatches(first)) return { kind: "batch", file: first };
  const end = pending.findIndex(hasBatches);
  return { kind: "schema", upTo: end < 0 ? pending.at(-1) : pending[end - 1] };
}

/** A database that lacks these is between two versions, and neither can work with it. Batches alone may be late. */
export function isBetween(pending: readonly MigrationFile[]): boolean {
  return pending.some((file) => !hasBatches(file));
}

function hasBatches({ remaining }: MigrationFile): boolean {
  return remaining !== undefined;
}

/** Files that are not as `SHA256SUMS` of their folder has them; none where there is no list. */
export function editedFiles(folder: string, files: readonly MigrationFile[]): readonly string[] {
  const list = join(folder, "SHA256SUMS");
  if (!existsSync(list)) return [];
  const sums = new Map(
    readSql(list)
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const sumOf = (sql: string) => createHash("sha256").update(sql).digest("hex");
  const isEdited = ({ name, sql }: MigrationFile) => sums.has(name) && sums.get(name) !== sumOf(sql);
  return files.filter(isEdited).map(({ name }) => name);
}
