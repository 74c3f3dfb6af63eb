import { expect, it } from "vitest";
import { runAudit } from "#audit";
import type { PaymentId } from "#kernel/ids.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { compareEquity, ONCHAIN_KEPT_MS, type OnchainStatus } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf, withoutTimes } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { bumpOnchain, planBump, publishAgain } from "./bump/bump-onchain.ts";
import { driveChild } from "./bump/drive-child.ts";
import { invariants } from "./invariants.ts";
import { workDueChildren, workDueOnchain } from "./jobs.ts";
import type { OnchainRequest } from "./model/onchain-payment.ts";
import type { ChildDeps, OnchainDeps } from "./pay/deps.ts";
import { payOnchain } from "./pay/pay-onchain.ts";
import { findChildren } from "./store/children.ts";
import { findOnchainOutcomes } from "./store/payments.ts";
import { freshAddress } from "./testing/address.harness.ts";

const random = machineRandom();
const MAX_COST = sats(5_000n);
/** What both together are to pay; the fake node builds at 2 sat for a virtual byte. */
const RATE = 10_000n;
const AMOUNT = sats(20_000n);
const OWN = sats(5_000n);

onDatabase("raising the fee of a payment to an address of the chain", (database) => {
  async function given(changes: Partial<ChildDeps> = {}) {
    const { admin, db } = database();
    await admin.query(sql`
      update onchain.payment set due_at = '2999-01-01', created_at = '2999-01-01' where state = 'dispatched'`);
    await admin.query(sql`update onchain.child set due_at = '2999-01-01' where state = 'dispatched'`);
    const { world, clock } = await givenDriving(database());
    const caller = await world.project("payer", sats(1_000_000n));
    const { ownNode } = world.pay;
    const deps: OnchainDeps = { ...world.drive, ownNode, confirmations: 1, onFinished: () => undefined };
    const bumping: ChildDeps = { ...world.drive, ...changes };
    const wanted: OnchainRequest = {
      id: random.uuid() as PaymentId,
      payer: caller.wallet.account,
      origin: { kind: "purchase", id: random.uuid() },
      address: freshAddress(),
      amount: AMOUNT,
      feeLimit: sats(1_000n),
    };
    const { chain } = world.node;
    await payOnchain(deps, wanted);
    await world.settled();
    // What is the operator's own pays for children.
    await admin.query(sql`
      select ledger.post_all(
               ${clock.now()}, array[${random.uuid()}::uuid], array[ledger.system('onchain')],
               array[ledger.system('operator_equity')], array[${OWN}::bigint], null, null, array['equity_deposit'],
               array[${random.uuid()}::uuid])`);
    const costs = await world.systemBalance("chain_costs");
    const difference = async () => (await compareEquity({ db, node: world.node })).difference.chain;
    const first = await difference();
    const parent = (await findOnchainOutcomes(db, [wanted.id])).get(wanted.id)?.txid ?? "";
    const bump = async (on: ChildDeps = bumping, maxCost: Msats = MAX_COST, rate: bigint | undefined = RATE) => {
      const plan = await planBump(on, { id: wanted.id, maxCost, rate });
      return "paymentId" in plan ? await publishAgain(on, wanted.id) : await bumpOnchain(on, plan, { maxCost });
    };
    return {
      world,
      chain,
      wanted,
      parent,
      bumping,
      bump,
      clock,
      child: async () => (await findChildren(db, [wanted.id])).get(wanted.id),
      cost: async () => costs - (await world.systemBalance("chain_costs")),
      /** How much more books and node differ than before. */
      differs: async () => (await difference()) - first,
      outcome: async () => (await findOnchainOutcomes(db, [wanted.id])).get(wanted.id)?.kind,
      async later(): Promise<void> {
        clock.advance(60_000);
        await world.settled();
        await workDueOnchain(deps);
        await workDueChildren(deps);
      },
      async breaches(): Promise<readonly string[]> {
        const lines = await runAudit({ db, invariants: withoutTimes(invariants(clock)) });
        return lines.flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`));
      },
    };
  }

  it("publishes a child of its change, books what that costs, and nothing else differs, up to its end", async () => {
    const { chain, bump, child, cost, differs, later, outcome, breaches } = await given();
    const { published } = await bump();
    expect(published).toBe("taken");
    const made = await child();
    expect(made?.cost).toBeGreaterThan(0n);
    expect(await cost()).toBe(made?.cost);
    expect(await differs()).toBe(0n);
    expect(await breaches()).toEqual([]);
    chain.mine();
    await later();
    expect([await outcome(), (await child())?.progress.kind]).toEqual(["completed", "dispatched"]);
    expect(await differs()).toBe(0n);
    chain.mine(5);
    await later();
    await later();
    expect((await child())?.progress.kind).toBe("confirmed");
    expect(await cost()).toBe(made?.cost);
    expect(await differs()).toBe(0n);
    expect(await breaches()).toEqual([]);
  });

  it("shows what it would cost and keeps nothing", async () => {
    const { bumping, wanted, chain, child, cost } = await given();
    const plan = await planBump(bumping, { id: wanted.id, maxCost: MAX_COST, rate: RATE });
    expect(plan).toMatchObject({ rate: RATE, plan: { kind: "child" } });
    expect([await child(), await cost(), chain.published.length]).toEqual([undefined, 0n, 1]);
  });

  it("is booked once and is one child, however many raise it at the same time, and however often", async () => {
    const { chain, bump, child, cost, differs, breaches } = await given();
    const plans = await Promise.all(Array.from({ length: 6 }, () => bump()));
    const again = await bump();
    const txids = new Set([...plans, again].map((one) => one.child.txid));
    expect(txids.size).toBe(1);
    expect(await cost()).toBe((await child())?.cost);
    const children = chain.published.slice(1);
    expect(new Set(children.map(String)).size).toBe(1);
    expect(await differs()).toBe(0n);
    expect(await breaches()).toEqual([]);
  });

  it("keeps the first of two children, where the node has built two", async () => {
    const { clock, bumping, wanted, child, cost, differs, bump, breaches } = await given();
    const plan = await planBump(bumping, { id: wanted.id, maxCost: MAX_COST, rate: RATE });
    const higher = await planBump(bumping, { id: wanted.id, maxCost: MAX_COST, rate: RATE + 2_000n });
    if ("paymentId" in plan || "paymentId" in higher) throw new Error("it has a child");
    const slow: ChildDeps = {
      ...bumping,
      reached: async (point) => {
        if (point !== "before-child-begin") return;
        clock.advance(ONCHAIN_KEPT_MS); // the node keeps the coin of the first one no longer
        await bumpOnchain(bumping, higher, { maxCost: MAX_COST });
      },
    };
    await bumpOnchain(slow, plan, { maxCost: MAX_COST });
    await bump();
    expect((await child())?.cost).toBeGreaterThan(plan.plan.cost);
    expect(await cost()).toBe((await child())?.cost);
    expect(await differs()).toBe(0n);
    expect(await breaches()).toEqual([]);
  });

  it.each(["before-child-begin", "after-child-begin", "before-child-publish", "after-child-publish"] as const)(
    "is one child and one booking when it dies: %s",
    async (at) => {
      const { chain, bumping, bump, child, cost, differs, later, breaches } = await given();
      const died = new Error("dead");
      const dying: ChildDeps = {
        ...bumping,
        reached: (point) => {
          if (point === at) throw died;
        },
      };
      await expect(bump(dying)).rejects.toBe(died);
      const written = await child();
      expect(written === undefined).toBe(at === "before-child-begin");
      expect(await breaches()).toEqual([]);
      if (written === undefined) await bump();
      await later();
      await later();
      expect((await child())?.txid).toBe(written?.txid ?? (await child())?.txid);
      expect(new Set(chain.published.slice(1).map(String)).size).toBe(1);
      expect(await cost()).toBe((await child())?.cost);
      expect(await differs()).toBe(0n);
      expect(await breaches()).toEqual([]);
    },
  );

  it("is published again, by the same bytes, when the mempool has lost it or the node was silent", async () => {
    const { world, chain, bump, child, cost, later } = await given();
    world.node.broken.add("publishOnchain");
    expect((await bump()).published).toBeUndefined();
    world.node.broken.clear();
    await later();
    chain.forget();
    await later();
    await later();
    await later();
    const txid = (await child())?.txid ?? "";
    expect(chain.lookup(txid)).toEqual({ kind: "pending" });
    expect(new Set(chain.published.map(String)).size).toBe(2);
    expect(await cost()).toBe((await child())?.cost);
  });

  it("gives its cost back, once, when the payment's coins were spent elsewhere, six blocks deep", async () => {
    const { chain, bump, child, parent, cost, later, outcome, breaches } = await given();
    await bump();
    chain.conflict(parent);
    chain.mine(5);
    await later();
    expect(await cost()).toBe((await child())?.cost);
    chain.mine(1);
    await Promise.all([later(), later()]);
    await later();
    expect([await outcome(), (await child())?.progress.kind, await cost()]).toEqual(["failed", "failed", 0n]);
    expect(await breaches()).toEqual([]);
    const { published, child: ended } = await bump();
    expect([published, ended.progress.kind]).toEqual([undefined, "failed"]);
  });

  it("gives its cost back once, and keeps its state, when processes that have read it before are late", async () => {
    const { bumping, bump, child, cost, breaches } = await given();
    await bump();
    const read = await child();
    if (read === undefined) throw new Error("the child is lost");
    const said = (status: OnchainStatus): ChildDeps => ({
      ...bumping,
      node: { ...bumping.node, lookupOnchain: async () => status },
    });
    const gone = said({ kind: "conflicted", by: undefined });
    await Promise.all([driveChild(gone, read), driveChild(gone, read)]);
    await driveChild(gone, read);
    await driveChild(said({ kind: "confirmed", confirmations: 6 }), read);
    await driveChild(said({ kind: "pending" }), read);
    expect([(await child())?.progress.kind, await cost()]).toEqual(["failed", 0n]);
    expect(await breaches()).toEqual([]);
  });

  it.each([
    ["it would cost 2331 sat", sats(2_330n), RATE],
    ["already pays", MAX_COST, 2_000n],
    ["does not hold that", sats(9_000_000n), 9_000_000n],
  ] as const)("is refused with its reason, and nothing is kept: %s", async (why, maxCost, rate) => {
    const { bump, child, cost, chain } = await given();
    await expect(bump(undefined, maxCost, rate)).rejects.toThrow(why);
    expect([await child(), await cost(), chain.published.length]).toEqual([undefined, 0n, 1]);
  });

  it("takes the rate that the node names, where none is given", async () => {
    const { world, chain, bumping, wanted } = await given();
    const ask = () => planBump(bumping, { id: wanted.id, maxCost: MAX_COST, rate: undefined });
    await expect(ask()).rejects.toThrow("already pays");
    chain.feeRate = 8n;
    expect(await ask()).toMatchObject({ rate: 8_000n });
    world.node.capabilities = { ...world.node.capabilities, onchain: false };
    await expect(ask()).rejects.toThrow("not_supported");
  });

  it("is refused where the parent has an end, is not there, or has no change", async () => {
    const { world, chain, bump, wanted, bumping, later } = await given();
    const stranger = planBump(bumping, { id: random.uuid() as PaymentId, maxCost: MAX_COST, rate: RATE });
    await expect(stranger).rejects.toThrow("no payment");
    const { node } = world;
    const without: ChildDeps = {
      ...bumping,
      node: { ...bumping.node, findOnchainChange: async () => ({ outputs: [], rate: RATE }) },
    };
    await expect(bump(without)).rejects.toThrow("no change");
    const own = { outputs: [{ index: 0, amount: AMOUNT }], rate: RATE };
    await expect(bump({ ...bumping, node: { ...node, findOnchainChange: async () => own } })).rejects.toThrow(
      "no change",
    );
    chain.forget();
    await expect(bump()).rejects.toThrow("does not have transaction");
    await later();
    chain.mine();
    await expect(bump()).rejects.toThrow("is in a block");
    await later();
    await expect(bump()).rejects.toThrow("the payment is completed");
    expect(wanted.amount).toBe(AMOUNT);
  });

  it("is not written down when sending is paused, or the payment has ended, while the node builds it", async () => {
    const { bumping, bump, child, chain, later } = await given();
    const { admin } = database();
    const meanwhile = (act: () => Promise<unknown>): ChildDeps => ({
      ...bumping,
      reached: async (point) => {
        if (point === "before-child-begin") await act();
      },
    });
    try {
      const pause = () => admin.query(sql`select ledger.pause(${new Date()}, 'operator', 'test')`);
      await expect(bump(meanwhile(pause))).rejects.toThrow("paused");
      await expect(bump()).rejects.toThrow("paused");
    } finally {
      await admin.query(sql`select ledger.resume('operator')`);
    }
    const confirm = async () => {
      chain.mine();
      await later();
    };
    await expect(bump(meanwhile(confirm))).rejects.toThrow("has finished meanwhile");
    expect(await child()).toBeUndefined();
    expect(chain.published).toHaveLength(1);
  });

  it("is refused where it costs more than the operator's own money", async () => {
    const { bump, child, cost } = await given();
    const [row] = await database().admin.query<{ own: bigint }>(sql`select ledger.own_money() as own`);
    expect(row?.own).toBeLessThan(sats(800_000n));
    await expect(bump(undefined, sats(1_000_000n), 3_600_000n)).rejects.toThrow("your own money");
    expect(await cost()).toBe(0n);
    expect(await child()).toBeUndefined();
  });

  it("takes nothing of the node that is not what was asked for", async () => {
    const { chain, bump, child, cost } = await given();
    chain.onBuildChild = (built) => ({ ...built, fee: msats(built.fee - 1_000n) });
    await expect(bump()).rejects.toThrow("the fee wrongly");
    expect([await child(), await cost(), chain.published.length]).toEqual([undefined, 0n, 1]);
  });

  it("names the child of an earlier call that pays too little, and takes it where it is enough", async () => {
    const { bumping, bump, child } = await given();
    const dead = new Error("dead");
    const dying: ChildDeps = {
      ...bumping,
      reached: (point) => {
        if (point === "before-child-begin") throw dead;
      },
    };
    await expect(bump(dying, MAX_COST, 4_000n)).rejects.toBe(dead);
    await expect(bump()).rejects.toThrow("for a child of an earlier call");
    expect(await child()).toBeUndefined();
    await bump(bumping, MAX_COST, 4_000n);
    expect((await child())?.progress.kind).toBe("dispatched");
  });

  type Ids = { failed: string; pending: string };
  const DAMAGES: readonly Damage<Ids>[] = [
    [
      "the cost of a child",
      ["I18"],
      (tx, { pending }) =>
        tx.query(sql`update onchain.child set cost_msats = cost_msats + 1000 where payment_id = ${pending}`),
    ],
    [
      "a failed child, which has confirmed as well",
      ["I18"],
      (tx, { failed }) => tx.query(sql`update onchain.child set state = 'confirmed' where payment_id = ${failed}`),
    ],
    [
      "a child that is gone",
      ["I18"],
      (tx, { pending }) => tx.query(sql`delete from onchain.child where payment_id = ${pending}`),
    ],
    [
      "a posting to another account",
      ["I18"],
      (tx, { pending }) =>
        tx.query(sql`
          update ledger.posting set debit = ledger.system('loss')
           where cause = ${pending} and cause_kind = 'onchain_child'`),
    ],
    [
      "a cost that is missing",
      ["I18"],
      (tx, { pending }) =>
        tx.query(sql`
          update ledger.posting set cause_kind = 'test' where cause = ${pending} and cause_kind = 'onchain_child'`),
    ],
    [
      "a cost that did not come back",
      ["I18"],
      (tx, { failed }) =>
        tx.query(sql`
          update ledger.posting set cause_kind = 'test'
           where cause = ${failed} and cause_kind = 'onchain_child_failed'`),
    ],
    [
      "a cost that is there twice",
      ["I18"],
      (tx, { pending }) =>
        tx.query(sql`
          insert into ledger.posting
          select -1, transfer, debit, credit, amount, 0, 0, 0, 0, cause_kind, cause, at, hash
            from ledger.posting
           where cause = ${pending}
             and cause_kind = 'onchain_child'`),
    ],
  ];

  it("is seen by the audit when it is damaged", async () => {
    const one = await given();
    await one.bump();
    one.chain.conflict(one.parent);
    one.chain.mine(6);
    await one.later();
    const two = await given();
    await two.bump();
    const lines = withoutTimes(invariants(two.clock));
    const { admin } = database();
    expect(await seenAfter(admin, lines)).toEqual([]);
    expect(await unseenOf(admin, lines, DAMAGES, { failed: one.wanted.id, pending: two.wanted.id })).toEqual([]);
  });
});
