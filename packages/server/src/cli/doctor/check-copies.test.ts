import { describe, expect, it } from "vitest";
import type { ChannelCopy, CopyStanding } from "#lightning";
import { fakeChannel } from "#slices/lightning/testing/fake-operations.harness.ts";
import { type CopyFacts, checkCopies } from "./check-copies.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const [first, second] = [fakeChannel(), fakeChannel({ state: "opening" })];
const channels = [first, second, fakeChannel({ state: "closing" })];
const [DATA, BACKUPS] = ["/data/channels", "/mnt/backup/channels"];

const copyOf = (...some: readonly { readonly point: string }[]): ChannelCopy => ({
  nodeId: "02aa",
  at: ago(60),
  channels: some.map(({ point }) => point),
});
const inFolder = (folder: string, newest: ChannelCopy | undefined) =>
  ({ folder, newest: { kind: "known", value: newest } }) as const;
const standing = (folder: string, problem?: string): CopyStanding => ({
  folder,
  newest: undefined,
  lacks: [],
  lacksSince: undefined,
  problem,
});
const whole = inFolder(DATA, copyOf(first, second));
const facts = (changes: Partial<CopyFacts>): CopyFacts => ({
  folders: [whole],
  look: { at: ago(1), copies: [] },
  isServiceUp: true,
  now: NOW,
  ...changes,
});
const old = inFolder(BACKUPS, copyOf(first));
const WELL: Expected = ["channel copies", "ok", "newest in /data is of 2026-11-24T11:00:00.000Z", "all of 2 channels"];

describe("the copies of the channel backup", () => {
  it.each<[string, Partial<CopyFacts>, readonly Expected[]]>([
    ["have every channel", {}, [WELL]],
    [
      "lack a channel that is newer than one of them",
      { folders: [whole, old] },
      [WELL, ["channel copies", "wrong", "/mnt/backup", "lacks 1 of 2 channels", second.point, "in a minute"]],
    ],
    [
      "lack one because a disk keeps the service from writing",
      {
        folders: [old],
        look: { at: ago(1), copies: [standing(DATA, "other"), standing(BACKUPS, "read-only file system")] },
      },
      [["channel copies", "wrong", "lacks 1 of 2", "what keeps the service from making a copy: read-only file system"]],
    ],
    [
      "lack one while no service runs, whatever it once said",
      { folders: [old], isServiceUp: false, look: { at: ago(9_000), copies: [standing(BACKUPS, "read-only")] } },
      [["channel copies", "wrong", "lacks 1 of 2", "start the service"]],
    ],
    [
      "are none",
      { folders: [inFolder(BACKUPS, undefined)], look: undefined },
      [["channel copies", "wrong", "/mnt/backup has none, of 2 channels", "in a minute"]],
    ],
    [
      "have not been looked at for more than ten minutes",
      { look: { at: ago(11), copies: [] } },
      [WELL, ["channel copies", "warning", "not looked at them since 2026-11-24T11:49", "the log of the service"]],
    ],
    ["were looked at ten minutes ago", { look: { at: ago(10), copies: [] } }, [WELL]],
    ["are not looked at while no service runs", { look: { at: ago(11), copies: [] }, isServiceUp: false }, [WELL]],
    [
      "cannot be read",
      { folders: [{ folder: BACKUPS, newest: { kind: "unknown", why: "EACCES" } }] },
      [["channel copies", "warning", "EACCES", BACKUPS]],
    ],
  ])("%s", (_, changes, expected) => {
    expectFindings(checkCopies(facts(changes), channels), expected);
  });

  it("are not spoken of while there is nothing to rescue", () => {
    const none = facts({ folders: [inFolder(DATA, undefined)], look: undefined });
    expect(checkCopies(none, [fakeChannel({ state: "closing" })])).toEqual([]);
  });
});
