import { afterEach, beforeEach, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { findServiceUse, type ServiceLimitChanges, setServiceLimits } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { listCountedBreaches } from "../store/in-flight.ts";
import { type Driving, givenDriving } from "../testing/driving.harness.ts";
import { pay as accept } from "./pay.ts";

onDatabase("what the whole service may send", (database) => {
  const journal = { appendIfPossible: async () => undefined };
  const limit = (changes: ServiceLimitChanges) =>
    setServiceLimits({ ...database(), clock, random: machineRandom(), journal }, { changes, reason: "a test" });
  const NONE = { payment: undefined, day: undefined, wallets: undefined, inFlight: undefined };
  const use = () => findServiceUse(database().db, clock.now());
  const breaches = () => database().db.snapshot((tx) => listCountedBreaches(tx, 10));

  beforeEach(async () => {
    await limit(NONE);
    await database().admin.query(sql`update payments.payment set counted_hour = null`);
    await database().admin.query(sql`update onchain.payment set counted_hour = null`);
    await database().admin.query(sql`delete from ledger.sent_hour`);
  });
  afterEach(async () => {
    expect(await breaches()).toEqual([]);
    await limit(NONE);
  });

  const payWith = (deps: Driving["world"]["pay"], { world }: Driving, caller: Caller, amount: Msats, to = "shop") =>
    accept(deps, world.request(caller, { lnAddress: world.recipient(to), amount, waitMs: 0 })).then(
      ({ payment }) => payment.progress.kind,
      (error: { code: string; details?: readonly { issue: string }[] }) => error.code,
    );
  const pay = (driving: Driving, amount: Msats) => payWith(driving.world.pay, driving, driving.caller, amount);

  /** Nothing drives these payments, so that each stays pending. */
  async function given(funds: Msats = sats(1_000_000n)): Promise<Driving> {
    const driving = await givenDriving(database());
    driving.world.pay.driver = undefined;
    driving.world.pay.pendingMax = () => ({ wallet: 1_000, owner: 1_000, node: 1_000 });
    const caller = await driving.world.project("rich", funds);
    return { ...driving, caller };
  }

  it("is one payment's amount, to the msat and without its fee", async () => {
    const driving = await given();
    await limit({ payment: sats(100n) });
    expect(await pay(driving, sats(100n))).toBe("resolving");
    expect(await pay(driving, msats(100_001n))).toBe("over_service_payment");
  });

  it("is the amount of 24 hours, whoever pays, and says what is left", async () => {
    const driving = await given();
    const other = await driving.world.project("another", sats(1_000n));
    await limit({ day: sats(100n) });
    expect(await pay(driving, sats(60n))).toBe("resolving");
    const refused = payWith(driving.world.pay, driving, other, msats(40_001n));
    expect(await refused).toBe("over_service_day");
    const request = driving.world.request(other, { lnAddress: driving.world.recipient("shop"), amount: sats(41n) });
    await expect(accept(driving.world.pay, request)).rejects.toMatchObject({
      details: [{ field: "daily", issue: "40000" }],
    });
    expect(await payWith(driving.world.pay, driving, other, sats(40n))).toBe("resolving");
    expect(await use()).toMatchObject({ sent: sats(100n), left: 0n });
  });

  it("is the number of payments in flight", async () => {
    const driving = await given();
    const rows = await database().db.query<{ n: number }>(sql`select payments.in_flight() as n`);
    await limit({ inFlight: (rows[0]?.n ?? 0) + 2 });
    const results = await Promise.all([1n, 2n, 3n].map((amount) => pay(driving, sats(amount))));
    expect(results.toSorted()).toEqual(["resolving", "resolving", "too_many_pending"]);
  });

  it("lets exactly as many through as fit, of 64 requests in two processes", async () => {
    const driving = await given();
    await limit({ day: sats(100n) });
    const second = { ...driving.world.pay, batch: database().batchOn(clock) };
    const requests = Array.from({ length: 64 }, (_, i) =>
      payWith(i % 2 === 0 ? driving.world.pay : second, driving, driving.caller, sats(7n), `shop${i}`),
    );
    const results = await Promise.all(requests);
    expect(results.filter((result) => result === "resolving")).toHaveLength(14);
    expect(results.filter((result) => result === "over_service_day")).toHaveLength(50);
    expect(await use()).toMatchObject({ sent: sats(98n) });
  });

  it("is not used up by those who cannot pay", async () => {
    const driving = await given();
    const poor = await driving.world.project("poor", sats(1n));
    await limit({ day: sats(100n) });
    const payPoor = () => payWith(driving.world.pay, driving, poor, sats(60n));
    const results = await Promise.all([payPoor(), payPoor(), pay(driving, sats(60n)), pay(driving, sats(60n))]);
    expect(results).toEqual(["insufficient_funds", "insufficient_funds", "resolving", "over_service_day"]);
  });

  it("gives back what failed and what stayed inside, in its hour, and counts what is under way", async () => {
    const driving = await givenDriving(database());
    const { world } = driving;
    await limit({ day: sats(1_000n) });
    world.node.plan = fails();
    const one = await driving.pay({ amount: sats(10n) });
    expect(one.progress.kind).toBe("failed");
    expect(await use()).toMatchObject({ sent: 0n });
    world.node.plan = holds();
    await driving.pay({ amount: sats(20n) });
    expect(await use()).toMatchObject({ sent: sats(20n), left: sats(980n) });
  });

  it("does not count payments inside the service", async () => {
    const driving = await given();
    const other = await driving.world.project("another", sats(1n));
    await limit({ payment: sats(1n), day: sats(1n), inFlight: 0 });
    const request = driving.world.request(driving.caller, {
      destination: { kind: "wallet", walletId: other.wallet.id },
      amount: sats(50n),
    });
    driving.world.pay.walletOf = async () => other.wallet;
    expect((await accept(driving.world.pay, request)).payment.progress.kind).toBe("completed");
    expect(await use()).toMatchObject({ sent: 0n });
  });

  it("counts hours until they have ended for the 24th time, also when the clock goes back", async () => {
    const now = clock.now();
    const hour = Math.floor(now.getTime() / 3_600_000);
    await limit({ day: sats(100n) });
    const sentAt = async (h: number) => {
      await database().admin.query(sql`delete from ledger.sent_hour`);
      await database().admin.query(sql`insert into ledger.sent_hour values (${h}, 5000)`);
      return (await findServiceUse(database().db, now)).sent;
    };
    expect([await sentAt(hour - 25), await sentAt(hour - 24), await sentAt(hour + 3)]).toEqual([0n, 5_000n, 5_000n]);
    await database().admin.query(sql`delete from ledger.sent_hour`);
  });

  it("is full while it is not known after a restore what left", async () => {
    const driving = await given();
    const { admin } = database();
    await limit({ day: sats(100n) });
    await admin.query(sql`select ledger.forget_spending(now())`);
    expect(await pay(driving, sats(1n))).toBe("over_service_day");
    await admin.query(sql`select ledger.know_spending(array['wallets', 'purchases'])`);
    expect(await pay(driving, sats(1n))).toBe("resolving");
  });
});
