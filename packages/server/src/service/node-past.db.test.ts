import { bytesToHex } from "@noble/hashes/utils.js";
import { beforeEach, expect, it } from "vitest";
import { auditCommand, compareLists } from "#audit";
import { sats } from "#kernel/money.ts";
import { listPauses, PAUSE_KINDS, resumeSending } from "#ledger";
import { findNode, listForeign } from "#lightning";
import { listSettled, listSettledHashes } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { markWaiting } from "#restore";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { checkForeignPayments, checkNodePast } from "./worker.ts";

onDatabase("a node that was rebuilt under its key", (database) => {
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
    const receive = async () => {
      const asked = { caller, amount: sats(100n), description: "an order", expirySeconds: 3_600 };
      const { charge } = await createCharge({ ...world.drive, ...world.pay }, asked);
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
      receive,
      follow,
      paysAlone: () => node.payUnasked(world.invoice({ amount: sats(7n) }).text),
      clock,
    };
  }

  it("pauses sending, and its new lists are read from the beginning", async () => {
    const { node, deps, receive, follow, paysAlone } = await given();
    await checkNodePast(deps);
    expect(await kinds()).toEqual([]);
    const before = await cursors();
    expect([before.received, before.sent]).not.toContain("");

    node.forgetHistory();
    await checkNodePast(deps);
    expect(await kinds()).toEqual(["node_rebuilt"]);
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
    await checkNodePast(deps);
    await resumeSending(database(), "node_rebuilt");
    await checkNodePast(deps);
    expect(await kinds()).toEqual([]);
  });

  it("says nothing while it does not follow the chain", async () => {
    const { node, deps } = await given();
    node.forgetHistory();
    node.report = { ...node.report, synced: false };
    await checkNodePast(deps);
    expect(await kinds()).toEqual([]);
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
});
