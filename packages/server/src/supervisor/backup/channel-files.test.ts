import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { channelCopies, channelPlace, listChannelCopies, readLook } from "./channel-files.ts";

const NOW = new Date("2026-11-24T12:00:00.250Z");
let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "leyden-channels-"));
  folder = join(parent, "channels");
});
afterEach(() => rmSync(parent, { recursive: true }));

const copyAt = (minutes: number, ...channels: string[]) => ({
  nodeId: "02aa",
  at: new Date(NOW.getTime() + minutes * 60_000),
  channels,
});
const bytes = Buffer.from("what the node gave");

describe("the files of channel backups", () => {
  it("are the node's bytes and what is in them, for us alone", async () => {
    const place = channelPlace(folder);
    expect(await place.list()).toEqual([]);
    await place.save(copyAt(0, "a:0", "b:1"), bytes);
    expect(readdirSync(folder).toSorted()).toEqual([
      "2026-11-24T12-00-00.250Z.backup",
      "2026-11-24T12-00-00.250Z.json",
    ]);
    expect(readFileSync(join(folder, "2026-11-24T12-00-00.250Z.backup"))).toEqual(bytes);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(await place.list()).toMatchObject([copyAt(0, "a:0", "b:1")]);
  });

  it("are listed newest first, and removed by name", async () => {
    const place = channelPlace(folder);
    for (const minutes of [0, 2, 1]) await place.save(copyAt(minutes, `${minutes}:0`), bytes);
    expect((await listChannelCopies(folder)).map(({ channels }) => channels)).toEqual([["2:0"], ["1:0"], ["0:0"]]);
    await place.remove([copyAt(2)]);
    expect(readdirSync(folder)).toHaveLength(4);
    expect((await place.list()).map(({ channels }) => channels)).toEqual([["1:0"], ["0:0"]]);
  });

  it("are no copy when they are damaged, cut, without their half, or under another name", async () => {
    const place = channelPlace(folder);
    const damage: readonly ((backup: string, about: string) => void)[] = [
      (backup) => writeFileSync(backup, "what the node gavE"),
      (backup) => writeFileSync(backup, ""),
      (backup) => rmSync(backup),
      (_, about) => rmSync(about),
      (_, about) => writeFileSync(about, readFileSync(about, "utf8").slice(0, -9)),
      (_, about) => writeFileSync(about, readFileSync(about, "utf8").replace("12:", "11:")),
    ];
    for (const [i, harm] of damage.entries()) {
      await place.save(copyAt(i, "a:0"), bytes);
      const stem = join(folder, copyAt(i).at.toISOString().replaceAll(":", "-"));
      harm(`${stem}.backup`, `${stem}.json`);
      expect(await place.list(), `damage ${i}`).toEqual([]);
      await place.remove([copyAt(i)]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are whole or not at all: what cannot be finished leaves nothing that fills a disk", async () => {
    const place = channelPlace(folder);
    mkdirSync(join(folder, "2026-11-24T12-00-00.250Z.json"), { recursive: true, mode: 0o700 });
    await expect(place.save(copyAt(0, "a:0"), bytes)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["2026-11-24T12-00-00.250Z.json"]);
    expect(await place.list()).toEqual([]);
  });

  it("lie in the data folder and where the backups are; another installation's folder is refused", async () => {
    const [dataDir, backupDir] = [join(parent, "data"), join(parent, "backups")];
    mkdirSync(dataDir, { mode: 0o700 });
    const copiesOf = (instanceId: string) => channelCopies({ dataDir, backupDir, trustedFolders: [] }, instanceId);
    const { places } = copiesOf("one");
    expect(places.map((place) => place.folder)).toEqual([join(dataDir, "channels"), join(backupDir, "channels")]);
    for (const place of places) await place.save(copyAt(0, "a:0"), bytes);
    const [, other] = copiesOf("two").places;
    await expect(other?.save(copyAt(1, "a:0"), bytes)).rejects.toThrow("another installation");
    await expect(other?.list()).rejects.toThrow("another installation");
    chmodSync(backupDir, 0o777);
    await expect(places[1]?.list()).rejects.toThrow();
    expect(copiesOf("one").places).toHaveLength(2);
    expect(channelCopies({ dataDir, backupDir: undefined, trustedFolders: [] }, "one").places).toHaveLength(1);
  });

  it("leave the last look for other processes, and keep it where it cannot be written", () => {
    const dataDir = join(parent, "data");
    const copies = channelCopies({ dataDir, backupDir: undefined, trustedFolders: [] }, "one");
    expect(copies.recall()).toBeUndefined();
    const look = (lacksSince: Date | undefined) => ({
      at: NOW,
      copies: [{ folder, newest: { at: NOW, channels: ["a:0"] }, lacks: ["b:0"], lacksSince, problem: undefined }],
    });
    expect(() => copies.remember(look(NOW))).toThrow("ENOENT");
    expect(copies.recall()).toEqual(look(NOW));
    mkdirSync(dataDir);
    copies.remember(look(undefined));
    expect(readLook(dataDir)).toEqual(look(undefined));
    copies.remember(look(NOW));
    expect(readLook(dataDir)).toEqual(look(NOW));
    expect(existsSync(join(dataDir, "channels.json"))).toBe(true);
  });
});
