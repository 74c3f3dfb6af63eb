import { join } from "node:path";
import type { Clock, Random } from "#kernel/clock.ts";
import { type Db, one, sql } from "../database/db.ts";
import { makePrivateFile, readFileIfAny } from "../machine/files.ts";
import { OperatorError } from "../operator-error.ts";
import { createSealer, SECRET_KEY_BYTES, type Sealer } from "./seal.ts";

/** Name of the key's file in the data folder. */
export const SECRET_KEY_FILE = "secret.key";

/** `secretKey`: the one of the setting, which goes before the file. */
type Place = { readonly dataDir: string; readonly secretKey: Uint8Array | undefined };

/**
 * The sealer of this installation. Its key is the one of the setting, or lies in the data folder, where the first start
 * makes it. The database holds the key's fingerprint, so that a process with another key does not start: it could open
 * nothing, and what it sealed the others could not open.
 *
 * @throws {OperatorError} when the key is missing, damaged, or not the one that the database was filled with.
 */
export async function openSealer(
  {
    db,
    clock,
    random,
  }: { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Pick<Random, "bytes"> },
  { dataDir, secretKey }: Place,
): Promise<Sealer> {
  const path = join(dataDir, SECRET_KEY_FILE);
  const bound = await findFingerprint(db);
  const known = knownKey(bound, { dataDir, secretKey });
  const sealer = createSealer({ random, key: known ?? makeKey(path, random) });
  const fingerprint = fingerprintOf(sealer);
  if (!Buffer.from(bound ?? (await bindFingerprint(db, fingerprint, clock.now()))).equals(fingerprint))
    throw new OperatorError(
      `${secretKey === undefined ? `the key in ${path}` : "LEYDEN_SECRET_KEY"} is not the one that this database's secrets are sealed with`,
      RESTORE,
    );
  return sealer;
}

/**
 * For a start that shall not begin what takes long before it fails.
 * @throws {OperatorError} when the database has secrets and their key is missing or damaged.
 */
export async function requireKey(db: Db, place: Place): Promise<void> {
  knownKey(await findFingerprint(db), place);
}

/**
 * Whether the key is there and the one of this database; makes none. `none`: nothing is sealed yet.
 * @throws {OperatorError} when it is missing or damaged.
 */
export async function lookAtKey(
  { db, random }: { readonly db: Db; readonly random: Pick<Random, "bytes"> },
  place: Place,
): Promise<"none" | "fits" | "other"> {
  const bound = await findFingerprint(db);
  const key = knownKey(bound, place);
  if (key === undefined || bound === undefined) return "none";
  return Buffer.from(bound).equals(fingerprintOf(createSealer({ random, key }))) ? "fits" : "other";
}

function fingerprintOf(sealer: Sealer): Uint8Array {
  return sealer.mac("fingerprint", "secret key");
}

/** Undefined: there is none yet, and nothing is sealed. */
function knownKey(bound: Uint8Array | undefined, { dataDir, secretKey }: Place): Uint8Array | undefined {
  const path = join(dataDir, SECRET_KEY_FILE);
  const known = secretKey ?? readKey(path);
  if (known === undefined && bound !== undefined)
    throw new OperatorError(`the key of this database's secrets is missing: there is no file ${path}`, RESTORE);
  return known;
}

const RESTORE =
  "Restore the file secret.key, or LEYDEN_SECRET_KEY, from where you keep its copy: it is not in the backups. When it is lost for good, " +
  "docs/operate.md, The secret key, says how to go on with a new one, and what users lose.";

/** @throws {OperatorError} when the file holds something else than a key. */
function readKey(path: string): Uint8Array | undefined {
  const text = readFileIfAny(path)?.trim();
  if (text === undefined) return undefined;
  const key = Buffer.from(text, "base64");
  if (key.length !== SECRET_KEY_BYTES || key.toString("base64") !== text)
    throw new OperatorError(`${path} does not hold a key: it must be ${SECRET_KEY_BYTES} bytes in base64`, RESTORE);
  return new Uint8Array(key);
}

/** Of two processes that make one concurrently, the second takes the first one's. */
function makeKey(path: string, random: Pick<Random, "bytes">): Uint8Array {
  const made = random.bytes(SECRET_KEY_BYTES);
  if (makePrivateFile(path, `${Buffer.from(made).toString("base64")}\n`)) return made;
  const theirs = readKey(path);
  if (theirs === undefined) throw new Error(`${path} was there and is gone`);
  return theirs;
}

async function findFingerprint(db: Db): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ fingerprint: Uint8Array }>(sql`
    select fingerprint
      from platform.secret_key`);
  return row?.fingerprint;
}

/** The one that the database has afterwards: another process may have been first. */
async function bindFingerprint(db: Db, fingerprint: Uint8Array, now: Date): Promise<Uint8Array> {
  await db.query(sql`
    insert into platform.secret_key (is_only, fingerprint, created_at)
    values (true, ${fingerprint}, ${now})
    on conflict (is_only) do nothing`);
  return one(
    await db.query<{ fingerprint: Uint8Array }>(sql`
    select fingerprint
      from platform.secret_key`),
  ).fingerprint;
}
