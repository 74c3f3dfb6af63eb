import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { OperatorError } from "#platform/operator-error.ts";

/** Where the files of the embedded database are. */
export const serverFolder = (dataDir: string) => join(dataDir, "postgres");

/** The database that a restore has taken the place of. */
export const asideName = (place: string, now: Date) =>
  `${place}.before-restore-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The database that a restore is making. */
export const draftName = (place: string) => `${place}.restoring`;

/**
 * A restore moves the database aside and the new one in its place. When it was killed in between there is none, and a
 * start would make an empty one.
 * @throws {OperatorError} when it is so.
 */
export function refuseHalfRestored(place: string): void {
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined || !existsSync(dirname(place))) return;
  const aside = readdirSync(dirname(place))
    .filter((name) => name.startsWith(`${basename(place)}.before-restore-`))
    .toSorted()
    .at(-1);
  if (aside === undefined) return;
  throw new OperatorError(
    `there is no database: a restore was interrupted. The one before it is ${join(dirname(place), aside)}`,
    "Run `npm run leyden -- restore --from …` again.",
  );
}
