import type { Db, Tx } from "../db.ts";
import type { Invariant } from "../invariant.ts";

/** What somebody with all rights may do to the tables by hand, and the ids of the invariants that must see it. */
export type Damage<Given> = readonly [
  what: string,
  seenBy: readonly string[],
  damage: (tx: Tx, given: Given) => Promise<unknown>,
];

/**
 * The lines about times at which something is looked at. Tests put off what earlier ones left open: these lines would
 * find it.
 */
export const OF_TIMES: ReadonlySet<string> = new Set(["I4d", "I7d", "I8d", "I17w", "I18w"]);

export function withoutTimes(invariants: readonly Invariant[]): readonly Invariant[] {
  return invariants.filter(({ id }) => !OF_TIMES.has(id));
}

/** The ids of those `invariants` that a damage breaks. It is undone. */
export async function seenAfter(
  admin: Db,
  invariants: readonly Invariant[],
  damage: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  return await undone(admin, async (tx) => {
    await damage(tx);
    return await brokenOf(tx, invariants);
  });
}

/**
 * Damages that the lines that they name did not see, or that a line saw where none should, with the lines that did.
 * Other lines may see one as well.
 */
export async function unseenOf<Given>(
  admin: Db,
  invariants: readonly Invariant[],
  damages: readonly Damage<Given>[],
  given: Given,
): Promise<readonly unknown[]> {
  const unseen: unknown[] = [];
  for (const [what, expected, damage] of damages) {
    const seen = await seenAfter(admin, invariants, (tx) => damage(tx, given));
    const isRight = expected.length === 0 ? seen.length === 0 : expected.every((id) => seen.includes(id));
    if (!isRight) unseen.push([what, seen]);
  }
  return unseen;
}

/**
 * The ids of the watched invariants that a damage breaks within a process that has found everything whole before. The
 * damage is undone.
 */
export async function watchedAfter(
  admin: Db,
  watched: readonly Invariant[],
  damage: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  return await undone(admin, async (tx) => {
    const before = await brokenOf(tx, watched);
    if (before.length > 0) throw new Error(`broken before the damage: ${before.join(", ")}`);
    await damage(tx);
    return await brokenOf(tx, watched);
  });
}

async function brokenOf(tx: Tx, invariants: readonly Invariant[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { id, breaches } of invariants) if ((await breaches(tx)).length > 0) broken.push(id);
  return broken;
}

async function undone<Found>(admin: Db, work: (tx: Tx) => Promise<Found>): Promise<Found> {
  const undo = new Error("to be rolled back");
  let found: { readonly of: Found } | undefined;
  const done = admin.transaction(async (tx) => {
    found = { of: await work(tx) };
    throw undo;
  });
  await done.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  if (found === undefined) throw new Error("nothing was looked at");
  return found.of;
}
