import { beforeEach, describe, expect, it } from "vitest";
import type { JournalEntry } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { creditDeparted, type ImportDeps, markWaiting, releaseCredited } from "#restore";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { creditInstead } from "#slices/ramp/checkout/credit-instead.ts";
import { workDue } from "#slices/ramp/drive/work-due.ts";
import type { PurchaseState } from "#slices/ramp/model/purchase.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { updateLimitsOfUser } from "#slices/users/store.ts";
import { findUser } from "#users";
import { createRecipientCache, recipientsAt } from "#wallets";
import { dyingAt, importOf } from "./testing/imported.harness.ts";
import { restored } from "./testing/restored.harness.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STATES = ["requires_payment", "authorized", "captured", "on_hold"] as const;
const WAYS = STATES.flatMap((state) => (["chain", "lightning"] as const).map((way) => [state, way] as const));

onDatabase("a purchase that went to the own wallet after the copy was made", (database) => {
  const { anew } = restored(database);
  beforeEach(async () => {
    await database().admin.query(sql`update ramp.purchase set restore_id = null, due_at = null`); // of earlier tests
    await anew();
  });

  /** In the copy it has this state, and its card has paid. `line`: of what was done since. */
  async function given(state: (typeof STATES)[number] = "on_hold", way: "chain" | "lightning" = "chain") {
    const ramp = await givenRamp(database());
    const { deps, world, clock, cards } = ramp;
    const recipientCache = createRecipientCache(clock);
    const host = new URL(deps.baseUrl).host;
    Object.assign(deps, { recipientOf: recipientsAt(host, { db: database().db, recipientCache }) });
    const address = freshAddress();
    const session = await ramp.opened(way === "chain" ? { destination: address } : {});
    const bought = await ramp.begun(session);
    const set = { maxBalance: sats(1_000_000n) };
    await updateLimitsOfUser(database().db, bought.userId, { set, byLevel: [] }, clock.now());
    cards.authorize(bought.id, bought.id);
    const stateNow = async () => (await ramp.reread(bought)).progress.kind;
    const work = async (until: PurchaseState) => {
      const reached = async (point: string) => {
        if (point === "after-ramp-step" && (await stateNow()) === until) throw new Error("the process died");
      };
      await workDue({ ...deps, reached }).catch(() => undefined);
    };
    for (const next of STATES.slice(1, STATES.indexOf(state) + 1)) {
      if (next === "on_hold")
        await database().admin.query(sql`
          update ramp.purchase set state = 'on_hold', previous_state = 'captured' where id = ${bought.id}`);
      else await work(next);
    }
    if (state === "requires_payment" || state === "authorized")
      await cards.processor.capture(`pay_${bought.id}`, bought.id);
    expect(await stateNow()).toBe(state);
    const copy = await ramp.reread(bought);
    const user = await findUser(database().db, bought.userId);
    const line: JournalEntry = {
      what: "purchase.credit",
      id: bought.id,
      wallet: user?.walletId,
      subject: bought.userId,
      processorId: `pay_${bought.id}`,
      amount: bought.quote.amount,
    };
    await database().admin.query(
      sql`select restore.open_restore(now(), gen_random_uuid(), 'foreign_payments', null, null, null)`,
    );
    const run = await importOf(database(), [line]);
    const balance = async () => {
      const [row] = await database().admin.query<{ balance: bigint }>(sql`
        select a.balance
          from wallets.wallet w
          join ledger.account a on a.no = w.account_no
         where w.id = ${user?.walletId ?? null}`);
      return row?.balance;
    };
    const worth = copy.quote.amount + (copy.quote.networkFee ?? 0n);
    const release = async () => {
      await database().admin.query(
        sql`select restore.release(${clock.now()}, '{}', '{}', array[${bought.id}]::uuid[])`,
      );
      await markWaiting({ db: database().db });
      await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
    };
    const pass = async () => {
      for (let i = 0; i < 8; i += 1) await ramp.later(MINUTE);
    };
    const expectOnce = async () => {
      expect(await ramp.progressOf(bought)).toMatchObject({ kind: "completed" });
      expect([await balance(), world.node.requests.length, world.node.chain.published.length]).toEqual([worth, 0, 0]);
      expect([cards.count("capture"), cards.count("refund")]).toEqual([1, 0]);
      expect(await ramp.breaches()).toEqual([]);
    };
    return {
      ...ramp,
      bought,
      copy,
      address,
      session,
      line,
      worth,
      stateNow,
      balance,
      release,
      pass,
      expectOnce,
      run: (db: Db = database().db, node: ImportDeps["node"] | "silent" = world.node) =>
        run(db, node === "silent" ? undefined : node),
    };
  }
  const outcomes = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome);

  it.each(WAYS)("goes there again, once: %s in the copy, first to %s", async (state, way) => {
    const it = await given(state, way);
    const [one, two] = await Promise.all([it.run(), it.run(), it.later()]);
    expect(outcomes([...one, ...two]).filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await it.run()).toEqual([]);
    await it.pass();
    expect(await it.balance(), "until the release").toBe(0n);
    await it.release();
    await it.pass();
    await it.expectOnce();
    expect(await it.run()).toEqual([]);
  });

  it("goes there when it is let go more than a day later, and is not given back", async () => {
    const it = await given();
    await it.run();
    it.clock.advance(2 * DAY);
    await it.later();
    await it.release();
    await it.pass();
    await it.expectOnce();
  });

  it("goes on where the import died", async () => {
    const it = await given();
    await expect(it.run(dyingAt(database().db, /credit_departed/, 1))).rejects.toThrow("died");
    expect(outcomes(await it.run())).toEqual(["done"]);
    await it.release();
    await it.pass();
    await it.expectOnce();
  });

  it("arrives once beside its own driver: there, or where it went first", async () => {
    const it = await given();
    await it.release();
    await Promise.all([it.run(), it.later(), it.run()]);
    await it.pass();
    it.world.node.chain.mine();
    await it.pass();
    expect(await it.stateNow()).toBe("completed");
    const isThere = (await it.balance()) !== 0n;
    expect(it.world.node.chain.receivedAt(it.address)).toBe(isThere ? 0n : it.copy.quote.amount);
    expect(await it.breaches()).toEqual([]);
  });

  it.each(["under its id", "without a name"] as const)(
    "goes nowhere else when the node's wallet has a transaction %s",
    async (how) => {
      const it = await given();
      const { quote, feeLimit, id } = it.copy;
      const { node } = it.world;
      const built = await node.buildOnchain({ address: it.address, amount: quote.amount, feeLimit, reference: id });
      if (built.kind !== "built") throw new Error("it was not built");
      await node.publishOnchain(built.transaction, id);
      if (how === "without a name") node.chain.forgetDrafts();
      expect(await it.run()).toMatchObject([{ outcome: "question" }]);
      expect((await it.reread(it.bought)).destination).toBe(it.address);
    },
  );

  it.each(["settled", "in_flight"] as const)("goes nowhere else when the node has its invoice %s", async (kind) => {
    const it = await given("captured", "lightning");
    const { invoice = "" } = ("delivery" in it.copy.progress && (it.copy.progress.delivery as never)) || {};
    expect(decodeInvoice(invoice).paymentHash).toHaveLength(32);
    const node = Object.assign(Object.create(it.world.node), { lookupOutgoing: async () => ({ kind }) });
    expect(await it.run(database().db, node)).toMatchObject([{ outcome: "question" }]);
    expect((await it.reread(it.bought)).destination).toBe(it.lnAddress);
  });

  it("is a question while its wallet may not hold it here, and goes there when it may", async () => {
    const it = await given();
    const limit = async (most: bigint) =>
      await database().admin.query(sql`
        update ledger.account a
           set max_balance = ${most}
          from wallets.wallet w
         where w.id = ${it.line.wallet ?? null}
           and w.account_no = a.no`);
    // an address takes 1, 2 or 5 × 10^n sat of what its wallet may still hold
    for (const most of [it.worth - 1n, it.worth, sats(49_999n)]) {
      await limit(most);
      expect(await it.run()).toMatchObject([{ outcome: "question", detail: expect.stringContaining("user limits") }]);
    }
    await limit(sats(50_000n));
    expect(outcomes(await it.run())).toEqual(["done"]);
    await it.release();
    await it.pass();
    await it.expectOnce();
  });

  it("is a question while the node says nothing, and where it is not in the copy", async () => {
    const it = await given();
    expect(await it.run(database().db, "silent")).toMatchObject([{ outcome: "question" }]);
    it.world.node.broken.add("buildOnchain");
    expect(await it.run()).toMatchObject([{ outcome: "question" }]);
    expect((await it.reread(it.bought)).destination).toBe(it.address);
    const lost = await importOf(database(), [{ ...it.line, id: crypto.randomUUID() }]);
    const [{ detail } = { detail: "" }] = await lost(database().db, it.world.node);
    expect(detail).toContain("--deliver");
    expect(detail).not.toContain("--refund");
  });

  it.each(["chain", "lightning"] as const)("has a first payment that can never begin after that: %s", async (way) => {
    const it = await given("captured", way);
    const { delivery } = it.copy.progress as { delivery?: { readonly paymentId: string } };
    expect(outcomes(await it.run())).toEqual(["done"]);
    const rows = await database().admin.query(sql`
      select id from onchain.given_up union all select id from payments.given_up`);
    expect(rows).toContainEqual({ id: delivery?.paymentId });
  });

  it("is left alone where a payment delivers it, it is given back, or it has changed since it was read", async () => {
    const it = await given();
    const credit = async (older = 0) => {
      const [row] = await database().admin.query<{ outcome: string }>(sql`
        select ramp.credit_departed(${it.clock.now()}, q.id, q.version - ${older}::int, 'a@leyden.example', 'wallet')
                 as outcome
          from ramp.purchase q
         where q.id = ${it.bought.id}`);
      return row?.outcome;
    };
    expect(await credit(1)).toBe("changed");
    const set = async (state: string, previous: string) =>
      await database().admin.query(sql`
        update ramp.purchase
           set state = ${state},
               previous_state = ${previous},
               failure_code = case when ${state} like 'refund%' then 'destination_failed' end
         where id = ${it.bought.id}`);
    const others = [
      ["delivering", "captured", "delivering"],
      ["refund_pending", "delivering", "ended"],
    ] as const;
    for (const [state, previous, outcome] of others) {
      await set(state, previous);
      expect(await credit(), state).toBe(outcome);
    }
    await set("on_hold", "captured");
    expect((await it.reread(it.bought)).destination).toBe(it.address);
    expect(await credit()).toBe("credited");
    await it.run(); // where its person's wallet is
  });

  it("goes there by the operator's word, which is a line before it is done", async () => {
    const it = await given();
    const { journal, node } = it.world;
    const deps = { ...it.world.drive, journal, node };
    const word = { ids: [it.bought.id], reason: "a test" };
    journal.isBroken = true;
    await expect(releaseCredited(deps, word)).rejects.toMatchObject({ code: "sending_paused" });
    expect((await it.reread(it.bought)).destination).toBe(it.address);
    journal.isBroken = false;
    await releaseCredited(deps, word);
    await releaseCredited(deps, word);
    const sums = { amount: it.worth, feeLimit: it.copy.feeLimit - (it.copy.quote.networkFee ?? 0n) };
    expect(journal.entries.filter(({ what }) => what === "purchase.credit")).toMatchObject([
      { id: it.bought.id, wallet: it.line.wallet, subject: it.bought.userId, ...sums },
    ]);
    await it.release();
    await expect(releaseCredited(deps, word)).rejects.toThrow(OperatorError);
    await it.pass();
    await it.expectOnce();
    expect(await creditDeparted(deps, it.bought.id)).toBe("known");
  });

  describe("what the person does", () => {
    it("is refused while it waits for the restore, or the ledger is closed", async () => {
      const it = await given();
      await database().admin.query(sql`update ramp.purchase set payment_id = null where id = ${it.bought.id}`);
      const session = await it.rereadSession(it.session.id);
      const ask = () => creditInstead(it.deps, session, it.bought.id);
      const mark = async (restore: string | null) =>
        await database().admin.query(sql`update ramp.purchase set restore_id = ${restore} where id = ${it.bought.id}`);
      for (const restore of [null, crypto.randomUUID()]) {
        await mark(restore);
        await expect(ask(), `the ledger is closed; marked: ${restore}`).rejects.toMatchObject({ code: "restoring" });
      }
      await markWaiting({ db: database().db });
      await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
      await expect(ask()).rejects.toMatchObject({ code: "restoring" });
      expect((await it.reread(it.bought)).destination).toBe(it.address);
    });

    it("is a line before it is written, and is not done without one", async () => {
      const it = await given();
      await it.release();
      const session = await it.rereadSession(it.session.id);
      const { journal } = it.world;
      journal.isBroken = true;
      await expect(creditInstead(it.deps, session, it.bought.id)).rejects.toMatchObject({ code: "sending_paused" });
      expect((await it.reread(it.bought)).destination).toBe(it.address);
      journal.isBroken = false;
      const seen: string[] = [];
      journal.before = async () => void seen.push((await it.reread(it.bought)).destination);
      await creditInstead(it.deps, session, it.bought.id);
      expect(seen).toEqual([it.address]);
      const now = await it.reread(it.bought);
      expect(journal.entries.at(-1)).toMatchObject({ ...it.line, amount: now.quote.amount, feeLimit: now.feeLimit });
    });
  });
});
