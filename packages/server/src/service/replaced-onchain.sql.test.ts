import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { listIncidentsOf } from "#incidents";
import type { PaymentId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import type { OnchainStatus } from "#lightning";
import { bumpOnchain, endOnchain, findChildren, findOnchainOutcomes, payOnchain, planBump } from "#onchain";
import { sql } from "#platform/database/db.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { workDueChildren, workDueOnchain } from "#slices/onchain/jobs.ts";
import type { OnchainRequest } from "#slices/onchain/model/onchain-payment.ts";
import type { OnchainDeps } from "#slices/onchain/pay/deps.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { diesAt } from "#slices/payments/testing/driving.harness.ts";
import { allInvariants } from "./invariants.ts";
import { importOf } from "./testing/imported.harness.ts";
import { replacing } from "./testing/replacing.harness.ts";

const AMOUNT = sats(20_000n);
const TAKEN = AMOUNT + sats(282n);
const MINUTE = 60_000;

onDatabase("payments to addresses of the chain, of a node that is replaced", (database) => {
  const of = replacing(database);

  /** A payment that the former node has published, and a node whose wallet sees none of its transactions. */
  async function given() {
    const on = await of.given();
    const { world, clock } = on;
    const { admin, db } = database();
    await admin.query(sql`
      update onchain.payment set due_at = '2999-01-01', created_at = '2999-01-01' where state = 'dispatched'`);
    await admin.query(sql`update onchain.child set due_at = '2999-01-01' where state = 'dispatched'`);
    const caller = await world.project("payer", sats(1_000_000n));
    await admin.query(sql`
      select ledger.post_all(
               ${clock.now()}, array[${world.drive.random.uuid()}::uuid], array[ledger.system('onchain')],
               array[ledger.system('operator_equity')], array[5000000::bigint], null, null, array['test'],
               array[${world.drive.random.uuid()}::uuid])`);
    const finished: string[] = [];
    const own = async () => ({ nodeId: on.nodeId, network: "regtest" as const, formerIds: [] });
    const former: OnchainDeps = {
      ...world.drive,
      ownNode: own,
      confirmations: 1,
      onFinished: ({ id }) => finished.push(id),
    };
    const request = (): OnchainRequest => ({
      id: world.drive.random.uuid() as PaymentId,
      payer: caller.wallet.account,
      origin: { kind: "purchase", id: world.drive.random.uuid() },
      address: freshAddress(),
      amount: AMOUNT,
      feeLimit: sats(1_000n),
    });
    /** What the new node says of the transactions of the former one, and what it was given to publish. */
    const said = new Map<string, OnchainStatus>();
    const published: string[] = [];
    const node: OnchainDeps["node"] = {
      ...on.next,
      lookupOnchain: async (txid) => said.get(txid) ?? { kind: "not_found" },
      publishOnchain: async (transaction) => {
        published.push(Buffer.from(transaction).toString("hex"));
        return "taken";
      },
    };
    const deps: OnchainDeps = {
      ...former,
      ownNode: async () => ({ nodeId: on.next.report.nodeId, network: "regtest" as const, formerIds: [on.nodeId] }),
      node,
    };
    const bumping = { ...deps, node: { ...on.next, ...node } };
    const txidOf = async ({ id }: OnchainRequest) => (await findOnchainOutcomes(db, [id])).get(id)?.txid ?? "";
    return {
      ...on,
      caller,
      former,
      deps,
      bumping,
      bumpingThere: { ...world.drive },
      request,
      said,
      published,
      finished,
      txidOf,
      outcome: async ({ id }: OnchainRequest) => (await findOnchainOutcomes(db, [id])).get(id)?.kind,
      kinds: async ({ origin }: OnchainRequest) =>
        (await listIncidentsOf(db, origin.id)).map(({ kind }) => kind).toSorted(),
      nodeOf: async ({ id }: OnchainRequest) =>
        (await db.query<{ no: number }>(sql`select node_no as no from onchain.payment where id = ${id}`))[0]?.no,
      async paid(): Promise<OnchainRequest> {
        const wanted = request();
        await payOnchain(former, wanted);
        await world.settled();
        return wanted;
      },
      async soon(on: OnchainDeps = deps): Promise<void> {
        clock.advance(MINUTE);
        await workDueOnchain(on);
        await workDueChildren({ ...bumping, reached: on.reached });
      },
      async broken(): Promise<readonly string[]> {
        const lines = await runAudit({ db, invariants: await allInvariants(clock) });
        return lines.flatMap(({ id, breaches }) => (/^(I18|I6[fo]|I4n)$/.test(id) ? breaches : []));
      },
    };
  }

  it("are published by the new node, the same bytes, and are complete when the chain has them", async () => {
    const on = await given();
    const wanted = await on.paid();
    const bytes = on.world.node.chain.published.map((one) => Buffer.from(one).toString("hex"));
    const [shown] = (await on.show()).onchain.filter(({ id }) => id === wanted.id);
    expect(shown).toMatchObject({ amount: AMOUNT, isAtFormerNode: false });
    expect(await on.replace()).toBe("replaced");
    const [limbo, balance] = [await on.limbo(), await on.world.balance(on.caller)];
    await on.soon({ ...on.deps, reached: diesAt("before-publish") }).catch(() => undefined);
    for (let times = 0; times < 3; times += 1) await on.soon();
    expect(new Set(on.published)).toEqual(new Set(bytes));
    expect([await on.outcome(wanted), await on.kinds(wanted)]).toEqual(["pending", []]);

    const txid = await on.txidOf(wanted);
    on.said.set(txid, { kind: "pending" });
    await on.soon();
    on.said.set(txid, { kind: "confirmed", confirmations: 1 });
    await Promise.all([on.soon(), on.soon()]);
    expect(await on.outcome(wanted)).toBe("completed");
    expect([await on.limbo(), await on.world.balance(on.caller)]).toEqual([limbo, balance]);
    expect(on.finished).toEqual([wanted.origin.id]);
    expect(await on.broken()).toEqual([]);
  });

  it("give back what they took, once, in limbo, when their coins were spent elsewhere", async () => {
    const on = await given();
    const wanted = await on.paid();
    await on.replace();
    const before = [await on.world.balance(on.caller), (await on.limbo()) ?? 0n] as const;
    const onchain = await on.world.systemBalance("onchain");
    on.said.set(await on.txidOf(wanted), { kind: "conflicted", by: undefined });
    await Promise.all([on.soon(), on.soon()]);
    await on.soon();
    expect([await on.outcome(wanted), await on.kinds(wanted)]).toEqual(["failed", ["onchain_conflict"]]);
    expect(await on.world.balance(on.caller)).toBe(before[0] + TAKEN);
    expect(await on.limbo()).toBe(before[1] + TAKEN);
    expect(await on.world.systemBalance("onchain")).toBe(onchain);
    expect(await on.broken()).toEqual([]);
    const seen = (text: string) =>
      allInvariants(on.clock).then((all) => seenAfter(database().admin, all, (tx) => tx.query({ text, values: [] })));
    expect(await seen(`update onchain.payment set node_no = 99 where id = '${wanted.id}'`)).toContain("I18");
    expect(await seen("update lightning.node set limbo_msats = limbo_msats - 1 where id = 1")).toContain("I6f");
  });

  it("cost out of limbo what a transaction took more that was published in their place", async () => {
    const on = await given();
    const wanted = await on.paid();
    const txid = await on.txidOf(wanted);
    await on.replace();
    const [limbo, costs] = [(await on.limbo()) ?? 0n, await on.world.systemBalance("chain_costs")];
    on.world.node.chain.replace(txid, 900n);
    on.world.node.chain.mine(6);
    on.said.set(txid, await on.world.node.lookupOnchain(txid));
    await on.soon();
    expect([await on.outcome(wanted), await on.kinds(wanted)]).toEqual(["completed", ["onchain_replaced"]]);
    expect(await on.limbo()).toBe(limbo - 900_000n);
    expect(await on.world.systemBalance("chain_costs")).toBe(costs - 900_000n);
    expect(await on.broken()).toEqual([]);
  });

  it("get no child of the new node, and the cost of one that the former node built comes back in limbo", async () => {
    const on = await given();
    const [bumped, plain] = [await on.paid(), await on.paid()];
    const maxCost = sats(5_000n);
    const plan = await planBump(on.bumpingThere, { id: bumped.id, maxCost, rate: 10_000n });
    if ("paymentId" in plan) throw new Error("it has a child");
    const late = await planBump(on.bumpingThere, { id: plain.id, maxCost, rate: 10_000n });
    if ("paymentId" in late) throw new Error("it has a child");
    const { child } = await bumpOnchain(on.bumpingThere, plan, { maxCost });
    await on.replace();
    const [limbo, costs] = [(await on.limbo()) ?? 0n, await on.world.systemBalance("chain_costs")];
    for (const deps of [on.bumping, on.bumpingThere])
      await expect(planBump(deps, { id: plain.id, maxCost, rate: 10_000n })).rejects.toThrow("a former node");
    await expect(bumpOnchain(on.bumpingThere, late, { maxCost })).rejects.toThrow("a former node");
    expect((await findChildren(database().db, [plain.id])).size).toBe(0);

    await on.soon();
    expect(on.published).toContain(Buffer.from(child.transaction).toString("hex"));
    on.said.set(child.parentTxid, { kind: "conflicted", by: undefined });
    await Promise.all([on.soon(), on.soon()]);
    const [ended] = (await findChildren(database().db, [bumped.id])).values();
    expect(ended?.progress.kind).toBe("failed");
    expect(await on.limbo()).toBe(limbo + TAKEN + child.cost);
    expect(await on.world.systemBalance("chain_costs")).toBe(costs + child.cost);
    expect(await on.broken()).toEqual([]);
  });

  it("are not written down when their node is replaced while it builds them; the new one builds another", async () => {
    const on = await given();
    const wanted = on.request();
    const reached = async (point: string) => {
      if (point === "before-onchain-begin") await on.replace();
    };
    const balance = await on.world.balance(on.caller);
    await expect(payOnchain({ ...on.former, reached }, wanted)).rejects.toMatchObject({ code: "unavailable" });
    expect([await on.outcome(wanted), await on.world.balance(on.caller)]).toEqual([undefined, balance]);
    expect(on.world.node.chain.published).toEqual([]);

    const rich = createFakeNode({ clock: on.clock, coins: [1_000_000n] });
    await payOnchain({ ...on.deps, node: rich }, wanted);
    await on.world.settled();
    expect([await on.outcome(wanted), rich.chain.published.length]).toEqual(["pending", 1]);
    expect(await on.nodeOf(wanted)).toBeGreaterThan(1);
    expect(await on.broken()).toEqual([]);
  });

  it("belong to the node that built them, whichever of a begin and a replacement is first", async () => {
    const on = await given();
    const wanted = Array.from({ length: 6 }, () => on.request());
    const [replaced] = await Promise.all([
      on.replace(),
      ...wanted.map((one) => payOnchain(on.former, one).catch(() => undefined)),
    ]);
    expect(replaced).toBe("replaced");
    await on.world.settled();
    const own = await database().db.query<{ no: number }>(
      sql`select id as no from lightning.node where node_id = ${on.nodeId}`,
    );
    for (const one of wanted) expect([undefined, own[0]?.no]).toContain(await on.nodeOf(one));
    expect(await on.broken()).toEqual([]);
  });

  it("are ended by hand, where the new node sees no block of them: once, and by the name of the risk", async () => {
    const on = await given();
    const [there, gone, ours] = [await on.paid(), await on.paid(), on.request()];
    await on.replace();
    await payOnchain({ ...on.deps, node: createFakeNode({ clock: on.clock, coins: [1_000_000n] }) }, ours);
    const [limbo, balance] = [(await on.limbo()) ?? 0n, await on.world.balance(on.caller)];
    type End = Parameters<typeof endOnchain>[1];
    const end = (one: OnchainRequest, as: End["as"], despite: End["despite"] = [], node = true) =>
      endOnchain(
        { ...on.deps, node: node ? on.deps.node : undefined },
        { id: one.id, what: "payment", as, reason: "an explorer", despite },
      );
    await expect(end(ours, "failed", ["may_confirm"])).rejects.toThrow("of this service's node");
    await expect(end(on.request(), "failed", ["may_confirm"])).rejects.toThrow("has this id");
    for (const node of [true, false]) {
      await expect(end(there, "completed", ["may_confirm"], node)).rejects.toThrow(
        "does not say that it is in a block",
      );
      await expect(end(gone, "failed", ["no_proof"], node)).rejects.toThrow("may confirm as long as");
    }
    on.said.set(await on.txidOf(gone), { kind: "confirmed", confirmations: 1 });
    await expect(end(gone, "failed", ["may_confirm"])).rejects.toThrow("says that it is confirmed");
    on.said.clear();
    expect([await on.outcome(there), await on.outcome(gone)]).toEqual(["pending", "pending"]);
    expect([await on.kinds(there), on.world.journal.entries.filter(({ kind }) => kind?.startsWith("end_"))]).toEqual([
      [],
      [],
    ]);

    await end(there, "completed", ["no_proof"], false);
    const twice = await Promise.allSettled([
      end(gone, "failed", ["may_confirm"]),
      end(gone, "failed", ["may_confirm"]),
    ]);
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(end(gone, "completed", ["no_proof"])).rejects.toThrow("it is failed already");
    expect([await on.outcome(there), await on.outcome(gone)]).toEqual(["completed", "failed"]);
    expect(await on.limbo()).toBe(limbo + TAKEN);
    expect(await on.world.balance(on.caller)).toBe(balance + TAKEN);
    expect(await on.kinds(there)).toEqual(["ended_by_hand"]);
    expect(new Set(await on.kinds(gone))).toEqual(new Set(["ended_by_hand"]));
    const lines = on.world.journal.entries.filter(({ kind }) => kind?.startsWith("end_"));
    expect(new Set(lines.map(({ id, kind }) => `${id} ${kind}`))).toEqual(
      new Set([`${there.id} end_onchain_completed`, `${gone.id} end_onchain_failed`]),
    );
    expect(await on.broken()).toEqual([]);
    const lost = on.request();
    const line = { what: "operator.book", kind: "end_onchain_failed", txid: "ab".repeat(32) } as const;
    const [asked, ...others] = await (await importOf(database(), [...lines, { ...line, id: lost.id }]))();
    expect(asked).toMatchObject({
      outcome: "question",
      detail: expect.stringContaining(`leyden onchain end ${lost.id} --as failed`),
    });
    expect(others).toEqual([]);
  });

  it("have a child that is ended by hand as well", async () => {
    const on = await given();
    const [one, other] = [await on.paid(), await on.paid()];
    const maxCost = sats(5_000n);
    for (const { id } of [one, other]) {
      const plan = await planBump(on.bumpingThere, { id, maxCost, rate: 10_000n });
      if ("paymentId" in plan) throw new Error("it has a child");
      await bumpOnchain(on.bumpingThere, plan, { maxCost });
    }
    await on.replace();
    const limbo = (await on.limbo()) ?? 0n;
    const end = ({ id }: OnchainRequest, as: "completed" | "failed") =>
      endOnchain(on.deps, { id, what: "child", as, reason: "an explorer", despite: ["no_proof", "may_confirm"] });
    await end(one, "completed");
    await end(other, "failed");
    await expect(end(other, "failed")).rejects.toThrow("it is failed already");
    const children = await findChildren(database().db, [one.id, other.id]);
    expect([children.get(one.id)?.progress.kind, children.get(other.id)?.progress.kind]).toEqual([
      "confirmed",
      "failed",
    ]);
    expect(await on.limbo()).toBe(limbo + (children.get(other.id)?.cost ?? 0n));
    expect([await on.outcome(one), await on.outcome(other)]).toEqual(["pending", "pending"]);
    expect(await on.broken()).toEqual([]);
  });

  it("take from limbo what the journal brings back of the time before", async () => {
    const on = await given();
    const at = on.clock.now();
    on.clock.advance(MINUTE);
    await on.replace();
    const limbo = (await on.limbo()) ?? 0n;
    const onchain = await on.world.systemBalance("onchain");
    const [id, purchase] = [on.drive.random.uuid(), on.drive.random.uuid()];
    const bringBack = async (payment: string, origin: string, first: Date, byte: string) =>
      await database().db.query(sql`
        select onchain.bring_back(
                 ${on.clock.now()}, ${payment}, 'purchase', ${origin}, ${on.caller.wallet.account}, 'bcrt1q', 20000000,
                 282000, ${Buffer.from(byte.repeat(32), "hex")}, '\\x02', ${on.drive.random.uuid()}, ${first})`);
    await bringBack(id, purchase, at, "a1");
    expect(await on.limbo()).toBe(limbo - TAKEN);
    expect(await on.world.systemBalance("onchain")).toBe(onchain);
    on.clock.advance(MINUTE);
    await bringBack(on.drive.random.uuid(), on.drive.random.uuid(), on.clock.now(), "a2");
    expect(await on.limbo()).toBe(limbo - TAKEN);
    expect(await on.world.systemBalance("onchain")).toBe(onchain + TAKEN);
    expect(await on.broken()).toEqual([]);
  });
});
