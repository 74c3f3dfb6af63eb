import { expect, it } from "vitest";
import { checkSolvency } from "#audit";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { buildsWrongly } from "#slices/lightning/testing/fake-onchain.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { creditInstead } from "./checkout/credit-instead.ts";
import { HOLD_MS, RESOLVE_MS } from "./model/next-step.ts";
import type { Purchase } from "./model/purchase.ts";
import { givenRamp, type RampDeps } from "./testing/ramp.harness.ts";

const MINUTE = 60_000;
/** 24.50 EUR at 92,000 EUR a bitcoin. */
const BOUGHT = 26_630_000n;
/** Of one input and two outputs, at 2 sat a virtual byte. */
const FEE = 282_000n;

onDatabase("a purchase that goes to an address of the chain", (database) => {
  /** Its card is authorized; nobody has looked at it since. */
  async function givenAuthorized(changes: Partial<RampDeps> = {}) {
    const ramp = await givenRamp(database(), changes);
    const { chain } = ramp.world.node;
    const address = freshAddress();
    const bought = await ramp.authorized(await ramp.opened({ destination: address }));
    return { ...ramp, chain, address, bought };
  }
  type GivenOnchain = Awaited<ReturnType<typeof givenAuthorized>>;

  /** Lets some time pass, with a block in it. */
  async function block(ramp: GivenOnchain, ms = MINUTE): Promise<void> {
    ramp.chain.mine();
    await ramp.later(ms);
  }

  /** One delivery, or none: the same bytes each time, what the address got, and all books. */
  async function expectWhole(ramp: GivenOnchain, got: bigint): Promise<void> {
    expect(new Set(ramp.chain.published.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBeLessThanOrEqual(
      1,
    );
    expect(ramp.chain.receivedAt(ramp.address)).toBe(got);
    expect(await ramp.breaches()).toEqual([]);
  }

  it("is delivered by one transaction, and complete with its first confirmation", async () => {
    const ramp = await givenAuthorized();
    const { chain, bought } = ramp;
    const before = { onchain: chain.balance(), booked: await ramp.world.systemBalance("onchain") };
    expect(bought.quote).toMatchObject({ networkFee: FEE, amount: BOUGHT - FEE });
    expect(bought.feeLimit).toBe(2n * FEE);

    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("delivering");
    expect(chain.published).toHaveLength(1);
    await ramp.later(10 * MINUTE);
    expect(await ramp.stateOf(bought)).toBe("delivering");

    await block(ramp);
    await ramp.later(MINUTE);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.completed"]);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    expect(await ramp.sold()).toBe(BOUGHT);
    // The books say of the node's wallet what the wallet says.
    expect(before.onchain - chain.balance()).toBe(BOUGHT);
    expect((await ramp.world.systemBalance("onchain")) - before.booked).toBe(BOUGHT);
    await expectWhole(ramp, BOUGHT - FEE);
  });

  it("counts in what the node holds against what is owed, from the moment that it is published", async () => {
    const ramp = await givenAuthorized();
    const { chain, world } = ramp;
    const margin = async () => {
      const { assets, liabilities } = await checkSolvency({ db: database().db, node: world.node });
      return assets - liabilities;
    };
    const before = await margin();
    chain.refuses = true;
    await ramp.later();
    expect(await ramp.stateOf(ramp.bought)).toBe("delivering");
    expect(before - (await margin())).toBe(FEE); // the rest of what was put aside for miners
    chain.refuses = false;
    await ramp.later(MINUTE);
    expect(before - (await margin())).toBe(BOUGHT + FEE);
    await block(ramp);
    await ramp.later(MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    expect(before - (await margin())).toBe(BOUGHT);
  });

  it("waits for as many confirmations as the operator wants", async () => {
    const ramp = await givenAuthorized();
    const patient = { ...ramp.deps, onchain: { ...ramp.deps.onchain, confirmations: 3 } };
    await ramp.later(1_000, patient);
    ramp.chain.mine(2);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(MINUTE, patient);
    expect(await ramp.stateOf(ramp.bought)).toBe("delivering");
    ramp.chain.mine();
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(MINUTE, patient);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
  });

  it("needs an amount of which 10,000 sat arrive, and says which", async () => {
    const ramp = await givenRamp(database());
    const session = await ramp.opened({ destination: freshAddress() });
    const refusal = await ramp.quoted(session, "9.00").catch((error: { message: string }) => error.message);
    const least = /at least ([0-9.]+)/.exec(String(refusal))?.[1] ?? "";
    expect(Number(least)).toBeGreaterThan(9.46);
    expect(Number(least)).toBeLessThan(10.1);
    const quoted = await ramp.quoted(session, least);
    expect(quoted.quote.amount).toBeGreaterThanOrEqual(10_000_000n);
    const cent = (Number(least) - 0.02).toFixed(2);
    await expect(ramp.quoted(session, cent)).rejects.toMatchObject({ code: "invalid_amount" });
  });

  it("is not quoted when the node cannot pay it", async () => {
    const ramp = await givenRamp(database());
    const session = await ramp.opened({ destination: freshAddress() });
    ramp.world.node.chain.isPoor = true;
    await expect(ramp.quoted(session)).rejects.toMatchObject({ code: "ramp_unavailable" });
    ramp.world.node.chain.isPoor = false;
    ramp.world.node.broken.add("estimateOnchain");
    await expect(ramp.quoted(session)).rejects.toMatchObject({ code: "ramp_unavailable" });
    ramp.world.node.broken.clear();
    ramp.world.node.chain.feeRate = 0n;
    await expect(ramp.quoted(session)).rejects.toMatchObject({ code: "ramp_unavailable" });
  });

  it.each([
    ["the node is poor", (ramp: GivenOnchain) => (ramp.chain.isPoor = true)],
    ["miners want three times as much", (ramp: GivenOnchain) => (ramp.chain.feeRate = 6n)],
    ["the node is away", (ramp: GivenOnchain) => ramp.world.node.broken.add("estimateOnchain")],
  ])("costs a cancelled authorization when %s", async (_, change) => {
    const ramp = await givenAuthorized();
    change(ramp);
    await ramp.later();
    expect(await ramp.stateOf(ramp.bought)).toBe("authorized");
    await ramp.later(RESOLVE_MS);
    expect(await ramp.progressOf(ramp.bought)).toMatchObject({ kind: "failed", failureCode: "ramp_unavailable" });
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["cancel"]);
    expect(await ramp.sold()).toBe(0n);
    await expectWhole(ramp, 0n);
  });

  /** Captured, and on hold because the node could not build. */
  async function givenOnHold(): Promise<GivenOnchain & { onHold: Purchase }> {
    const ramp = await givenAuthorized();
    ramp.world.node.broken.add("buildOnchain");
    await ramp.later();
    const onHold = await ramp.reread(ramp.bought);
    expect(onHold.progress).toMatchObject({ kind: "on_hold", delivery: { kind: "onchain" } });
    return { ...ramp, onHold };
  }

  it("is delivered when the node can build again, and refunded when it cannot for a day", async () => {
    const back = await givenOnHold();
    back.world.node.broken.clear();
    await back.later(MINUTE);
    await block(back);
    await back.later(MINUTE);
    expect(await back.stateOf(back.bought)).toBe("completed");
    await expectWhole(back, BOUGHT - FEE);

    const gone = await givenOnHold();
    gone.world.node.broken.clear();
    gone.chain.isPoor = true;
    await gone.later(HOLD_MS);
    await gone.later(MINUTE);
    expect(await gone.progressOf(gone.bought)).toMatchObject({
      kind: "refunded",
      failureCode: "not_delivered_in_time",
    });
    expect(await gone.sold()).toBe(0n);
    await expectWhole(gone, 0n);
  });

  it("goes to the person's own wallet instead, with what miners would have got", async () => {
    const ramp = await givenOnHold();
    const session = await ramp.rereadSession(ramp.bought.sessionId);
    await expect(creditInstead(ramp.deps, session, ramp.bought.id)).rejects.toMatchObject({ code: "purchase_changed" });
    ramp.world.node.broken.clear();
    ramp.chain.isPoor = true;
    await creditInstead(ramp.deps, session, ramp.bought.id);
    const now = await ramp.reread(ramp.bought);
    expect(now).toMatchObject({ feeLimit: FEE, progress: { delivery: undefined } });
    expect(now.quote).toMatchObject({ amount: BOUGHT, networkFee: undefined });
    expect(now.destination).toContain("@");
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is on hold while sending is paused: nothing is built, and nothing published", async () => {
    const ramp = await givenAuthorized();
    ramp.chain.onBuild = () => {
      throw new Error("it was built");
    };
    await whilePaused(database(), async () => {
      await ramp.later();
      await ramp.later(MINUTE);
      expect(await ramp.stateOf(ramp.bought)).toBe("on_hold");
      expect(ramp.chain.published).toEqual([]);
    });
    ramp.chain.onBuild = (built) => built;
    await ramp.later(MINUTE);
    await block(ramp);
    await ramp.later(MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    await expectWhole(ramp, BOUGHT - FEE);
  });

  /**
   * On hold for more than a day; and the node has paid it, in a past that the database does not know: it was
   * restored.
   */
  async function givenForgotten(): Promise<GivenOnchain & { onHold: Purchase }> {
    const ramp = await givenOnHold();
    const { world, chain, onHold, address } = ramp;
    world.node.broken.clear();
    const { amount } = onHold.quote;
    const built = await world.node.buildOnchain({ address, amount, feeLimit: onHold.feeLimit, reference: onHold.id });
    if (built.kind === "built") await world.node.publishOnchain(built.transaction, onHold.id);
    chain.mine();
    await database().admin.query(sql`
      update ramp.purchase set changed_at = changed_at - interval '25 hours' where id = ${onHold.id}`);
    return { ...ramp, onHold: await ramp.reread(onHold) };
  }

  it("is not refunded after a day when the node has paid it and the database has forgotten that", async () => {
    const ramp = await givenForgotten();
    await whilePaused(database(), () => ramp.later(MINUTE));
    expect(await ramp.stateOf(ramp.bought)).toBe("on_hold");
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    expect(ramp.cards.count("refund")).toBe(0);
    await expectWhole(ramp, BOUGHT - FEE);
  });

  it("does not go to the person's own wallet when the node has paid it and the database has forgotten that", async () => {
    const ramp = await givenForgotten();
    const session = await ramp.rereadSession(ramp.bought.sessionId);
    await whilePaused(database(), async () => {
      await expect(creditInstead(ramp.deps, session, ramp.bought.id)).rejects.toMatchObject({
        code: "purchase_changed",
      });
    });
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    await expectWhole(ramp, BOUGHT - FEE);
  });

  it("is refunded after a day as soon as the node says that it has not paid it", async () => {
    const ramp = await givenOnHold();
    await ramp.later(HOLD_MS);
    await ramp.later(MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("on_hold");
    ramp.world.node.broken.clear();
    ramp.chain.isPoor = true;
    await ramp.later(MINUTE);
    await ramp.later(MINUTE);
    expect(await ramp.progressOf(ramp.bought)).toMatchObject({
      kind: "refunded",
      failureCode: "not_delivered_in_time",
    });
    await expectWhole(ramp, 0n);
  });

  it("is not published while sending is paused, also when it was written down before", async () => {
    const ramp = await givenAuthorized();
    ramp.world.node.broken.add("lookupOnchain");
    await ramp.later();
    expect(ramp.chain.published).toEqual([]);
    ramp.world.node.broken.clear();
    await whilePaused(database(), () => ramp.later(MINUTE));
    expect(ramp.chain.published).toEqual([]);
    await ramp.later(MINUTE);
    expect(ramp.chain.published).toHaveLength(1);
  });

  it("is refunded when its coins were spent elsewhere, six blocks deep and not before", async () => {
    const ramp = await givenAuthorized();
    await ramp.later();
    const [{ txid } = { txid: "" }] = await database().db.query<{ txid: string }>(sql`
      select encode(txid, 'hex') as txid from onchain.payment where origin_id = ${ramp.bought.id}`);
    ramp.chain.conflict(txid);
    for (let blocks = 0; blocks < 5; blocks += 1) {
      await block(ramp);
      expect(await ramp.stateOf(ramp.bought)).toBe("delivering");
    }
    for (let blocks = 0; blocks < 3; blocks += 1) await block(ramp);
    expect(await ramp.progressOf(ramp.bought)).toMatchObject({ kind: "refunded", failureCode: "delivery_failed" });
    expect(await ramp.incidentsOf(ramp.bought as never)).toContain("onchain_conflict");
    expect(await ramp.sold()).toBe(0n);
    await expectWhole(ramp, 0n);
  });

  it("is published again, the same bytes, when the network forgets it, and never refunded", async () => {
    const ramp = await givenAuthorized();
    await ramp.later();
    ramp.chain.forget();
    await ramp.later(MINUTE);
    expect(ramp.chain.published).toHaveLength(2);
    ramp.chain.forget();
    ramp.chain.refuses = true;
    for (let hours = 0; hours < 30; hours += 1) await ramp.later(60 * MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("delivering");
    expect(await ramp.incidentsOf(ramp.bought as never)).toContain("onchain_overdue");
    expect(ramp.cards.count("refund")).toBe(0);
    ramp.chain.refuses = false;
    await ramp.later(MINUTE);
    await block(ramp);
    await ramp.later(MINUTE);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    await expectWhole(ramp, BOUGHT - FEE);
  });

  it.each(["amount", "script", "txid", "fee"] as const)(
    "publishes no transaction of the node whose %s is wrong",
    async (what) => {
      const ramp = await givenAuthorized();
      ramp.chain.onBuild = buildsWrongly(what);
      await ramp.later();
      await ramp.later(MINUTE);
      expect(await ramp.stateOf(ramp.bought)).toBe("on_hold");
      expect(ramp.chain.published).toEqual([]);
      await expectWhole(ramp, 0n);
    },
  );

  it("publishes no stored transaction that was changed by hand", async () => {
    const ramp = await givenAuthorized();
    ramp.world.node.broken.add("lookupOnchain");
    await ramp.later();
    await database().admin.query(sql`
      update onchain.payment
         set transaction = set_byte(transaction, 50, get_byte(transaction, 50) # 1)
       where origin_id = ${ramp.bought.id}`);
    ramp.world.node.broken.clear();
    await expect(ramp.later(MINUTE)).rejects.toThrow(/damaged|transaction/);
    expect(ramp.chain.published).toEqual([]);
  });
});
