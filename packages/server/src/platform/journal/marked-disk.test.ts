import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { machineRandom } from "../machine/random.ts";
import { claimJournal, isAway, markedDisk, refuseOpenJournal } from "./marked-disk.ts";

const random = machineRandom();
let dataDir: string;
let folder: string;
let place: { folder: string; dataDir: string; installation: string };

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), "leyden-marked-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  [dataDir, folder] = [join(parent, "data"), join(parent, "journal")];
  mkdirSync(dataDir);
  place = { folder, dataDir, installation: "one" };
});

const known = () => JSON.parse(readFileSync(join(dataDir, "journal.json"), "utf8"));
/** As after a start with the folder on a disk of its own. */
const onOtherDisk = () => writeFileSync(join(dataDir, "journal.json"), JSON.stringify({ folder, apart: true }));

describe("the folder of the journal", () => {
  it("is made and marked by the first of many processes, and remembered", async () => {
    await Promise.all(Array.from({ length: 8 }, () => claimJournal(place)));
    expect(readdirSync(folder)).toEqual(["installation"]);
    expect(readFileSync(join(folder, "installation"), "utf8")).toBe("one\n");
    expect(known()).toEqual({ folder, apart: false });
    expect(refuseOpenJournal(place, [])).toEqual([]);
  });

  it("is remembered also after a crash between the mark and the memory", async () => {
    await claimJournal(place);
    rmSync(join(dataDir, "journal.json"));
    await claimJournal(place);
    expect(known()).toEqual({ folder, apart: false });
  });

  it("is of one installation", async () => {
    await claimJournal(place);
    const other = { ...place, installation: "two" };
    await expect(claimJournal(other)).rejects.toThrow("has the journal of another installation (one)");
    expect(() => refuseOpenJournal(other, [])).toThrow("another installation");
  });

  it("gets no file while its disk is not mounted, and goes on when it is", async () => {
    const create = () => markedDisk(place).create(folder, `${random.uuid()}.jsonl`);
    await (await create()).close();
    onOtherDisk();
    renameSync(folder, `${folder}-away`);
    mkdirSync(folder, { mode: 0o755 }); // where it is mounted
    await expect(create()).rejects.toThrow("its disk is not there");
    expect(isAway(place)).toBe(true);
    expect(refuseOpenJournal(place, [])).toEqual([]); // it is a pause, and the service starts
    rmSync(folder, { recursive: true });
    await expect(create()).rejects.toThrow("its disk is not there");
    expect(() => readdirSync(folder)).toThrow("ENOENT");

    renameSync(`${folder}-away`, folder);
    expect(isAway(place)).toBe(false);
    await (await create()).close();
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it("may be another one, and one that was deleted on the disk of the data is made anew", async () => {
    await claimJournal(place);
    rmSync(folder, { recursive: true });
    await claimJournal(place);
    onOtherDisk();
    await claimJournal({ ...place, folder: `${folder}-2` });
    expect(known().folder).toBe(`${folder}-2`);
    rmSync(`${folder}-2`, { recursive: true });
  });

  it.skipIf(process.platform === "win32")(
    "is refused when others may read or write to it, with the command",
    async () => {
      await claimJournal(place);
      for (const [mode, what] of [
        [0o705, "read"],
        [0o701, undefined],
        [0o702, "write to"],
        [0o777, "write to"],
        [0o700, undefined],
      ] as const) {
        chmodSync(folder, mode);
        if (what === undefined) refuseOpenJournal(place, []);
        else
          expect(() => refuseOpenJournal(place, [])).toThrow(
            `other users may ${what} the folder of the journal ${folder}`,
          );
      }
      chmodSync(folder, 0o755);
      expect(() => refuseOpenJournal(place, [])).toThrow(
        expect.objectContaining({ advice: expect.stringContaining(`chmod 700 '${folder}'`) }),
      );
      expect(refuseOpenJournal(place, [folder])).toEqual([expect.stringContaining("LEYDEN_TRUSTED_FOLDERS names it")]);
    },
  );
});
