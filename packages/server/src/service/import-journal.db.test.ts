import { rmSync, writeFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import type { JournalEntry } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { resumeSending } from "#ledger";
import { findPayment } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { type Departed, markWaiting, releaseRestore } from "#restore";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, MINUTE, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { givenVouchers, MOST } from "#slices/vouchers/testing/vouchers.harness.ts";
import { importJournal } from "./import-journal.ts";
import { departedOf } from "./testing/departed.harness.ts";
import { quick, restored } from "./testing/restored.harness.ts";

const OPEN = sql`select restore.open_restore(now(), gen_random_uuid(), 'foreign_payments', null, null, null)`;

/** They left before the database was restored. */
const EARLIER = { ...machineClock, now: () => new Date(Date.now() - 60 * MINUTE) };

const lineOf = ({ id, wallet, origin, paymentHash, amount, feeLimit, ...more }: Departed): JournalEntry => {
  const { internalId, idempotency } = more;
  return { what: "payment.dispatch", id, wallet, origin, paymentHash, amount, feeLimit, internalId, idempotency };
};

onDatabase("the import of the journal", (database) => {
  const { anew, given, resolving, expectWhole } = restored(database);
  beforeEach(anew);
  const close = () => database().admin.query(sql`select ledger.close_book('restoring')`);
  const stateOf = async ({ id }: Pick<Departed, "id">) => (await findPayment(database().db, id))?.progress.kind;

  /** A journal of what left after the copy was made. */
  async function written(departed: readonly Departed[], on = givenJournal()) {
    const writer = on.writer({ clock: EARLIER });
    for (const one of departed)
      for (let attempt = 0; attempt < one.attempts; attempt += 1) await writer.append(lineOf(one));
    await writer.close();
    return on;
  }

  async function run({ world }: Pick<Driving, "world">, on: ReturnType<typeof givenJournal>, folders = [on.folder]) {
    const { installation } = on;
    const { report, imported } = await importJournal(world.drive, { folders, installation });
    return { report, imported, outcomes: imported.map(({ outcome }) => outcome) };
  }

  it("brings back what left, under its id; twice at once and again it does nothing more", async () => {
    const driving = await given();
    const { world, caller, later, check } = driving;
    const settled = departedOf(driving, caller, { plan: settles({ fee: sats(2n) }), internalId: "order-9" });
    const failed = departedOf(driving, caller, { plan: fails() });
    const held = departedOf(driving, caller, { plan: holds() });
    const absent = departedOf(driving, caller, { attempts: 3 });
    await close();
    await check();
    const on = await written([settled, failed, held, absent]);

    const both = await Promise.all([run(driving, on), run(driving, on), later(MINUTE)]);
    const done = both.slice(0, 2).flatMap((one) => (one === undefined ? [] : one.outcomes));
    expect(done.filter((outcome) => outcome === "done")).toHaveLength(4);
    expect((await run(driving, on)).outcomes).toEqual([]);
    for (let hour = 0; hour < 27; hour += 1) await later(60 * MINUTE);

    expect(await Promise.all([settled, failed, held, absent].map(stateOf))).toEqual([
      "completed",
      "failed",
      "in_flight",
      "unknown",
    ]);
    expect(await findPayment(database().db, absent.id)).toMatchObject({ progress: { attempt: 3 } });
    expect(world.node.requests).toHaveLength(0);
    expect(await world.balance(caller)).toBe(FUNDS - sats(102n) - 2n * sats(110n));
    await check();
    await expectWhole(driving);
    expect((await run(driving, on)).outcomes, "also when they have ended").toEqual([]);
  });

  it("is not undone by a release, which lets the others go on; the restore ends when the node has said what became of it", async () => {
    const driving = await given();
    const { world, caller, later, check, kindOf } = driving;
    const other = await resolving(driving);
    const departed = departedOf(driving, caller, { plan: holds() });
    await check();
    await run(driving, await written([departed]));
    const release = () => releaseRestore(quick(world.drive), { reason: "a test" });

    expect(await release()).toMatchObject({
      restore: "waiting",
      free: [{ id: other.id }],
      waiting: [{ id: departed.id }],
    });
    await resumeSending(database(), "foreign_payments");
    await resumeSending(database(), "restore");
    await later(MINUTE);
    expect([await kindOf(other), await stateOf(departed)]).toEqual(["completed", "in_flight"]);
    expect(await findPayment(database().db, departed.id)).toMatchObject({ onHoldFor: "restore" });

    world.node.paying.settle(departed.paymentHash);
    await later(6 * MINUTE);
    expect(await release()).toMatchObject({ restore: "ended", waiting: [] });
    await expectWhole(driving);
  });

  it("goes on where it was killed, and reads lines of several machines and lives", async () => {
    const driving = await given();
    const { caller, later } = driving;
    const all = Array.from({ length: 3 }, () => departedOf(driving, caller, { plan: settles() }));
    const on = await written(all.slice(0, 2));
    const other = givenJournal(givenFolder(), on.installation);
    await written(all.slice(1), other); // the same payment in both
    let calls = 0;
    const { world } = driving;
    const lookUp = world.node.lookupOutgoing.bind(world.node);
    world.node.lookupOutgoing = async (...asked) => {
      calls += 1;
      if (calls === 3) throw new Error("the process died");
      return await lookUp(...asked);
    };

    await expect(run(driving, on, [on.folder, other.folder])).rejects.toThrow("died");
    expect((await run(driving, on, [on.folder, other.folder])).outcomes).toEqual(["done"]);
    await later(MINUTE);
    expect(await Promise.all(all.map(stateOf))).toEqual(["completed", "completed", "completed"]);
    await expectWhole(driving);
  });

  it("leaves what the copy has, and a payment that a process sends now", async () => {
    const driving = await given();
    const { world, pay } = driving;
    const done = await pay();
    world.node.plan = holds();
    const now = await pay();
    const on = givenJournal();
    const writer = on.writer({ clock: EARLIER });
    for (const entry of world.journal.entries) await writer.append(entry);
    await writer.close();
    expect(world.journal.entries.map(({ id }) => id)).toEqual([done.id, now.id]);
    expect((await run(driving, on)).imported).toEqual([]);
    expect(await findPayment(database().db, now.id)).toMatchObject({ onHoldFor: undefined, isBroughtBack: false });
    world.node.paying.settle(driving.sent().paymentHash);
    await driving.later(MINUTE);
    expect(await driving.kindOf(now)).toBe("completed");
    await expectWhole(driving);
  });

  it("binds what was pending in the copy to the hash under which it left", async () => {
    const driving = await given();
    const payment = await resolving(driving);
    const departed = departedOf(driving, driving.caller, { plan: settles(), id: payment.id });
    await database().admin.query(sql`select payments.put_on_hold('restore')`);
    expect((await run(driving, await written([departed]))).outcomes).toEqual(["done"]);
    await driving.later(MINUTE);
    expect(await driving.kindOf(payment)).toBe("completed");
    await expectWhole(driving);
  });

  it("asks about another amount at the node, and leaves what failed before another payment of its invoice", async () => {
    const driving = await given();
    const { caller, check } = driving;
    const other = departedOf(driving, caller, { plan: settles(), amount: sats(300n) });
    await check();
    const wrong = { ...other, amount: sats(100n), feeLimit: sats(10n) };
    const first = departedOf(driving, caller);
    const second = { ...departedOf(driving, caller), paymentHash: first.paymentHash };
    driving.world.node.payUnasked(driving.world.invoice({ amount: sats(1n) }).text); // something else
    const on = await written([wrong, first, second]);
    const { imported } = await run(driving, on);

    expect(imported.map(({ id, outcome }) => [id, outcome])).toEqual([
      [wrong.id, "question"],
      [first.id, "known"],
      [second.id, "done"],
    ]);
    expect(imported[0]?.detail).toContain("over 300000 msats, the line's over 100000");
    expect(imported[1]?.detail).toContain(second.id);
    // alone it lacks by now: the second one is here, and its hash with it
    expect((await run(driving, on)).imported).toEqual(imported.slice(0, 2));
    const third = { ...departedOf(driving, caller), paymentHash: first.paymentHash };
    expect((await run(driving, await written([third]))).outcomes, "after one that may have left").toEqual(["question"]);
    await expectWhole(driving, { foreign: 1 });
  });

  it("imports what is whole of a journal with a hole, and nothing of another installation's", async () => {
    const driving = await given();
    const { caller } = driving;
    const all = Array.from({ length: 4 }, () => departedOf(driving, caller));
    const on = await written(all);
    const [path = ""] = on.paths();
    const lines = on.text().split("\n");
    const hurt = lines.filter((line) => !line.includes(all[1]?.id ?? ""));
    writeFileSync(path, hurt.join("\n"));

    const { report, imported } = await run(driving, on);
    expect(report.isWhole).toBe(false);
    expect(imported.map(({ id }) => id)).toEqual([all[0]?.id, all[2]?.id, all[3]?.id]);

    const stranger = await written(all.slice(1, 2));
    const foreign = await run(driving, { ...stranger, installation: on.installation });
    expect(foreign.imported).toEqual([]);
    expect(foreign.report.processes[0]?.problems).toMatchObject([{ kind: "foreign" }]);
    rmSync(path);
    expect((await run(driving, on)).imported).toEqual([]);
    await expectWhole(driving);
  });

  it("binds a voucher to the payment that left for it: it is redeemed once, or open again", async () => {
    for (const [plan, state] of [
      [settles(), "redeemed"],
      [fails(), "open"],
      [undefined, "claiming"],
    ] as const) {
      const vouchers = await givenVouchers(database());
      const { issue, stateOf: voucherState, claim, redeem, later, world, issuer, breaches } = vouchers;
      for (const kind of ["voucher", "withdrawal"] as const) {
        await anew();
        const gift = await issue(kind);
        await database().admin.query(OPEN);
        const origin = { kind, id: gift.voucher.id };
        const over = { plan, origin, amount: MOST, feeLimit: sats(10n) };
        const departed = departedOf(vouchers, issuer, kind === "voucher" ? { ...over, wallet: undefined } : over);

        expect((await run(vouchers, await written([departed]))).outcomes).toEqual(["done"]);
        await later(MINUTE);
        await later(MINUTE);
        expect(await voucherState(gift)).toBe(state);
        for (const take of [claim, redeem]) await expect(take(gift)).rejects.toThrow();
        expect(world.node.requests).toHaveLength(0);
        expect(await breaches()).toEqual([]);
      }
    }
  });

  it("leaves a voucher's second payment until the first has failed", async () => {
    const vouchers = await givenVouchers(database());
    const { issue, stateOf: voucherState, later, breaches } = vouchers;
    const gift = await issue();
    await database().admin.query(OPEN);
    const over = { origin: { kind: "voucher", id: gift.voucher.id }, wallet: undefined, amount: MOST } as const;
    const rest = { ...over, feeLimit: sats(10n) };
    const first = departedOf(vouchers, vouchers.issuer, { ...rest, plan: fails() });
    const second = departedOf(vouchers, vouchers.issuer, { ...rest, plan: settles() });
    const on = await written([first, second]);

    const { imported } = await run(vouchers, on);
    expect(imported.map(({ outcome }) => outcome)).toEqual(["done", "question"]);
    await later(MINUTE);
    expect((await run(vouchers, on)).outcomes).toEqual(["done"]);
    await later(MINUTE);
    expect(await voucherState(gift)).toBe("redeemed");
    expect(await breaches()).toEqual([]);
  });

  it.each([
    ["settled", settles(), "the same payment", "completed"],
    ["settled", settles(), "another payment", "completed"],
    ["in flight", holds(), "another payment", "delivering"],
    ["failed", fails(), "the same payment", "delivering"],
  ] as const)("binds a purchase to the payment that left for it, %s: %#", async (_says, plan, which, state) => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await whilePaused(database(), () => ramp.later());
    const { progress, quote, feeLimit } = await ramp.reread(bought);
    const { delivery } = progress as { readonly delivery?: { readonly paymentId: Departed["id"] } };
    await database().admin.query(OPEN);
    const origin = { kind: "purchase", id: bought.id } as const;
    const over = { plan, origin, wallet: undefined, amount: quote.amount, feeLimit };
    const id = which === "the same payment" && delivery !== undefined ? { id: delivery.paymentId } : {};
    const departed = departedOf(ramp, ramp.caller, { ...over, ...id });

    expect((await run(ramp, await written([departed]))).outcomes).toEqual(["done"]);
    await ramp.later();
    expect(await ramp.stateOf(bought), "while the ledger is closed").toBe("delivering");
    await markWaiting({ db: database().db });
    await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
    for (let day = 0; day < 3; day += 1) await ramp.later(25 * 60 * MINUTE);

    expect(await ramp.stateOf(bought)).toBe(state);
    expect([ramp.cards.count("refund"), ramp.world.node.requests.length]).toEqual([0, 0]);
    expect(await ramp.breaches()).toEqual([]);
  });
});
