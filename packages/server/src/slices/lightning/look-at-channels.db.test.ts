import { expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import { sql } from "#platform/database/db.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { channelLook } from "./look-at-channels.ts";
import type { ChannelCopies } from "./port.ts";
import { looksAt } from "./testing/channel-looks.harness.ts";
import { fakeCopies, fakePlace } from "./testing/fake-copies.harness.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";
import { fakeChannel } from "./testing/fake-operations.harness.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** A node with two channels, and folders for its copies, on a clock that a test moves. */
function given({ db, admin }: DatabaseUnderTest, name: string) {
  let nowMs = Date.parse("2026-11-24T12:00:00Z");
  const clock = { ...machineClock, now: () => new Date(nowMs) };
  const lines: { msg: string; reason?: string }[] = [];
  const log = createLog({
    level: "info",
    pretty: false,
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const node = createFakeNode({ clock });
  node.operations.channelList = [fakeChannel({ point: "a:0" }), fakeChannel({ point: "b:0", state: "opening" })];
  const [data, backup] = [fakePlace(`/${name}/data`), fakePlace(`/${name}/backup`)];
  const processWith = (copies: ChannelCopies | undefined) =>
    looksAt(node, clock, channelLook({ db, clock, random: machineRandom(), log, copies }, node.operations));
  const copies = fakeCopies(data, backup);
  return {
    node,
    admin,
    data,
    backup,
    copies,
    lines,
    processWith,
    look: processWith(copies),
    later: (ms: number) => {
      nowMs += ms;
    },
    incidents: async (folder: string) =>
      (await listIncidentsOf(db, folder)).map(({ kind, isOpen }) => `${kind} ${isOpen ? "open" : "closed"}`),
    detailOf: async (folder: string) => (await listIncidentsOf(db, folder)).at(-1)?.detail,
    open: () => listOpenIncidents(db, 100),
  };
}

onDatabase("the copies of the channel backup", (database) => {
  it("are made at the start, when a channel comes or goes, and each day, in every folder", async () => {
    const { node, data, backup, look, later } = given(database(), "made");
    const made = () => [data.copies.length, backup.copies.length];
    await look();
    expect(data.copies).toMatchObject([{ nodeId: node.report.nodeId, channels: ["a:0", "b:0"] }]);
    later(MINUTE);
    await look();
    expect(made()).toEqual([1, 1]);
    node.operations.channelList = [...node.operations.channelList, fakeChannel({ point: "c:0", state: "opening" })];
    later(MINUTE);
    await look();
    expect(backup.copies.at(-1)?.channels).toEqual(["a:0", "b:0", "c:0"]);
    node.operations.channelList = node.operations.channelList.slice(1);
    later(MINUTE);
    await look();
    expect(backup.copies.at(-1)?.channels).toEqual(["b:0", "c:0"]);
    later(DAY - MINUTE);
    await look();
    expect(made()).toEqual([3, 3]);
    later(MINUTE);
    await look();
    expect(made()).toEqual([4, 4]);
  });

  it("are made by the first look of each process, unless the newest one is of the last hour", async () => {
    const { data, copies, processWith, look, later } = given(database(), "start");
    await look();
    later(MINUTE);
    await processWith(copies)();
    expect(data.copies).toHaveLength(1);
    later(HOUR);
    const next = processWith(copies);
    await next();
    await next();
    expect(data.copies).toHaveLength(2);
  });

  it("are not made anew by a process that keeps none, nor of a node that has lost its channels", async () => {
    const { node, data, look, processWith, later } = given(database(), "none");
    await processWith(undefined)();
    expect(data.copies).toEqual([]);
    await look();
    node.operations.channelList = [];
    later(9 * DAY);
    await look();
    expect(data.copies).toMatchObject([{ channels: ["a:0", "b:0"] }]);
  });

  it("go on in one folder while the disk of the other fails: an incident after ten minutes, until it works", async () => {
    const { data, backup, look, later, lines, incidents, detailOf } = given(database(), "disk");
    backup.fault = "ENOSPC: no space left on device";
    await look();
    expect(data.copies).toHaveLength(1);
    expect(lines.filter(({ msg }) => msg === "channels.backup_failed")).toMatchObject([{ reason: backup.fault }]);
    later(10 * MINUTE);
    await look();
    expect(await incidents(backup.folder)).toEqual([]);
    later(MINUTE);
    await look();
    await look();
    expect(await incidents(backup.folder)).toEqual(["channels_not_backed_up open"]);
    expect(await detailOf(backup.folder)).toBe(
      "there is no copy and lacks 2 channels, such as a:0: ENOSPC: no space left on device",
    );
    expect(await incidents(data.folder)).toEqual([]);
    backup.fault = undefined;
    later(MINUTE);
    await look();
    expect(backup.copies).toHaveLength(1);
    expect(await incidents(backup.folder)).toEqual(["channels_not_backed_up closed"]);
  });

  it("that lack a channel are an incident after ten minutes, over a start too, and are not written again", async () => {
    const { node, data, copies, processWith, look, later, incidents, detailOf } = given(database(), "lack");
    node.operations.missingInBackup.add("b:0");
    await look();
    expect(copies.recall()?.copies).toMatchObject([{ lacks: ["b:0"] }, { lacks: ["b:0"] }]);
    later(6 * MINUTE);
    await look();
    later(5 * MINUTE);
    await Promise.all([processWith(copies)(), processWith(copies)()]);
    expect(data.copies).toHaveLength(1);
    expect(await incidents(data.folder)).toEqual(["channels_not_backed_up open"]);
    expect(await detailOf(data.folder)).toContain("lacks 1 channels, such as b:0: the node leaves them out");
    node.operations.missingInBackup.clear();
    later(MINUTE);
    await look();
    expect(await incidents(data.folder)).toEqual(["channels_not_backed_up closed"]);
  });

  it("are missed when the node gives no backup, and the look is kept", async () => {
    const { node, data, look, later, incidents, detailOf } = given(database(), "refused");
    node.operations.channelBackup = async () => {
      throw new Error("permission denied");
    };
    await look();
    later(11 * MINUTE);
    await look();
    expect(await incidents(data.folder)).toEqual(["channels_not_backed_up open"]);
    expect(await detailOf(data.folder)).toContain("the node gave no backup: permission denied");
  });

  it("are kept for each node: those of another key are no copy of this one, and stay", async () => {
    const { node, data, look } = given(database(), "other");
    const old = { nodeId: "02ff", at: new Date("2026-11-24T11:59:00Z"), channels: ["a:0", "b:0"] };
    data.copies.push(old);
    await look();
    expect(data.copies).toMatchObject([old, { nodeId: node.report.nodeId }]);
  });

  it("are looked at with what forwarding earned, each ten minutes", async () => {
    const { node, look, later, incidents, admin } = given(database(), "forwards");
    await admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, ${"02".repeat(33)}, 'regtest', gen_random_uuid(), now())`);
    await look();
    node.operations.forwardFees = [7n];
    later(10 * MINUTE - 1);
    await look();
    expect(await incidents("forwards")).toEqual([]);
    later(1);
    await look();
    expect(await incidents("forwards")).toEqual(["forwards_unbooked open"]);
  });

  it("are not judged while the node is away", async () => {
    const { node, look, open } = given(database(), "away");
    const before = (await open()).length;
    node.isDown = true;
    await expect(look()).rejects.toThrow("does not answer");
    expect(await open()).toHaveLength(before);
  });
});
