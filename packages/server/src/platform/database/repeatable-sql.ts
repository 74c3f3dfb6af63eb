import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join, relative } from "node:path";
import type pg from "pg";
import { readSql } from "./migration-files.ts";
import { APP_ROLE } from "./pool.ts";

/**
 * Makes the application's role where we may. Of two databases in one server that do it concurrently, one loses: then it
 * exists.
 */
export async function prepareRole(client: pg.Client): Promise<{ isNew: boolean } | undefined> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [APP_ROLE]);
  const isNew = rowCount === 0 && (await attempt(client, `create role ${APP_ROLE} nologin`));
  if (isNew) await attempt(client, `grant ${APP_ROLE} to current_user`);
  return (await attempt(client, `set local role ${APP_ROLE}; reset role`)) ? { isNew } : undefined;
}

export async function attempt(client: pg.Client, statement: string): Promise<boolean> {
  await client.query("savepoint attempt");
  try {
    await client.query(statement);
    await client.query("release savepoint attempt");
    return true;
  } catch {
    await client.query("rollback to savepoint attempt");
    return false;
  }
}

/** Whether the database has functions of any version. */
export async function hasRepeatable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select from platform.repeatable limit 1");
  return rows.length > 0;
}

/** Functions first, in any order (their bodies are not checked yet), then rights. */
export async function runRepeatable(
  client: pg.Client,
  slices: string,
  { role, force }: { role: { isNew: boolean } | undefined; force: boolean },
): Promise<string[]> {
  const { rows } = await client.query<{ file: string; sha256: Buffer }>("select file, sha256 from platform.repeatable");
  const known = new Map(rows.map(({ file, sha256 }) => [file, sha256.toString("hex")]));
  await client.query("set local check_function_bodies = off");

  const applied: string[] = [];
  const apply = async (file: string, always: boolean) => {
    const name = relative(slices, file).replaceAll("\\", "/");
    const sql = readSql(file);
    const sha256 = createHash("sha256").update(sql).digest();
    if (!always && known.get(name) === sha256.toString("hex")) return;
    await replace(client, sql).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
    await client.query(
      `insert into platform.repeatable (file, sha256) values ($1, $2)
       on conflict (file) do update set sha256 = excluded.sha256, applied_at = now()`,
      [name, sha256],
    );
    applied.push(name);
  };

  for (const file of globSync(join(slices, "*/sql/*.sql")).sort()) await apply(file, false);
  const always = force || applied.length > 0;
  if (role !== undefined) for (const file of globSync(join(slices, "*/grants.sql")).sort()) await apply(file, always);
  return applied;
}

/** SQLSTATE invalid_function_definition: another form, such as other columns, than `create or replace` can give it. */
const OTHER_FORM = "42P13";
/** The server names the function in a hint, whatever its language: `Use DROP FUNCTION toy.a(integer) first.` */
const TO_DROP = /DROP FUNCTION (.+\))/;

/** Runs a file of functions. One that had another form is dropped before: rights are given to all after it. */
async function replace(client: pg.Client, sql: string): Promise<void> {
  await client.query("savepoint replaced");
  try {
    await client.query(sql);
  } catch (error) {
    const { code, hint } = error as pg.DatabaseError;
    const [, former] = (code === OTHER_FORM && TO_DROP.exec(hint ?? "")) || [];
    if (former === undefined) throw error;
    await client.query(`rollback to savepoint replaced; drop function ${former}`);
    await replace(client, sql);
  }
  await client.query("release savepoint replaced");
}

const DEFINED = /^create or replace function (\w+\.\w+)/gm;

/**
 * Drops what is left of functions whose arguments have changed since: with a name that the files define, and a body
 * that stands in none. Processes of earlier versions call them, so they stay as long as such a process may go on. What
 * something else needs stays as well.
 */
export async function dropOverloads(client: pg.Client, slices: string): Promise<void> {
  const texts = globSync(join(slices, "*/sql/*.sql")).map(readSql);
  const names = texts.flatMap((text) => [...text.matchAll(DEFINED)].map(([, name]) => name));
  const { rows } = await client.query<{ signature: string; body: string }>(
    `select p.oid::regprocedure::text as signature, p.prosrc as body
       from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
      where n.nspname || '.' || p.proname = any ($1)`,
    [names],
  );
  for (const { signature, body } of rows)
    if (!texts.some((text) => text.includes(body))) await attempt(client, `drop function ${signature}`);
}
