import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { checkSolvency, compareLists, readBooks, runAudit } from "#audit";
import type { Caller } from "#kernel/caller.ts";
import type { ChargeId, PaymentId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { untilNone } from "#kernel/until-none.ts";
import { listPauses } from "#ledger";
import {
  bindNode,
  findNode,
  findOwnMoney,
  listForeign,
  listFormerNodes,
  rememberSolvency,
  settleFormer,
} from "#lightning";
import { countInFlight, endByHand, findPayment } from "#payments";
import { OutcomeUnknown } from "#platform/database/connection.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { createCharge, findCharge } from "#receiving";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { cut, fails, holds, knows, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { dispatchPayment } from "#slices/payments/drive/dispatch-payment.ts";
import { driveDue } from "#slices/payments/drive/drive-due.ts";
import { drivePayment } from "#slices/payments/drive/drive-payment.ts";
import { isSent, type Payment } from "#slices/payments/model/payment.ts";
import { diesAt, FUNDS, givenDriving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import type { World } from "#slices/payments/testing/world.harness.ts";
import { followOutcomes } from "#slices/payments/watch/follow-outcomes.ts";
import { watchFinished } from "#slices/payments/watch/watch-finished.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { lookUpDueCharges } from "#slices/receiving/expire/look-up-due-charges.ts";
import { findNodeCursor } from "#slices/receiving/store/receipts.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { allInvariants } from "./invariants.ts";
import { checkNodePast } from "./node-past.ts";
import { replaceAsShown, showReplacement } from "./replace-node.ts";
import { importOf } from "./testing/imported.harness.ts";
import { checkForeignPayments } from "./worker.ts";

const DAY = 24 * 60 * MINUTE;
const INSTALLATION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const folder = mkdtempSync(join(tmpdir(), "leyden-replace-"));
const PLACE = { folders: [folder], installation: INSTALLATION };

onDatabase("a node that is replaced", (database) => {
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The node of the test is the service's, and another one is there that could take its place. */
  async function given() {
    const driving = await givenDriving(database());
    const { world, clock } = driving;
    const { nodeId } = world.node.report;
    const { db, batch, admin } = database();
    if ((await findNode(db)) === undefined)
      await bindNode({ ...world.drive, batch, node: world.node }, { instanceId: INSTALLATION });
    else await admin.query(sql`update lightning.node set node_id = ${nodeId} where replaced_at is null`);
    const next = createFakeNode({ clock, funds: sats(50_000n), coins: [], payWaitMs: 0 });
    // the same recipients are there for both
    next.plan = ({ paymentHash }) => settles({ preimage: world.preimageOf(paymentHash) });
    const drive = { ...world.drive, node: next, nodeId: next.report.nodeId, formerIds: [nodeId] };
    const show = () => showReplacement(drive, { node: next, place: PLACE });
    const replace = async () =>
      await replaceAsShown(drive, await show(), { instanceId: INSTALLATION, reason: "a test" });
    /** All that the running service does with a payment, at the new node. */
    const later = async (ms: number) => {
      clock.advance(ms);
      const signal = new AbortController().signal;
      await followOutcomes(drive, "", signal);
      while ((await driveDue(drive)) > 0) await world.settled();
      await watchFinished(drive, signal);
      await checkNodePast(drive, true);
      await checkForeignPayments(drive, true);
    };
    const limbo = async () => (await listFormerNodes(db)).find((former) => former.nodeId === nodeId)?.limbo;
    const breaches = async () => {
      const lines = await runAudit({ db, invariants: await allInvariants(clock) });
      return lines
        .filter(({ id, warns }) => !OF_TIMES.has(id) && !warns && id !== "I6")
        .flatMap((line) => line.breaches);
    };
    return { ...driving, next, drive, show, replace, later, limbo, breaches, nodeId };
  }

  type Given = Awaited<ReturnType<typeof given>>;

  /** Payments in each state in which a replacement can find one. */
  async function inEachState({ world, pay, lease }: Given) {
    const { node } = world;
    const direct = world.pay.drive;
    node.plan = settles();
    const completed = await pay();
    node.plan = fails();
    const failed = await pay();
    node.plan = holds();
    const held = await pay();
    node.plan = cut();
    const lost = await pay();
    node.plan = cut(settles());
    const paid = await pay();
    world.pay.drive = async (payment: Payment) =>
      await drivePayment({ ...world.drive, reached: diesAt("after-dispatch") }, payment, { isNew: true }).catch(
        () => undefined,
      );
    const dispatched = await pay();
    world.pay.drive = direct;
    node.plan = knows({ act: { kind: "nothing" }, answer: { kind: "prompt" } });
    const known = await pay();
    node.isDown = true;
    const unsent = await pay();
    const accepted = await lease();
    return { completed, failed, held, lost, paid, dispatched, known, unsent, accepted };
  }

  const follow = (node: FakeNode) =>
    followReceipts({ ...creditDeps(database()), ...database(), node }, new AbortController().signal);

  const stateOf = ({ progress, isAtFormerNode }: Payment) => `${progress.kind}${isAtFormerNode ? " there" : ""}`;

  it("leaves what was ordered there reserved, whatever the new one says, and lets go on what never left", async () => {
    const on = await given();
    const { world, next, replace, later, reread, caller } = on;
    const charge = await issue(on, caller);
    await world.node.counterparty.pay(charge.invoice);
    await follow(world.node);
    const made = await inEachState(on);
    const states = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(made).map(async ([name, one]) => [name, stateOf(await reread(one))])),
      );
    expect(await states()).toEqual({
      completed: "completed",
      failed: "failed",
      held: "in_flight",
      lost: "unknown",
      paid: "unknown",
      dispatched: "dispatched",
      known: "unknown",
      unsent: "unknown",
      accepted: "resolving",
    });
    expect(await replace()).toBe("replaced");
    const watched = await database().admin.query(sql`select id from payments.payment where watch_due_at is not null`);
    expect(watched).toEqual([]);

    const balance = await world.balance(caller);
    for (const ms of [MINUTE, MINUTE, 10 * MINUTE, DAY, DAY, DAY, 15 * DAY]) await later(ms);
    expect(await states()).toEqual({
      completed: "completed",
      failed: "failed",
      held: "in_flight there",
      lost: "unknown there",
      paid: "unknown there",
      dispatched: "dispatched there",
      known: "unknown there",
      unsent: "completed",
      accepted: "completed",
    });
    expect(next.requests).toHaveLength(2);
    expect(await countInFlight(database().db)).toBe(0);
    const rest = 2n * (sats(10n) - 1_500n); // of the fee limits of the two that went on
    expect(await world.balance(caller)).toBe(balance + rest);
    for (const one of [made.held, made.lost, made.paid, made.dispatched, made.known])
      expect(await on.incidentsOf(one)).toEqual(["former_node"]);
    expect(await listPauses(database().db)).toEqual([]);
    expect(await on.breaches()).toEqual([]);
    const { breaches } = await compareLists({ db: database().db, clock: on.clock, node: next });
    expect(breaches).toEqual([]);
  });

  it("changes nothing where something was ordered or invoiced since it was shown", async () => {
    const on = await given();
    const request = { instanceId: INSTALLATION, reason: "a test" };
    const before = await on.show();
    on.world.node.plan = holds();
    await on.pay();
    await expect(replaceAsShown(on.drive, before, request)).rejects.toThrow("a payment was ordered meanwhile");
    const after = await on.show();
    await issue(on, on.caller);
    await expect(replaceAsShown(on.drive, after, request)).rejects.toThrow("a charge was made meanwhile");
    expect((await findNode(database().db))?.nodeId).toBe(on.nodeId);
    expect(on.world.journal.entries.filter(({ kind }) => kind === "refused")).toHaveLength(2);
    expect(await on.breaches()).toEqual([]);
  });

  it("gives the new one no order for what was ordered there, also where a driver has it", async () => {
    const on = await given();
    on.world.node.plan = holds();
    const { id } = await on.pay();
    await on.replace();
    await database().admin.query(sql`
      update payments.payment set lease_until = '2999-01-01', state = 'unknown', previous_state = 'in_flight'
       where id = ${id}`);
    const payment = await findPayment(database().db, id);
    if (payment === undefined || !isSent(payment)) throw new Error("it was sent");
    expect(await dispatchPayment(on.drive, payment)).toBeUndefined();
    expect(on.next.requests).toEqual([]);
    await database().admin.query(sql`update payments.payment set lease_until = null where id = ${id}`);
  });

  it("takes the history of the new one for whole, which knows nothing of what the former one has paid", async () => {
    const on = await given();
    const { world, next, later, reread } = on;
    world.node.plan = settles();
    await on.pay();
    await on.replace();
    const plan = next.plan;
    next.plan = cut();
    world.pay.drive = (payment: Payment) => drivePayment(on.drive, payment, { isNew: true });
    const payment = await on.pay();
    expect(stateOf(await reread(payment))).toBe("unknown");
    next.plan = plan;
    for (const ms of [MINUTE, MINUTE]) await later(ms);
    expect(stateOf(await reread(payment))).toBe("completed");
  });

  it("takes what the journal brings back for that of the node of its time", async () => {
    const on = await given();
    const { wallet } = on.caller;
    await on.replace();
    const hash = () => randomBytes(32);
    const [payment, charge] = [on.drive.random.uuid(), on.drive.random.uuid()];
    const of = { wallet: wallet.id, amount: sats(5n) };
    const expiresAt = new Date(on.clock.now().getTime() + DAY);
    const bringBack = await importOf(database(), [
      { what: "charge.issue", id: charge, paymentHash: hash(), expiresAt, ...of },
      {
        what: "payment.dispatch",
        id: payment,
        paymentHash: hash(),
        feeLimit: sats(1n),
        origin: { kind: "request" },
        ...of,
      },
    ]);
    expect((await bringBack()).map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(await findCharge(database().db, wallet.id, charge as ChargeId)).toMatchObject({
      state: { kind: "expired" },
    });
    const found = await findPayment(database().db, payment as PaymentId);
    expect(found).toMatchObject({ isAtFormerNode: true, isBroughtBack: true, progress: { kind: "unknown" } });
    expect(await on.breaches()).toEqual([]);
  });

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
  });

  it("ends what was ordered there by evidence alone, and what was paid there was in limbo", async () => {
    const on = await given();
    const { world, replace, limbo, caller, reread } = on;
    world.node.plan = holds();
    const [paid, other] = [await on.pay(), await on.pay()];
    await replace();
    on.clock.advance(DAY);
    const deps = { ...on.drive, node: on.next };
    const before = (await limbo()) ?? 0n;
    const hash =
      "invoice" in paid.progress && typeof paid.progress.invoice === "object" ? paid.progress.invoice : undefined;
    const preimage = world.preimageOf(hash?.paymentHash ?? new Uint8Array());
    const completed = { kind: "completed", fee: msats(2_000n), preimage } as const;
    const end = (
      payment: Payment,
      as: Parameters<typeof endByHand>[1]["as"],
      despite: Parameters<typeof endByHand>[1]["despite"] = [],
    ) => endByHand(deps, { id: payment.id, reason: "a test", as, despite });

    await expect(end(paid, { ...completed, preimage: undefined })).rejects.toThrow("neither the node nor a preimage");
    await end(paid, completed);
    expect(await limbo()).toBe(before - sats(100n) - 2_000n);
    await expect(end(other, { kind: "failed" })).rejects.toThrow("ordered at a node that was replaced");
    await expect(end(other, { kind: "failed" }, ["silent_node"])).rejects.toThrow(
      "ordered at a node that was replaced",
    );
    await end(other, { kind: "failed" }, ["replaced_node"]);
    expect(await world.balance(caller)).toBe(FUNDS - sats(100n) - 2_000n);
    expect(await limbo()).toBe(before - sats(100n) - 2_000n);
    expect([stateOf(await reread(paid)), stateOf(await reread(other))]).toEqual(["completed there", "failed there"]);
    const rows = await database().admin.query(sql`
      select id from payments.payment where watch_due_at is not null and node_replaced_at is not null`);
    expect(rows).toEqual([]);
    expect(await on.breaches()).toEqual([]);
  });

  it("shows the charges of the former one as expired, with one event each, and takes no payment of them", async () => {
    const on = await given();
    const { world, replace, later, next } = on;
    const { db } = database();
    const payee = await world.project("payee", sats(0n));
    const charge = await issue(on, payee);
    await replace();
    const looking = { ...creditDeps(database()), ...database(), node: next, clock: on.clock };
    expect(await findCharge(db, payee.wallet.id, charge.id)).toMatchObject({ state: { kind: "expired" } });
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
      world.pay.drive = (payment: Payment) => drivePayment({ ...on.drive, formerIds }, payment, { isNew: true });
      expect((await on.pay(asked)).progress).toMatchObject({ kind: "failed", code: "invoice_expired" });
    }
    const { text: invoice } = world.invoice({ amount: sats(100n), key: world.nodeKey });
    world.pay.ownNode = async () => own;
    world.pay.drive = (payment: Payment) => drivePayment(on.drive, payment, { isNew: true });
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
    const request = { instanceId: INSTALLATION, reason: "a test" };
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

async function issue(
  { world }: Pick<Awaited<ReturnType<typeof givenDriving>>, "world">,
  caller: Caller,
  node = world.node,
) {
  const asked = { caller, amount: sats(100n), description: "an order", expirySeconds: 3_600 };
  const callbackUrl = "https://shop.example/hook";
  return (await createCharge({ ...world.drive, ...world.pay, node }, { ...asked, callbackUrl })).charge;
}

/** A payment that a node makes by its owner's hand. */
function settled(world: World): [string, ReturnType<typeof settles>] {
  const { text, preimage } = world.invoice({ amount: sats(7n) });
  return [text, settles({ preimage })];
}

async function all(nodes: ReturnType<typeof listFormerNodes>): Promise<bigint> {
  return (await nodes).reduce((sum, { limbo }) => sum + limbo, 0n);
}
