import { expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import { msats } from "#kernel/money.ts";
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
    /** A process whose database is down at first. */
    failing: (kept: ChannelCopies) => {
      const process = { isDown: true, look: async () => undefined as unknown };
      const query: typeof db.query = async (statement) => {
        if (process.isDown) throw new Error("no database");
        return await db.query(statement);
      };
      const deps = { db: { ...db, query }, clock, random: machineRandom(), log, copies: kept };
      process.look = looksAt(node, clock, channelLook(deps, node.operations));
      return process;
    },
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

  it("tell of a forced close that began and ended while no process looked, once, until the operator closes it", async () => {
    const { node, copies, processWith, look, later, incidents, detailOf } = given(database(), "unseen");
    const [seen, forced, agreed, kept] = ["seen:0", "forced:0", "agreed:0", "kept:0"];
    const all = [seen, forced, agreed, kept].map((point) => fakeChannel({ point }));
    node.operations.channelList = all;
    await look();
    const closing = fakeChannel({ point: seen, state: "closing", isForced: true });
    node.operations.channelList = [closing, ...all.slice(1)];
    later(MINUTE);
    await look();

    const [capacity, local] = [msats(9_000_000n), msats(5_000_000n)];
    const of = { capacity, local, peer: "02ab" };
    node.operations.channelList = all.slice(3);
    node.operations.closedList = undefined; // the credential may not ask
    later(HOUR);
    const next = processWith(copies);
    await next();
    expect(await incidents(forced)).toEqual([]);
    node.operations.closedList = [
      { ...of, point: seen, isForced: true },
      { ...of, point: forced, isForced: true },
      { ...of, point: agreed, isForced: false },
      { ...of, point: "old:0", isForced: true },
    ];
    later(MINUTE);
    await next();
    later(MINUTE);
    await Promise.all([next(), processWith(copies)()]);
    expect(await incidents(forced)).toEqual(["channel_closed_unseen open"]);
    expect(await detailOf(forced)).toBe(
      "the channel with 02ab was closed by force while the service did not look, and its close is over: of 9000000 " +
        "msats 5000000 msats were ours, without what was in HTLCs",
    );
    expect(await incidents(seen)).toEqual(["channel_force_closed closed"]);
    for (const point of [agreed, kept, "old:0"]) expect(await incidents(point)).toEqual([]);
    await database().admin.query(sql`
      update incidents.incident set closed_at = now(), closed_reason = 'booked' where subject = ${forced}`);
    later(DAY);
    await processWith(copies)();
    expect(await incidents(forced)).toEqual(["channel_closed_unseen closed"]);
  });

  it("are followed by the report of a close that was found while the database did not answer", async () => {
    const { node, copies, look, later, incidents, failing } = given(database(), "later");
    node.operations.channelList = [fakeChannel({ point: "lost:0" }), fakeChannel({ point: "rest:0" })];
    await look();
    node.operations.channelList = node.operations.channelList.slice(1);
    const [capacity, local] = [msats(9_000n), msats(5_000n)];
    node.operations.closedList = [{ point: "lost:0", peer: "02ab", capacity, local, isForced: true }];
    later(MINUTE);
    const next = failing(copies);
    await expect(next.look()).rejects.toThrow("no database");
    expect(copies.recall()?.copies[0]?.newest?.channels).toEqual(["rest:0"]);
    next.isDown = false;
    await next.look();
    expect(await incidents("lost:0")).toEqual(["channel_closed_unseen open"]);
    node.operations.closedChannels = async () => {
      throw new Error("asked again");
    };
    await next.look();
  });

  it("are not judged while the node is away", async () => {
    const { node, look, open } = given(database(), "away");
    const before = (await open()).length;
    node.isDown = true;
    await expect(look()).rejects.toThrow("does not answer");
    expect(await open()).toHaveLength(before);
  });
});
