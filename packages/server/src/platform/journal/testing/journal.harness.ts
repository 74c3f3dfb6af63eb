import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "../../machine/clock.ts";
import { machineRandom } from "../../machine/random.ts";
import { type Disk, machineDisk } from "../disk.ts";
import type { BookPosition } from "../format.ts";
import { type JournalReport, type KnownFile, readJournal } from "../read.ts";
import type { ReadLine } from "../read-file.ts";
import { createJournal, type JournalWriter } from "../write.ts";

const random = machineRandom();

/** A folder that is gone when the test has ended. */
export function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "leyden-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type GivenJournal = {
  readonly folder: string;
  readonly installation: string;
  /** What the writers see of the ledger. */
  book: BookPosition | undefined;
  /** A disk that a test lets fail. */
  readonly disk: FailingDisk;
  writer(options?: { clock?: Clock; epoch?: bigint; onBroken?: (error: Error) => void }): JournalWriter;
  read(
    known?: readonly KnownFile[],
    folders?: readonly string[],
  ): Promise<{ readonly lines: readonly ReadLine[]; readonly report: JournalReport }>;
  /** The text of the only file, or of the one of this process. */
  text(process?: string): string;
  paths(): readonly string[];
};

export function givenJournal(folder = givenFolder(), installation: string = random.uuid()): GivenJournal {
  const disk = failingDisk();
  const given: GivenJournal = {
    folder,
    installation,
    book: undefined,
    disk,
    writer({ clock = machineClock, epoch = 1n, onBroken = () => undefined } = {}) {
      const book = () => given.book;
      const writer = createJournal({ folder, installation, epoch: () => epoch, book, clock, random, disk, onBroken });
      onTestFinished(writer.close);
      return writer;
    },
    async read(known = [], folders = [folder]) {
      const lines: ReadLine[] = [];
      const report = await readJournal({ folders, installation, known }, (line) => void lines.push(line));
      return { lines, report };
    },
    text: (process = "") => readFileSync(given.paths().find((path) => path.includes(process)) ?? "", "utf8"),
    paths: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .map((name) => join(folder, name)),
  };
  return given;
}

type Step = "create" | "write" | "sync";
export type FailingDisk = Disk & {
  /** Steps that fail from now on. */
  readonly failing: Set<Step>;
  /** Steps that do not return before the promise does. As with a real file, closing waits for what is under way. */
  hanging: Promise<void> | undefined;
  /** The same for one step, and for closing. */
  hangsAt: { readonly step: Step; readonly until: Promise<void> } | undefined;
  /** Files that are open. */
  readonly opened: () => number;
  /** How often each step was asked for. */
  readonly asked: Record<Step, number>;
};

/** The machine's disk, as long as no step is said to fail. A failing sync has written: that is how it is. */
function failingDisk(): FailingDisk {
  let opened = 0;
  const disk: FailingDisk = {
    failing: new Set(),
    hanging: undefined,
    hangsAt: undefined,
    opened: () => opened,
    asked: { create: 0, write: 0, sync: 0 },
    async create(folder, name) {
      await step("create");
      const file = await machineDisk.create(folder, name);
      opened += 1;
      const closing = async (end: () => Promise<void>) => {
        await (disk.hanging ?? disk.hangsAt?.until);
        await end();
        opened -= 1;
      };
      return {
        close: () => closing(file.close),
        discard: () => closing(file.discard),
        async write(text) {
          if (disk.failing.has("write")) await file.write(text.slice(0, text.length / 2)); // as a full disk does
          await step("write");
          await file.write(text);
        },
        async sync() {
          await step("sync");
          await file.sync();
        },
      };
    },
  };
  const step = async (name: Step): Promise<void> => {
    disk.asked[name] += 1;
    await (disk.hangsAt?.step === name ? disk.hangsAt.until : disk.hanging);
    if (disk.failing.has(name)) throw new Error(`EIO: ${name}`);
  };
  return disk;
}
