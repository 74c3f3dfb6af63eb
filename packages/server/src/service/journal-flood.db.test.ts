import { expect, it } from "vitest";
import type { JournalEntry } from "#kernel/journal.ts";
import { sats } from "#kernel/money.ts";
import { pauseSending, resumeSending } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";

const whats = (entries: readonly JournalEntry[]) => entries.map(({ what }) => what);
const gifts = (count: number) => Array.from({ length: count }, () => ({ amount: sats(1n) }));

onDatabase("what strangers and the poor cost the journal", (database) => {
  const close = (why: string | null) => database().admin.query(sql`update ledger.book set closed = ${why}`);

  it("is one line for a thousand vouchers, with what is needed to issue them again", async () => {
    const { issueAll, world } = await givenVouchers(database());
    const { issued } = await issueAll(gifts(1_000));
    expect(whats(world.journal.entries)).toEqual(["voucher.issue"]);
    expect(world.journal.entries[0]?.issued?.map(({ id }) => id).sort()).toEqual(
      issued.map(({ voucher }) => voucher.id).sort(),
    );
  });

  it("has each draw of codes that were taken, and says that it issued nothing", async () => {
    const { issueAll, issue, codeOf, deps, world } = await givenVouchers(database());
    const taken = Buffer.from(codeOf((await issue()).voucher), "hex");
    let draws = 0;
    const bytes = (length: number) => (length === 4 && draws++ < 3 ? taken : machineRandom().bytes(length));
    const random = deps.random;
    Object.assign(deps, { random: { ...random, bytes } });
    await issueAll(gifts(1), { idempotencyKey: "one" });
    await issueAll(gifts(1), { idempotencyKey: "one" });
    Object.assign(deps, { random });
    expect(draws).toBe(4);
    expect(whats(world.journal.entries).filter((what) => what === "issue.refuse")).toHaveLength(3);
    expect(whats(world.journal.entries).filter((what) => what !== "issue.refuse")).toHaveLength(5);
  });

  it("is one line for a payment that is tried again and again while sending is paused or the ledger is closed", async () => {
    const driving = await givenDriving(database());
    const { world, pay, later, kindOf } = driving;
    world.node.plan = holds();
    const { driver } = world.pay;
    world.pay.driver = undefined;
    const payment = await pay();
    world.pay.driver = driver;
    await pauseSending({ ...database(), clock: machineClock }, { kind: "operator", reason: "a test" });
    for (let i = 0; i < 10; i += 1) await later(12_000);
    await close("restoring");
    await resumeSending(database(), "operator");
    for (let i = 0; i < 10; i += 1) await later(12_000).catch(() => undefined);
    expect(world.journal.entries).toEqual([]);
    expect(world.node.requests).toEqual([]);

    await close(null);
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("in_flight");
    expect(whats(world.journal.entries)).toEqual(["payment.dispatch"]);
  });
});
