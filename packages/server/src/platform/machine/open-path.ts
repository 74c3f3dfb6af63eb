import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join, parse, resolve, sep } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { readAccounts } from "./accounts.ts";
import { type Accounts, DATA_FOLDER, judgePart, type Kept, type Part, type Readers, readersOf } from "./path-rights.ts";

export type Looked = {
  readonly kept?: Kept;
  /** Folders and links for which the operator answers. */
  readonly trusted: readonly string[];
  readonly accounts?: Accounts | undefined;
};

/**
 * Looks at each part of the path from the root on. Returns what cannot be known about it, and what the operator answers
 * for, one sentence each.
 * @throws {OperatorError} when another user can replace what is in the folder, or read one that is private.
 */
export function refuseOpenPath(
  path: string,
  { kept = DATA_FOLDER, trusted, accounts = readAccounts() }: Looked,
): readonly string[] {
  if (accounts === undefined) return [];
  return judge(partsOf(path, kept), { kept, trusted, accounts });
}

/**
 * Who beside this user and root may read a file; undefined where there is none, or the system has no users of this
 * kind.
 */
export function whoReads(path: string, accounts = readAccounts()): Readers | undefined {
  const parts = partsOf(path, DATA_FOLDER);
  return accounts === undefined || parts.at(-1)?.isLast !== true ? undefined : readersOf(parts, accounts);
}

function partsOf(path: string, kept: Kept): readonly Part[] {
  const walk = walkTo(path, kept);
  let step = walk.next();
  while (!step.done) step = walk.next(answer(step.value));
  return step.value;
}

/** The same for a folder whose disk may hang: this process goes on meanwhile. */
export async function refuseOpenFolder(
  path: string,
  { kept = DATA_FOLDER, trusted, accounts = readAccounts() }: Looked,
): Promise<readonly string[]> {
  if (accounts === undefined) return [];
  const walk = walkTo(path, kept);
  let step = walk.next();
  while (!step.done) step = walk.next(await answerLater(step.value));
  return judge(step.value, { kept, trusted, accounts });
}

type Judged = Required<Omit<Looked, "accounts">> & { readonly accounts: Accounts };

function judge(parts: readonly Part[], { kept, trusted, accounts }: Judged): readonly string[] {
  const warnings: string[] = [];
  for (const part of parts) {
    const verdict = judgePart(part, accounts, kept);
    if (verdict.kind === "not_known") warnings.push(verdict.says);
    if (verdict.kind !== "open") continue;
    if (!trusted.includes(part.path)) throw new OperatorError(verdict.message, `${verdict.advice} ${ORELSE}`);
    warnings.push(`${verdict.message}, and LEYDEN_TRUSTED_FOLDERS names it`);
  }
  return warnings;
}

/** Only the operator knows who is on the system: each file of a container may belong to one user who is alone there. */
const ORELSE = "Where nobody but Leyden gets there, as in a container, name it in LEYDEN_TRUSTED_FOLDERS.";

/** As many as Linux follows. */
const LINKS_MAX = 40;

/** What is asked of the disk about a path: what is there, or where a link leads. */
type Question = { readonly about: "part" | "link"; readonly path: string };
/** Undefined: nothing is there. */
type Answer = Stats | string | undefined;

function answer({ about, path }: Question): Answer {
  return about === "link" ? readlinkSync(path) : lstatSync(path, { throwIfNoEntry: false });
}

async function answerLater({ about, path }: Question): Promise<Answer> {
  if (about === "link") return await readlink(path);
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** The folders and links that lead to `path`, from the root on; as far as they are there. None is followed unseen. */
function* walkTo(path: string, { setting }: Kept): Generator<Question, readonly Part[], Answer> {
  const root = parse(resolve(path)).root;
  const parts: Part[] = [];
  let at = root;
  let names = ["", ...namesIn(resolve(path))];
  for (let links = 0; names.length > 0; ) {
    const [name = "", ...rest] = names;
    const next = join(at, name);
    const stat = (yield { about: "part", path: next }) as Stats | undefined;
    if (stat === undefined) return parts;
    const isLink = stat.isSymbolicLink();
    parts.push({
      path: next,
      uid: stat.uid,
      gid: stat.gid,
      mode: stat.mode,
      isLink,
      isLast: !isLink && rest.length === 0,
    });
    if (isLink && ++links > LINKS_MAX)
      throw new OperatorError(`the path ${path} has too many links`, `Name the folder itself with ${setting}.`);
    const target = isLink ? resolve(at, (yield { about: "link", path: next }) as string) : next;
    names = isLink ? [...namesIn(target), ...rest] : rest;
    at = isLink ? root : next;
  }
  return parts;
}

function namesIn(path: string): string[] {
  return path.split(sep).filter((name) => name !== "");
}
