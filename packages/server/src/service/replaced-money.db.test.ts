import { expect, it } from "vitest";
import { checkSolvency, readBooks } from "#audit";
import { msats, sats } from "#kernel/money.ts";
import { untilNone } from "#kernel/until-none.ts";
import { listPauses } from "#ledger";
import { findNode, findOwnMoney, listForeign, listFormerNodes, rememberSolvency, settleFormer } from "#lightning";
import { OutcomeUnknown } from "#platform/database/connection.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { findCharge } from "#receiving";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driverOf } from "#slices/payments/drive/drive-payment.ts";
import { lookUpDueCharges } from "#slices/receiving/expire/look-up-due-charges.ts";
import { presentCharge } from "#slices/receiving/present-charge.ts";
import { findNodeCursor } from "#slices/receiving/store/receipts.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { allInvariants } from "./invariants.ts";
import { checkNodePast } from "./node-past.ts";
import { replaceAsShown } from "./replace-node.ts";
import { all, DAY, INSTALLATION, issue, replacing, settled } from "./testing/replacing.harness.ts";
import { checkForeignPayments } from "./worker.ts";

onDatabase("money and charges of a node that is replaced", (database) => {
  const { given, follow, folder } = replacing(database);

  it("counts what is in limbo as held, and sells nothing of it", async () => {
    const on = await given();
    const { world, next, replace, limbo, clock } = on;
    const { db } = database();
    const held = (await on.show()).limbo;
    await rememberSolvency({ db, clock }, () => checkSolvency({ db, node: world.node }));
    expect((await findOwnMoney(db, clock.now())).sellable).toBeDefined();
    await replace();
    expect((await findOwnMoney(db, clock.now())).sellable).toBeUndefined(); // the new one was not compared yet
    expect(await limbo()).toBe(held);
    expect(await world.systemBalance("former_node")).toBe(-(await all(listFormerNodes(db))));
    for (const name of ["onchain", "routing_expense"]) expect(await world.systemBalance(name)).toBe(0n);
    expect(await world.systemBalance("lightning_node")).toBe(-sats(50_000n));

    const solvency = await rememberSolvency({ db, clock }, () => checkSolvency({ db, node: next }));
    expect(solvency).toMatchObject({
      assets: sats(50_000n),
      booked: sats(50_000n),
      limbo: await all(listFormerNodes(db)),
    });
    expect(solvency.verdict).not.toBe("short");
    const { sellable } = await findOwnMoney(db, clock.now());
    expect(sellable).toBe(sats(50_000n) - solvency.liabilities);
  });

  it("books what came back and what is lost, each once, and never more than there is", async () => {
    const on = await given();
    const { world, replace, limbo, nodeId } = on;
    world.node.plan = holds();
    await on.pay();
    await replace();
    const before = (await limbo()) ?? 0n;
    const pending = sats(110n);
    expect((await readBooks(database().db)).reserved).toBe(0n); // none of it can leave the new one
    const settle = (kind: "to_chain" | "loss", amount: bigint, reason: string) =>
      settleFormer(on.drive, { nodeId, kind, amount: msats(amount), reason });

    await expect(settle("to_chain", before - pending + 1n, "all")).rejects.toThrow("more than is in limbo");
    expect(await settle("to_chain", 1_000n, "tx 1")).toBe("booked");
    expect(await settle("to_chain", 1_000n, "tx 1")).toBe("known");
    expect(await settle("loss", 2_000n, "tx 1")).toBe("booked");
    expect(await limbo()).toBe(before - 3_000n);
    expect(await world.systemBalance("onchain")).toBe(-1_000n);
    await expect(
      settleFormer(on.drive, { nodeId: "02", kind: "loss", amount: msats(1n), reason: "?" }),
    ).rejects.toThrow("no former node");
    expect(await on.breaches()).toEqual([]);

    const invariants = await allInvariants(on.clock);
    const seen = (text: string) => seenAfter(database().admin, invariants, (tx) => tx.query({ text, values: [] }));
    for (const [id, change] of [
      ["I6f", "update lightning.node set limbo_msats = limbo_msats + 1 where replaced_at is not null"],
      ["I6o", "update lightning.node set limbo_transfer_id = null"],
      ["I6o", "update lightning.former_settlement set amount_msats = 5 where kind = 'loss'"],
      ["I6o", "update lightning.former_settlement set kind = 'to_node' where kind = 'to_chain'"],
      ["I6o", "delete from lightning.former_settlement"],
    ] as const)
      expect(await seen(change), change).toContain(id);
  });

  it("shows the charges of the former one as expired, with one event each, and takes no payment of them", async () => {
    const on = await given();
    const { world, replace, later, next } = on;
    const { db } = database();
    const payee = await world.project("payee", sats(0n));
    const charge = await issue(on, payee);
    await replace();
    const looking = { ...creditDeps(database()), ...database(), node: next, clock: on.clock };
    const shown = await findCharge(db, payee.wallet.id, charge.id);
    expect(shown && presentCharge(shown)).toMatchObject({ status: "expired", received: "0", confirmedAt: null });
    const events = async () =>
      one(
        await db.query<{ count: number }>(sql`
          select count(*)::int as count from events.event where object_id = ${charge.id} and type = 'charge.expired'`),
      ).count;
    expect(await events()).toBe(1);
    const due = await db.query(sql`select id from receiving.charge where due_at is not null and id = ${charge.id}`);
    expect(due).toEqual([]); // no node is asked about it

    const own = await findNode(db);
    if (own === undefined) throw new Error("there is no node");
    const asked = { destination: { kind: "invoice", invoice: charge.invoice }, amount: undefined } as const;
    // a hub's invoices do not have the key of the node
    for (const formerIds of [own.formerIds, ["02".repeat(33)]]) {
      world.pay.ownNode = async () => ({ ...own, formerIds });
      world.pay.driver = driverOf(() => ({ ...on.drive, formerIds }));
      expect((await on.pay(asked)).progress).toMatchObject({ kind: "failed", code: "invoice_expired" });
    }
    const { text: invoice } = world.invoice({ amount: sats(100n), key: world.nodeKey });
    world.pay.ownNode = async () => own;
    world.pay.driver = driverOf(() => on.drive);
    const ofNoCharge = await on.pay({ destination: { kind: "invoice", invoice }, amount: undefined });
    expect(ofNoCharge.progress).toMatchObject({ kind: "failed", code: "self_payment" });
    const toKey = on.pay({ destination: { kind: "node", nodeId: on.nodeId, records: [], metadata: undefined } });
    await expect(toKey).rejects.toMatchObject({ code: "self_payment" });
    await later(2 * DAY);
    await untilNone(() => lookUpDueCharges(looking), new AbortController().signal);
    expect(await events()).toBe(1);
    expect([await world.balance(payee), next.requests]).toEqual([0n, []]);
    expect(await on.breaches()).toEqual([]);
  });

  it("is written again as of then, where the database went back and the journal tells of it", async () => {
    const on = await given();
    const { next, clock, world } = on;
    const { db, admin } = database();
    const journal = givenJournal(folder, INSTALLATION).writer({ clock });
    next.payUnasked(...settled(world));
    const lost: Db = Object.assign(Object.create(db), {
      query: async (statement: Parameters<Db["query"]>[0]) => {
        if (/lightning\.replace_node/.test(statement.text)) throw new OutcomeUnknown(new Error("it died"));
        return await db.query(statement);
      },
    });
    const request = { instanceId: INSTALLATION, reason: "a test", althoughInvoicesAreOpen: false };
    await expect(replaceAsShown({ ...on.drive, db: lost, journal }, await on.show(), request)).rejects.toThrow();
    await journal.close();
    expect((await findNode(db))?.nodeId).toBe(on.nodeId);

    // what the new node did for the service since then, which the copy lacks
    clock.advance(DAY);
    next.payUnasked(...settled(world));
    const shown = await on.show();
    expect(shown.earlier).toMatchObject({ equity: { channels: sats(50_000n) - sats(7n) - 1_500n } });
    await admin.query(sql`update ledger.book set closed = 'restoring'`);
    expect(await replaceAsShown(on.drive, shown, request)).toBe("replaced");
    await admin.query(sql`update ledger.book set closed = null`);
    const bound = await findNode(db);
    expect([bound?.boundAt, bound?.firstChannels, bound?.outgoingCursor]).toEqual([
      shown.earlier?.at,
      sats(50_000n) - sats(7n) - 1_500n,
      "1",
    ]);
    await checkForeignPayments(on.drive, true);
    expect(await listForeign(db)).toHaveLength(1);
    expect((await on.show()).earlier).toBeUndefined();
    await admin.query(sql`delete from lightning.foreign_payment`);
  });

  it("reads the lists of the new one behind its past, and credits nothing of it", async () => {
    const on = await given();
    const { next, replace } = on;
    const { db, admin } = database();
    const receive = async () => {
      const { invoice } = await next.createInvoice({
        amount: sats(7n),
        description: { kind: "text", text: "before" },
        expirySeconds: 600,
      });
      await next.counterparty.pay(invoice);
    };
    await receive();
    await receive();
    next.payUnasked(...settled(on.world));
    await replace();
    const receipts = async () =>
      one(await admin.query<{ count: number }>(sql`select count(*)::int as count from receiving.receipt`)).count;
    const count = await receipts();
    const bound = await findNode(db);
    expect([bound?.nodeId, bound?.outgoingCursor]).toEqual([next.report.nodeId, "1"]);
    expect(bound?.formerIds).toContain(on.nodeId);
    const charge = await issue(on, on.caller, next);
    await next.counterparty.pay(charge.invoice);
    await follow(next);
    expect(await receipts()).toBe(count + 1);
    expect(await findCharge(db, on.caller.wallet.id, charge.id)).toMatchObject({ state: { kind: "completed" } });
    expect(await findNodeCursor(db)).toBe("3");
    await checkNodePast(on.drive, true);
    expect(await listPauses(db)).toEqual([]);
  });
});
