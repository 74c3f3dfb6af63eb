import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFile, readFileIfAny, writePrivateFile } from "../machine/files.ts";
import { refuseOpenPath } from "../machine/open-path.ts";
import { JOURNAL_FOLDER } from "../machine/path-rights.ts";
import { OperatorError } from "../operator-error.ts";
import { type Disk, machineDisk } from "./disk.ts";

/** The folder of the journal, and what it is compared with. */
export type JournalPlace = {
  readonly folder: string;
  readonly dataDir: string;
  /** The name of the installation. */
  readonly installation: string;
};

/** What the data folder remembers of the journal's, in `journal.json`. `apart`: it was on another disk. */
type Known = { readonly folder: string; readonly apart: boolean };

const markerOf = (folder: string) => join(folder, "installation");
const knownFile = (dataDir: string) => join(dataDir, "journal.json");

/**
 * The machine's disk, as long as the folder is the one in which the journal was before. A disk that is not mounted
 * leaves an empty folder on another one, where nobody would look for the lines.
 */
export function markedDisk(place: JournalPlace, disk: Disk = machineDisk): Disk {
  return {
    async create(folder, name) {
      await claimJournal(place);
      return await disk.create(folder, name);
    },
  };
}

/**
 * Makes the folder and marks it.
 * @throws {OperatorError} when its disk is not there, or it is another installation's.
 */
export async function claimJournal(place: JournalPlace): Promise<void> {
  const { folder, dataDir, installation } = place;
  const marked = await readFile(markerOf(folder), "utf8").catch(noneYet);
  refuseMarker(place, marked, readKnown(dataDir));
  if (marked === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    makePrivateFile(markerOf(folder), `${installation}\n`); // of two processes one makes it
  }
  const now: Known = { folder, apart: (await stat(folder)).dev !== (await stat(dataDir)).dev };
  const before = readKnown(dataDir);
  if (before?.folder !== now.folder || before.apart !== now.apart)
    writePrivateFile(knownFile(dataDir), `${JSON.stringify(now)}\n`);
}

/**
 * Whether others can reach the folder; returns what cannot be known, one sentence each. Says nothing about the empty
 * folder of a disk that is not mounted: that pauses sending, and it goes on by itself.
 * @throws {OperatorError} when they can, or when it is another installation's.
 */
export function refuseOpenJournal(place: JournalPlace, trusted: readonly string[]): readonly string[] {
  if (isAway(place)) return [];
  refuseMarker(place, readFileIfAny(markerOf(place.folder)), readKnown(place.dataDir));
  return refuseOpenPath(place.folder, { kept: JOURNAL_FOLDER, trusted });
}

/** Whether its disk is not there. */
export function isAway({ folder, dataDir }: Pick<JournalPlace, "folder" | "dataDir">): boolean {
  const known = readKnown(dataDir);
  return known?.folder === folder && known.apart && readFileIfAny(markerOf(folder)) === undefined;
}

function refuseMarker(
  { folder, dataDir, installation }: JournalPlace,
  marked: string | undefined,
  known?: Known,
): void {
  if (marked !== undefined && marked.trim() !== installation)
    throw new OperatorError(
      `${folder} has the journal of another installation (${marked.trim()})`,
      "Name another folder with LEYDEN_JOURNAL_DIR.",
    );
  if (marked === undefined && known?.folder === folder && known.apart)
    throw new OperatorError(
      `${folder} was on another disk and is empty now: its disk is not there`,
      `Mount it; the service goes on by itself. If you mean it so, remove \`${knownFile(dataDir)}\`.`,
    );
}

function readKnown(dataDir: string): Known | undefined {
  const text = readFileIfAny(knownFile(dataDir));
  return text === undefined ? undefined : (JSON.parse(text) as Known);
}

function noneYet(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
