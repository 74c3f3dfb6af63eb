import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { incrementalInvariants } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { adoptPayment } from "./adopt-payment.ts";
import { compareNode } from "./compare-node.ts";
import { invariants } from "./invariants.ts";
import type { OutgoingRecord, OutgoingStatus } from "./port.ts";
import { reconcileNode } from "./reconcile-node.ts";
import { findForeign, findNode, listForeign } from "./store.ts";
import { givenBoundNode } from "./testing/bound-node.harness.ts";

const random = machineRandom();
const NOTHING_KNOWN = async () => [];

onDatabase("payments that the node made without us", (database) => {
  let records: OutgoingRecord[];
  /** Hashes of the node's own invoices. */
  const own = new Set<string>();
  const capabilities: { failureProves?: false } = {};
  const node = {
    capabilities,
    lookupIncoming: async (hash: Uint8Array) => ({ kind: own.has(hex(hash)) ? "settled" : "not_found" }),
    outgoing: async (cursor: string) =>
      records.slice(Number(cursor), Number(cursor) + 2).map((one) => ({ kind: "payment", ...one })),
    lookupOutgoing: async (hash: Uint8Array): Promise<OutgoingStatus> =>
      records.find(({ paymentHash }) => Buffer.compare(paymentHash, hash) === 0)?.status ?? { kind: "not_found" },
  };
  /** How many each comparison reported before it was written. */
  const reported: number[] = [];
  let amountsOnHold = new Set<Msats>();
  const onSigns = async (found: number) => void reported.push(found);
  // Only what is used of the port; the rest of it would be noise here.
  const deps = () => ({
    ...database(),
    clock: machineClock,
    random,
    node: node as never,
    knownHashes: NOTHING_KNOWN,
    onSigns,
    isSameBook: false,
    mayBeWaiting: async () => (payment: { readonly amount: Msats }) => amountsOnHold.has(payment.amount),
  });

  function pays(amount: Msats, status: OutgoingRecord["status"]["kind"]): Uint8Array {
    const paymentHash = randomBytes(32);
    const end =
      status === "settled"
        ? { kind: status, preimage: randomBytes(32), fee: msats(7n) }
        : status === "failed"
          ? { kind: status, reason: "no_route" as const }
          : { kind: status };
    records.push({ cursor: String(records.length + 1), paymentHash, amount, status: end });
    return paymentHash;
  }

  function fails(hash: Uint8Array): void {
    const place = records.findIndex(({ paymentHash }) => Buffer.compare(paymentHash, hash) === 0);
    records[place] = { ...records[place], status: { kind: "failed", reason: "no_route" } } as OutgoingRecord;
  }

  async function lossesOf(): Promise<bigint | undefined> {
    const [row] = await database().db.query<{ balance: bigint }>(sql`
      select ledger.balance(ledger.system('loss')) as balance`);
    return row?.balance;
  }

  beforeEach(async () => {
    records = [];
    delete capabilities.failureProves;
    amountsOnHold = new Set();
    reported.length = 0;
    await database().admin.query(sql`delete from lightning.foreign_payment`);
    await database().admin.query(sql`delete from lightning.node`);
    await givenBoundNode(database().db, { nodeId: "us", instanceId: random.uuid() });
  });

  it("are found page by page, each once, and what was compared last is remembered", async () => {
    for (let i = 0; i < 5; i += 1) pays(sats(1n), "settled");
    const ours = records[1]?.paymentHash as Uint8Array;
    const known = async (hashes: readonly Uint8Array[]) => hashes.filter((hash) => Buffer.compare(hash, ours) === 0);

    expect(await compareNode({ ...deps(), knownHashes: known })).toBe(4);
    const last = pays(sats(1n), "settled");
    expect(await compareNode(deps())).toBe(5);

    const bound = await findNode(database().db);
    expect(bound?.outgoingCursor).toBe("6");
    expect(bound?.outgoingHash).toEqual(Buffer.from(last));
    const breaches = await database().db.snapshot(async (tx) => (await invariants[0]?.breaches(tx)) ?? []);
    expect(breaches).toHaveLength(5);
  });

  it("leave the newest settled one to remember: the node may forget failed ones", async () => {
    const remembered = async () => (await findNode(database().db))?.outgoingHash ?? undefined;
    pays(sats(1n), "failed");
    await compareNode(deps());
    expect(await remembered()).toBe(undefined);
    const settled = pays(sats(1n), "settled");
    pays(sats(1n), "failed");
    pays(sats(1n), "in_flight");
    pays(sats(1n), "failed");
    await compareNode(deps());
    expect(await remembered()).toEqual(Buffer.from(settled));
    expect((await findNode(database().db))?.outgoingCursor).toBe("5");
  });

  it("are nothing when they have failed, nor when the node paid an invoice of its own", async () => {
    pays(sats(1n), "failed");
    own.add(hex(pays(sats(2n), "settled")));

    expect(await compareNode(deps())).toBe(0);
    expect(reported).toEqual([]);
    expect((await listForeign(database().db)).map(({ amount, isSelf }) => [amount, isSelf])).toEqual([[2_000n, true]]);
    expect(await seenAfter(database().admin, invariants)).toEqual([]);
  });

  it("are an incident alone, once, where the ledger is the one that the process saw before", async () => {
    const paymentHash = pays(sats(1n), "settled");
    const running = { ...deps(), isSameBook: true };
    expect([await compareNode(running), await compareNode(deps())]).toEqual([0, 0]);
    expect(reported).toEqual([]);
    const incidents = async () =>
      (await listIncidentsOf(database().db, hex(paymentHash))).map(({ kind, isOpen }) => [kind, isOpen]);
    expect(await incidents()).toEqual([["foreign_payment", true]]);
    expect(await seenAfter(database().admin, invariants)).toEqual(["I10"]);

    await reconcileNode(deps(), { reason: "a bill" });
    expect(await incidents()).toEqual([["foreign_payment", false]]);
    expect(await seenAfter(database().admin, invariants)).toEqual([]);
  });

  it("are counted until an operator has explained them, also by a process that did not find them", async () => {
    pays(sats(1n), "settled");
    expect(await compareNode(deps())).toBe(1);

    expect(await compareNode(deps())).toBe(1);
    await reconcileNode(deps(), { reason: "restored" });
    expect(await compareNode(deps())).toBe(0);
  });

  it("are not counted any more once one is adopted, also while it is still in flight", async () => {
    const paymentHash = pays(sats(1n), "in_flight");
    expect(await compareNode(deps())).toBe(1);
    const ofForeign = invariants.filter(({ id }) => id === "I10");
    expect(await seenAfter(database().admin, ofForeign)).toEqual(["I10"]);

    await adoptPayment(deps(), { paymentHash, reason: "paid by hand" });

    expect(await compareNode(deps())).toBe(0);
    expect(await listForeign(database().db)).toHaveLength(1);
    expect(await seenAfter(database().admin, ofForeign)).toEqual([]);
  });

  it("stop sending before the comparison is written: after a crash in between they are found again", async () => {
    pays(sats(1n), "settled");
    const dying = async (): Promise<never> => {
      throw new Error("killed");
    };

    await expect(compareNode({ ...deps(), onSigns: dying })).rejects.toThrow("killed");
    expect(await listForeign(database().db)).toEqual([]);

    expect(await compareNode(deps())).toBe(1);
    expect(reported).toEqual([1]);
  });

  it("are explained by the payment of ours that takes them over, once", async () => {
    const paymentHash = pays(sats(1n), "settled");
    await compareNode(deps());
    const explain = () =>
      database().db.query(sql`
        select lightning.explain_foreign(${new Date()}, ${paymentHash}, ${random.uuid()}, 'ours after all')`);

    await explain();

    expect(await compareNode(deps())).toBe(0);
    expect(await listForeign(database().db)).toEqual([]);
    await expect(explain()).rejects.toThrow(/no foreign payment/);
  });

  it("are booked as a loss when they settled, for nothing when they failed, and stay open while the node reports no outcome", async () => {
    const before = (await lossesOf()) ?? 0n;
    const settled = pays(sats(100n), "settled");
    const failed = pays(sats(50n), "in_flight");
    const inFlight = pays(sats(30n), "in_flight");
    const forgotten = pays(sats(20n), "settled");
    await compareNode(deps());
    records.splice(3);
    fails(failed);
    await adoptPayment(deps(), { paymentHash: settled, reason: "paid by hand" });

    const results = await reconcileNode(deps(), { reason: "restored" });

    expect(new Map(results.map(({ payment, outcome }) => [hex(payment.paymentHash), outcome]))).toEqual(
      new Map([
        [hex(settled), "booked"],
        [hex(failed), "failed"],
        [hex(inFlight), "open"],
        [hex(forgotten), "open"],
      ]),
    );
    expect((await lossesOf()) ?? 0n).toBe(before - 100_007n);
    const left = (await listForeign(database().db)).map(({ paymentHash }) => hex(paymentHash));
    expect(left.sort()).toEqual([hex(inFlight), hex(forgotten)].sort());
    const rows = await database().db.query<{ reason: string }>(sql`
      select reason from lightning.foreign_payment where booked_at is not null order by reason`);
    expect(rows.map(({ reason }) => reason)).toEqual(["paid by hand", "restored"]);

    for (const invariant of incrementalInvariants())
      expect(await database().db.snapshot((tx) => invariant.breaches(tx))).toEqual([]);
  });

  it("stay open for a day when they failed by the word of a node that is no proof", async () => {
    capabilities.failureProves = false;
    const failed = pays(sats(50n), "in_flight");
    await compareNode(deps());
    fails(failed);
    const outcomeAt = async (ms: number) => {
      const clock = { ...machineClock, now: () => new Date(machineClock.now().getTime() + ms) };
      return (await reconcileNode({ ...deps(), clock }, { reason: "restored" })).map(({ outcome }) => outcome);
    };
    expect(await outcomeAt(0)).toEqual(["open"]);
    expect(await outcomeAt(24 * 3_600_000 - 60_000)).toEqual(["open"]);
    expect(await outcomeAt(24 * 3_600_000)).toEqual(["failed"]);
  });

  it("are not booked while a payment on hold has the same amount: the operator decides about that one first", async () => {
    const before = (await lossesOf()) ?? 0n;
    const settled = pays(sats(100n), "settled");
    const failed = pays(sats(100n), "in_flight");
    await compareNode(deps());
    fails(failed);
    amountsOnHold = new Set([sats(100n)]);
    await adoptPayment(deps(), { paymentHash: settled, reason: "paid by hand" });

    const outcomes = async () =>
      (await reconcileNode(deps(), { reason: "restored" })).map(({ outcome }) => outcome).sort();
    expect(await outcomes()).toEqual(["failed", "on_hold"]);
    expect((await lossesOf()) ?? 0n).toBe(before);

    amountsOnHold = new Set();
    expect(await outcomes()).toEqual(["booked"]);
    expect((await lossesOf()) ?? 0n).toBe(before - 100_007n);
  });

  it("to itself wait a day for their receipt; then what left is a loss, once, and nothing stays open", async () => {
    const before = (await lossesOf()) ?? 0n;
    const ofEarlierTests = await seenAfter(database().admin, invariants);
    own.add(hex(pays(sats(100n), "settled")));
    await compareNode(deps());
    const later = (hours: number) => ({
      ...deps(),
      clock: { ...machineClock, now: () => new Date(Date.now() + hours * 3_600_000) },
    });
    const outcomes = async (hours: number) =>
      (await reconcileNode(later(hours), { reason: undefined })).map(({ outcome }) => outcome);

    expect([await outcomes(0), await outcomes(23), await lossesOf()]).toEqual([["open"], ["open"], before]);
    const dying = async () => Promise.reject(new Error("killed"));
    await expect(reconcileNode({ ...later(25), batch: dying }, { reason: undefined })).rejects.toThrow("killed");
    expect(await listForeign(database().db)).toHaveLength(1);
    await Promise.all([outcomes(25), outcomes(25)]);
    expect([await listForeign(database().db), await outcomes(26)]).toEqual([[], []]);
    expect((await lossesOf()) ?? 0n).toBe(before - 100_007n);
    expect(await seenAfter(database().admin, invariants)).toEqual(ofEarlierTests);
  });

  it("are found again when the node tries one again that had failed", async () => {
    const before = (await lossesOf()) ?? 0n;
    const paymentHash = pays(sats(100n), "in_flight");
    await compareNode(deps());
    fails(paymentHash);
    await reconcileNode(deps(), { reason: "another program" });
    expect(await compareNode(deps())).toBe(0);

    records.push({
      cursor: "2",
      paymentHash,
      amount: sats(100n),
      status: { kind: "settled", preimage: randomBytes(32), fee: msats(7n) },
    });
    records[0] = { ...records[0], status: records[1]?.status } as OutgoingRecord;
    expect(await compareNode(deps())).toBe(1);
    await reconcileNode(deps(), { reason: "another program" });
    expect((await lossesOf()) ?? 0n).toBe(before - 100_007n);
  });

  it("are booked once by two operators at the same time", async () => {
    const before = (await lossesOf()) ?? 0n;
    pays(sats(100n), "settled");
    await compareNode(deps());
    const bothHaveAsked = Promise.withResolvers<void>();
    let asked = 0;
    const lookupOutgoing: typeof node.lookupOutgoing = async (hash) => {
      asked += 1;
      if (asked === 2) bothHaveAsked.resolve();
      await bothHaveAsked.promise; // so that neither finds it booked before
      return await node.lookupOutgoing(hash);
    };
    const reconcile = () =>
      reconcileNode({ ...deps(), node: { ...node, lookupOutgoing } as never }, { reason: "twice" });

    const results = await Promise.all([reconcile(), reconcile()]);

    expect(results.map(([first]) => first?.outcome)).toEqual(["booked", "booked"]);
    expect((await lossesOf()) ?? 0n).toBe(before - 100_007n);
  });

  it("cannot be adopted when the node has not made them", async () => {
    const adopted = adoptPayment(deps(), { paymentHash: randomBytes(32), reason: "?" });
    await expect(adopted).rejects.toThrow("no payment with this hash was found");
  });

  it("are adopted once, also by two operators at the same time: the other is told so, and changes nothing", async () => {
    const paymentHash = pays(sats(100n), "in_flight");
    await compareNode(deps());
    const adopt = (reason: string) => adoptPayment(deps(), { paymentHash, reason });
    const both = await Promise.allSettled([adopt("one"), adopt("two")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const first = both[0]?.status === "fulfilled" ? "one" : "two";
    const said = (how: string) =>
      new RegExp(`^the payment ${hex(paymentHash)} of 100000 msats, .* was ${how}.*"${first}"`);
    await expect(adopt("three")).rejects.toThrow(said("adopted already"));
    expect((await listForeign(database().db)).map(({ reason }) => reason)).toEqual([first]);

    fails(paymentHash);
    await reconcileNode(deps(), { reason: undefined });
    await expect(adopt("four")).rejects.toThrow(said("booked already at 20"));
    expect(await findForeign(database().db, paymentHash)).toMatchObject({ reason: first, isBooked: true });

    records.push({ cursor: "2", paymentHash, amount: sats(100n), status: { kind: "in_flight" } });
    await compareNode(deps());
    await adopt("tried again");
    expect((await listForeign(database().db)).map(({ reason }) => reason)).toEqual(["tried again"]);
  });

  it("stay adopted where all others are explained at the same moment", async () => {
    for (const amount of [100n, 200n]) pays(sats(amount), "in_flight");
    await compareNode(deps());
    const [, last] = await listForeign(database().db);
    const adopted = { paymentHash: last?.paymentHash ?? randomBytes(32), reason: "paid by hand" };
    let asked = 0;
    const lookupOutgoing = async (hash: Uint8Array) => {
      asked += 1;
      if (asked === 1) await adoptPayment(deps(), adopted);
      return await node.lookupOutgoing(hash);
    };
    await reconcileNode({ ...deps(), node: { ...node, lookupOutgoing } as never }, { reason: "restored" });
    expect((await listForeign(database().db)).map(({ reason }) => reason)).toEqual(["restored", "paid by hand"]);
  });

  it("are adopted also where they were explained with all others, and are not over", async () => {
    const paymentHash = pays(sats(100n), "in_flight");
    await compareNode(deps());
    await reconcileNode(deps(), { reason: "restored" });
    await adoptPayment(deps(), { paymentHash, reason: "paid by hand" });
    expect((await listForeign(database().db)).map(({ reason }) => reason)).toEqual(["paid by hand"]);
  });

  it("are found once, however often the node lists them, also after their incident was closed", async () => {
    const paymentHash = pays(sats(1n), "settled");
    pays(sats(2n), "settled");
    expect(await compareNode({ ...deps(), isSameBook: true })).toBe(0);
    const open = async () =>
      (await listIncidentsOf(database().db, hex(paymentHash))).filter(({ isOpen }) => isOpen).length;
    expect(await open()).toBe(1);
    await reconcileNode(deps(), { reason: "a bill" });
    expect(await open()).toBe(0);
    await database().admin.query(sql`update lightning.node set outgoing_cursor = ''`);
    expect(await compareNode({ ...deps(), isSameBook: true })).toBe(0);
    await database().admin.query(sql`update lightning.node set outgoing_cursor = ''`);
    expect(await compareNode(deps())).toBe(0);
    expect([await open(), reported]).toEqual([0, []]);
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
