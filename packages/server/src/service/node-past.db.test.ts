import { bytesToHex } from "@noble/hashes/utils.js";
import { beforeEach, describe, expect, it } from "vitest";
import { auditCommand, compareLists } from "#audit";
import { closeIncident, listOpenIncidents } from "#incidents";
import { sats } from "#kernel/money.ts";
import { untilNone } from "#kernel/until-none.ts";
import { listPauses, PAUSE_KINDS, resumeSending } from "#ledger";
import { findNode, listForeign, NodeUnavailable } from "#lightning";
import { listSettled, listSettledHashes } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge, lookUpAll } from "#receiving";
import { markWaiting } from "#restore";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { lookUpDueCharges } from "#slices/receiving/expire/look-up-due-charges.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { checkNodePast } from "./node-past.ts";
import { dyingAt } from "./testing/imported.harness.ts";
import { checkForeignPayments } from "./worker.ts";

onDatabase("a node that went back", (database) => {
  const kinds = async () => (await listPauses(database().db)).map(({ kind }) => kind).toSorted();
  const cursors = async () => {
    const [row] = await database().admin.query<{ received: string }>(sql`
      select position as received from receiving.node_cursor`);
    return { received: row?.received, sent: (await findNode(database().db))?.outgoingCursor };
  };

  beforeEach(async () => {
    const { admin } = database();
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
    await markWaiting({ db: database().db });
    await admin.query(sql`select restore.end_restore(now(), 'a test')`);
    await admin.query(sql`delete from lightning.foreign_payment`);
    await admin.query(sql`delete from lightning.node`);
    await admin.query(sql`update receiving.node_cursor set position = ''`);
    await admin.query(sql`delete from receiving.receipt`);
    await admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, 'us', 'regtest', '0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718', now())`);
  });

  /** A node that has paid and received for us, and whose lists were read. */
  async function given() {
    const { world, caller, pay, clock } = await givenDriving(database());
    const { node } = world;
    const issue = async () => {
      const asked = { caller, amount: sats(100n), description: "an order", expirySeconds: 3_600 };
      return (await createCharge({ ...world.drive, ...world.pay }, asked)).charge;
    };
    const receive = async () => {
      const charge = await issue();
      await node.counterparty.pay(charge.invoice);
      return charge;
    };
    const deps = { ...world.drive, node };
    const follow = () =>
      followReceipts({ ...creditDeps(database()), ...database(), node }, new AbortController().signal);
    node.plan = settles();
    await pay();
    await pay();
    await receive();
    await follow();
    await checkForeignPayments(deps);
    return {
      node,
      deps,
      pay,
      issue,
      receive,
      follow,
      paysAlone: () => node.payUnasked(world.invoice({ amount: sats(7n) }).text),
      clock,
    };
  }

  it("pauses sending, and its new lists are read from the beginning", async () => {
    const { node, deps, receive, follow, paysAlone } = await given();
    await checkNodePast(deps, true);
    expect(await kinds()).toEqual([]);
    const before = await cursors();
    expect([before.received, before.sent]).not.toContain("");

    node.forgetHistory();
    await checkNodePast(deps, true);
    expect(await kinds()).toEqual(["node_went_back"]);
    expect(await cursors()).toEqual({ received: "", sent: "" });

    paysAlone();
    const charge = await receive();
    await checkForeignPayments(deps);
    await follow();
    expect(await listForeign(database().db)).toHaveLength(1);
    expect(await database().db.query(sql`select state from receiving.charge where id = ${charge.id}`)).toEqual([
      { state: "completed" },
    ]);
  });

  it("is told once: what it has forgotten stays forgotten", async () => {
    const { node, deps } = await given();
    node.forgetHistory();
    await checkNodePast(deps, true);
    await resumeSending(database(), "node_went_back");
    await checkNodePast(deps, true);
    expect(await kinds()).toEqual([]);
  });

  it("is enough while it follows the chain: a start need not wait for that", async () => {
    const { node, deps } = await given();
    node.report = { ...node.report, synced: false };
    await checkNodePast(deps, true);
    expect(await kinds()).toEqual([]);
  });

  it("says nothing that it lacks while it does not follow the chain, and is asked again", async () => {
    const { node, deps } = await given();
    node.forgetHistory();
    node.report = { ...node.report, synced: false };
    await expect(checkNodePast(deps, true)).rejects.toThrow(NodeUnavailable);
    expect(await kinds()).toEqual([]);
    node.report = { ...node.report, synced: true };
    await checkNodePast(deps, true);
    expect(await kinds()).toEqual(["node_went_back"]);
  });

  it("and a cursor that was moved on are seen by the comparison of all lists, both ways", async () => {
    const { node, deps, clock, receive, paysAlone } = await given();
    const lists = async () => (await compareLists({ ...database(), clock, node })).breaches;
    const ofEarlierTests = await lists();
    paysAlone();
    await receive();
    clock.advance(3_600_000);
    expect((await lists()).filter((line) => !ofEarlierTests.includes(line))).toEqual([
      expect.stringMatching(/^the node has paid [0-9a-f]{64}, which nobody knows$/),
      expect.stringMatching(/^the node has received [0-9a-f]{64}, and it is not recorded$/),
    ]);

    node.forgetHistory();
    const lost = (await lists()).join("\n");
    expect(lost).toMatch(/payment .* is completed, and the node has not settled it/);
    expect(lost).toMatch(/receipt .* is recorded, and the node has not received it/);
    await checkForeignPayments(deps);
  });

  it("is compared over a payment of ours that its list has and that cannot be read: that is not missing", async () => {
    const { node, clock } = await given();
    const lists = async () => (await compareLists({ ...database(), clock, node })).breaches;
    const before = await lists();
    const last = node.paying.attempts.at(-1)?.paymentHash;
    if (last === undefined) throw new Error("nothing was paid");
    node.paying.makeUnreadable(last, "in_list");
    expect(await lists()).toEqual(before);
  });

  it("has its lists read where the audit is asked for, and not where a pause is lifted", async () => {
    const { node, clock } = await given();
    let pages = 0;
    const counted = {
      ...node,
      outgoing: (cursor: string) => {
        pages++;
        return node.outgoing(cursor);
      },
      received: (cursor: string, waitMs: number) => {
        pages++;
        return node.received(cursor, waitMs);
      },
    };
    const run = (lists: boolean) =>
      auditCommand({ db: database().db, clock, invariants: [], node: counted, lists }).then(({ found }) =>
        found.map(({ id }) => id),
      );
    expect([await run(false), pages]).toEqual([["I9"], 0]);
    expect(await run(true)).toEqual(["I9", "I10r"]);
    expect(pages).toBeGreaterThan(0);
  });

  it("lists what it has settled, by ids and by hashes alike, and not what stayed in the ledger", async () => {
    await given();
    const { db, admin } = database();
    const all = await admin.query<{ id: string; paymentHash: Uint8Array }>(sql`
      select id, payment_hash as "paymentHash" from payments.payment where payment_hash is not null order by id`);
    const inside = all.at(-2)?.id;
    await admin.query(sql`update payments.payment set is_own_invoice = true where id = ${inside}`);

    const after = "00000000-0000-0000-0000-000000000000";
    const listed = (await listSettled(db, { after, limit: 1_000 })).map(({ paymentHash }) => bytesToHex(paymentHash));
    const found = await listSettledHashes(
      db,
      all.map(({ paymentHash }) => paymentHash),
    );
    await admin.query(sql`update payments.payment set is_own_invoice = false where id = ${inside}`);
    expect(found.map(bytesToHex).toSorted()).toEqual(listed.toSorted());
    expect(listed.length).toBeLessThan(all.length);
  });

  it("is found again when the process that found it died before it was written down", async () => {
    const { node, deps } = await given();
    node.forgetHistory();
    for (const statement of [/node_cursor/, /set due_at/, /forgotten_outgoing = /]) {
      const db = dyingAt(deps.db, statement, 1);
      await expect(checkNodePast({ ...deps, db }, true)).rejects.toThrow("the process died");
      expect(await kinds()).toEqual(["node_went_back"]);
    }
    await checkNodePast(deps, true);
    expect(await cursors()).toEqual({ received: "", sent: "" });
  });

  it("is found by one of several processes, or by all, and is told once", async () => {
    const { node, deps } = await given();
    node.forgetHistory();
    await Promise.all(Array.from({ length: 4 }, () => checkNodePast(deps, true)));
    expect(await kinds()).toEqual(["node_went_back"]);
    await resumeSending(database(), "node_went_back");
    await Promise.all(Array.from({ length: 4 }, () => checkNodePast(deps, true)));
    expect(await kinds()).toEqual([]);
  });

  it("is asked about each charge that may still be paid: a receipt that its new list does not show is credited", async () => {
    const { node, deps, issue } = await given();
    const charges = [await issue(), await issue(), await issue()];
    const [paid] = charges;
    if (paid === undefined) throw new Error("no charge");
    await node.counterparty.pay(paid.invoice);
    node.forgetHistory();
    node.receiving.receive(paid.paymentHash, 100_000n);
    node.receiving.receipts.splice(0);
    const looking = { ...creditDeps(database()), ...database(), node, clock: deps.clock };

    await checkNodePast(deps, true);
    await untilNone(() => lookUpDueCharges(looking), new AbortController().signal);
    const states = await database().db.query(sql`
      select state, due_at > now() as "isLater"
        from receiving.charge
       where id = any (${charges.map(({ id }) => id)}::uuid[])
       order by id`);
    const waits = { state: "pending", isLater: true };
    expect(states).toEqual([{ state: "completed", isLater: null }, waits, waits]);
  });

  it("has many charges looked up in pages, each once", async () => {
    const { deps, issue } = await given();
    for (let i = 0; i < 5; i += 1) await issue();
    let pages = 0;
    const db = Object.assign(Object.create(deps.db), {
      query: (statement: Parameters<typeof deps.db.query>[0]) => {
        pages += 1;
        return deps.db.query(statement);
      },
    });
    const [{ later } = { later: 0 }] = await database().admin.query<{ later: number }>(sql`
      select count(*)::int as later from receiving.charge where state <> 'completed' and due_at > ${deps.clock.now()}`);
    expect(later).toBeGreaterThanOrEqual(5);
    await lookUpAll({ db, clock: deps.clock }, 2);
    expect(pages).toBe(Math.ceil(later / 2) + 1);
  });

  describe("whose payments alone are gone", () => {
    const incidents = async () =>
      (await listOpenIncidents(database().db, 1_000)).filter(({ kind }) => kind === "history_deleted");

    it("had them deleted: an incident, told once, and sending goes on", async () => {
      const { node, deps, clock, receive, follow } = await given();
      clock.advance(3_600_000);
      await receive();
      await follow();
      node.paying.forget();
      await checkNodePast(deps, true);
      await checkNodePast(deps, true);
      expect(await kinds()).toEqual([]);
      expect((await incidents()).map(({ detail }) => detail)).toEqual([
        expect.stringContaining("the node has deleted its record of this payment"),
      ]);
      for (const { id } of await incidents()) await closeIncident(deps, { id, reason: "a test" });
    });

    it("went back when they were deleted before, and it is now from before its newest one", async () => {
      const { node, deps, clock, receive, follow, pay } = await given();
      clock.advance(3_600_000);
      await receive();
      await follow();
      node.paying.forget();
      await checkNodePast(deps, true);
      const back = node.keepHistory();
      await pay();
      await checkForeignPayments(deps, true);
      back();
      await checkNodePast(deps, true);
      expect(await kinds(), "that the deleted ones are gone proves nothing").toEqual(["node_went_back"]);
      for (const { id } of await incidents()) await closeIncident(deps, { id, reason: "a test" });
    });

    it("went back when it knows older ones, or none is known from before its receipt", async () => {
      for (const isOlder of [true, false]) {
        const { node, deps, clock, receive, follow, pay } = await given();
        if (isOlder) {
          clock.advance(3_600_000);
          await receive();
          await follow();
        }
        const back = node.keepHistory();
        await pay();
        await checkForeignPayments(deps, true);
        back();
        await checkNodePast(deps, true);
        expect(await kinds()).toEqual(["node_went_back"]);
        expect(await incidents()).toEqual([]);
        await resumeSending(database(), "node_went_back");
      }
    });
  });

  describe("that reports lost data of its channels", () => {
    const restores = async () =>
      await database().admin.query<{ cause: string }>(sql`select cause from restore.restore where ended_at is null`);

    it("pauses sending, once for each loss, where the database is the one of before", async () => {
      const { node, deps } = await given();
      const toldAfter = async (lostChannels: number) => {
        node.report = { ...node.report, lostChannels };
        await checkNodePast(deps, true);
        const found = await kinds();
        await resumeSending(database(), "node_went_back");
        return found;
      };
      const [none, paused] = [[], ["node_went_back"]];
      expect([
        await toldAfter(0),
        await toldAfter(1),
        await toldAfter(1),
        await toldAfter(0),
        await toldAfter(1),
      ]).toEqual([none, paused, none, none, paused]);
      expect(await restores()).toEqual([]);
    });

    it("opens a restore at a start, once: both may have gone back together", async () => {
      const { node, deps } = await given();
      node.report = { ...node.report, lostChannels: 2 };
      await checkNodePast(deps, false);
      expect(await restores()).toEqual([{ cause: "lost_channels" }]);
      expect(await kinds()).toContain("node_went_back");
      await markWaiting(deps);
      await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
      await checkNodePast(deps, false);
      expect(await restores()).toEqual([]);
    });
  });
});
