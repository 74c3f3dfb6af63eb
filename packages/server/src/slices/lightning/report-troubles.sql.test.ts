import { expect, it } from "vitest";
import { closeIncident, listIncidentsOf } from "#incidents";
import { msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { channelLook } from "./look-at-channels.ts";
import { looksAt } from "./testing/channel-looks.harness.ts";
import { fakeCopies, fakePlace } from "./testing/fake-copies.harness.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";
import { fakeChannel } from "./testing/fake-operations.harness.ts";

const htlc = (expiresAtBlock: number) => ({
  paymentHash: new Uint8Array(32).fill(7),
  isOutgoing: true,
  amount: msats(9_000n),
  expiresAtBlock,
});

/** A node at block 500 with one channel, and processes that look at it. */
function given({ db }: DatabaseUnderTest) {
  const lines: { msg: string; kind?: string }[] = [];
  const log = createLog({
    level: "info",
    pretty: false,
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const node = createFakeNode({ clock: machineClock });
  const channel = fakeChannel();
  node.operations.channelList = [channel];
  const deps = { db, clock: machineClock, random: machineRandom(), log };
  const process = (changes: { db?: Db } = {}) =>
    looksAt(node, deps.clock, channelLook({ ...deps, copies: undefined, ...changes }, node.operations));
  const look = process();
  const forced = fakeChannel({ ...channel, state: "closing", isActive: false, isForced: true, local: msats(5_000n) });
  return {
    deps,
    node,
    channel,
    forced,
    process,
    /** In another millisecond than the look before: what was recorded in that of its begin is not older. */
    look: async () => {
      await machineClock.sleep(2);
      return await look();
    },
    /** What was recorded of the channel, oldest first. */
    recorded: () => listIncidentsOf(db, channel.point),
    states: async () =>
      (await listIncidentsOf(db, channel.point)).map(({ kind, isOpen }) => `${kind} ${isOpen ? "open" : "closed"}`),
    logged: () => lines.filter(({ msg }) => msg === "incident.recorded").length,
  };
}

onDatabase("the trouble of channels", (database) => {
  it("is one incident for a forced close, which follows what is known and closes when the money is back", async () => {
    const { node, forced, look, recorded, states, logged } = given(database());
    await look();
    expect(await states()).toEqual([]);
    node.operations.channelList = [forced];
    await look();
    await look();
    expect(await recorded()).toMatchObject([
      {
        kind: "channel_force_closed",
        subjectKind: "channel",
        isOpen: true,
        detail: expect.stringContaining("not known yet"),
      },
    ]);
    node.operations.channelList = [{ ...forced, spendableAtBlock: 644 }];
    await look();
    expect((await recorded())[0]?.detail).toContain("5000 msats are still to come back");
    expect((await recorded())[0]?.detail).toContain("from block 644 on (in 144 blocks)");
    node.operations.channelList = [];
    await look();
    expect(await states()).toEqual(["channel_force_closed closed"]);
    expect(logged()).toBe(1);
  });

  it("that an operator has closed is not told again", async () => {
    const { deps, node, forced, look, recorded, states } = given(database());
    node.operations.channelList = [forced];
    await look();
    const [incident] = await recorded();
    if (incident === undefined) throw new Error("no incident");
    await closeIncident(deps, { id: incident.id, reason: "I know of it" });
    node.operations.channelList = [{ ...forced, spendableAtBlock: 644 }];
    await look();
    expect(await states()).toEqual(["channel_force_closed closed"]);
  });

  it("that was taken for over and is not is told again", async () => {
    const { node, forced, look, states } = given(database());
    node.operations.channelList = [forced];
    await look();
    node.operations.channelList = [];
    await look();
    node.operations.channelList = [forced];
    await look();
    expect(await states()).toEqual(["channel_force_closed closed", "channel_force_closed open"]);
  });

  it("is not taken for over while the node is away or does not follow the chain", async () => {
    const { node, forced, look, states } = given(database());
    node.operations.channelList = [forced];
    await look();
    node.operations.channelList = [];
    node.report = { ...node.report, synced: false };
    await look();
    expect(await states()).toEqual(["channel_force_closed open"]);
    node.isDown = true;
    await expect(look()).rejects.toThrow("does not answer");
    expect(await states()).toEqual(["channel_force_closed open"]);
  });

  it("is an incident while a peer is away and an HTLC has less than 40 blocks, also anew", async () => {
    const { node, channel, look, states } = given(database());
    const away = { ...channel, isActive: false, htlcs: [htlc(539)] };
    for (const channels of [[{ ...away, htlcs: [htlc(540)] }], [away], [channel], [away]]) {
      node.operations.channelList = channels;
      await look();
    }
    expect(await states()).toEqual(["htlc_time_short closed", "htlc_time_short open"]);
    node.operations.channelList = [{ ...channel, state: "closing", isForced: true, isActive: false }];
    await look();
    expect(await states()).toEqual(["htlc_time_short closed", "htlc_time_short closed", "channel_force_closed open"]);
  });

  it("is recorded and logged once by processes that race", async () => {
    const { node, forced, process, states, logged } = given(database());
    node.operations.channelList = [forced];
    await Promise.all(Array.from({ length: 8 }, () => process()()));
    expect(await states()).toEqual(["channel_force_closed open"]);
    expect(logged()).toBe(1);
  });

  it("is recorded by the next process when one dies after it has looked, before it has written", async () => {
    const { deps, node, forced, process, states } = given(database());
    node.operations.channelList = [forced];
    const dead: Db = { ...deps.db, query: async () => Promise.reject(new Error("the process was killed")) };
    await expect(process({ db: dead })()).rejects.toThrow("was killed");
    expect(await states()).toEqual([]);
    await process()();
    expect(await states()).toEqual(["channel_force_closed open"]);
  });

  it("is told although a copy of the channel backup was written and the process died then", async () => {
    const { deps, node, forced, process, states } = given(database());
    const place = fakePlace("/mnt/backup/channels");
    const other = fakeChannel();
    const copies = fakeCopies(place);
    node.operations.channelList = [other];
    let queries = 0;
    const dying: Db = {
      ...deps.db,
      query: async (query) => {
        queries += 1;
        if (place.copies.length > 0) throw new Error("the process was killed");
        return await deps.db.query(query);
      },
    };
    await expect(
      looksAt(node, deps.clock, channelLook({ ...deps, db: dying, copies }, node.operations))(),
    ).rejects.toThrow("was killed");
    expect([place.copies.length, queries > 0]).toEqual([1, true]);
    node.operations.channelList = [other, forced];
    await process()();
    expect(await states()).toEqual(["channel_force_closed open"]);
  });
});
