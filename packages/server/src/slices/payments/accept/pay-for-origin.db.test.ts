import { expect, it } from "vitest";
import { type AccountNo, newId, type PaymentId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createCharge } from "#receiving";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driverOf } from "../drive/drive-payment.ts";
import { findOutcomes } from "../store/payments.ts";
import {
  CRASH_POINTS,
  type Driving,
  diesAt,
  FUNDS,
  givenDriving,
  MINUTE,
  whilePaused,
} from "../testing/driving.harness.ts";
import { type PayForOrigin, payForOrigin } from "./pay-for-origin.ts";

const random = machineRandom();
const PAID = 101_500n;

onDatabase("a payment for a thing of another slice", (database) => {
  async function given() {
    const driving = await givenDriving(database());
    const { db } = database();
    const account = one(await db.query<{ no: AccountNo }>(sql`select ledger.system('vouchers_outstanding') as no`)).no;
    const id = random.uuid();
    await db.query(sql`
      select *
        from ledger.post_many(
          now(), array[${id}]::uuid[], array[ledger.system('lightning_node')], array[${account}]::bigint[],
          array[${FUNDS}]::bigint[], null, null, array['test'], array[${id}]::uuid[])`);
    const balance = async () =>
      one(await db.query<{ balance: bigint }>(sql`select ledger.balance(${account}) as balance`)).balance;
    const before = await balance();
    return { ...driving, account, taken: async () => before - (await balance()) };
  }
  type Given = Awaited<ReturnType<typeof given>>;

  const draft = ({ world, account }: Pick<Given, "world" | "account">, changes: Partial<PayForOrigin> = {}) => ({
    id: newId<PaymentId>(random),
    payer: { account, wallet: undefined },
    fundedBy: undefined,
    origin: { kind: "voucher", id: random.uuid() } as const,
    invoice: world.invoice({ amount: sats(100n) }).text,
    amount: sats(100n),
    feeLimit: sats(10n),
    ...changes,
  });
  const outcomeOf = async ({ id }: { id: PaymentId }) => (await findOutcomes(database().db, [id])).get(id);

  it("takes amount and fee from its own account, and its outcome is found by its id", async () => {
    const { world, account, taken, reread, breaches } = await given();
    const asked = draft({ world, account });
    expect(await outcomeOf(asked)).toBeUndefined();

    await payForOrigin(world.pay, asked);
    await world.settled();

    expect(await outcomeOf(asked)).toMatchObject({ kind: "completed", fee: 1_500n });
    const payment = await reread({ id: asked.id } as Parameters<Driving["reread"]>[0]);
    expect(payment).toMatchObject({ payer: { account, wallet: undefined }, origin: asked.origin });
    expect(await taken()).toBe(PAID);
    expect(await breaches()).toEqual([]);
  });

  it("gives everything back when the node proves that it failed", async () => {
    const { world, account, taken, breaches } = await given();
    world.node.plan = fails("no_route");
    const asked = draft({ world, account });
    await payForOrigin(world.pay, asked);
    await world.settled();
    expect(await outcomeOf(asked)).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await taken()).toBe(0n);
    expect(await breaches()).toEqual([]);
  });

  it("is one, however often, from however many processes and whenever it is asked for", async () => {
    const { world, account, taken, later, clock, breaches } = await given();
    world.node.plan = holds();
    const asked = draft({ world, account });
    const at = new Date();
    const atOnce = { ...machineClock, now: () => at };
    const processes = [0, 1].map(() => ({ ...world.pay, batch: database().batchOn(atOnce) }));
    const driver = driverOf(() => world.drive);
    let drivers = 0;
    const counted = (deps: typeof world.pay) => ({
      ...deps,
      driver: {
        ...driver,
        drive: async (...driven: Parameters<typeof driver.drive>) => {
          drivers += 1;
          await driver.drive(...driven);
        },
      },
    });

    await Promise.all(
      Array.from({ length: 20 }, (_, i) => payForOrigin(counted(processes[i % 2] ?? world.pay), asked)),
    );
    clock.advance(1_000);
    await payForOrigin(counted(world.pay), asked);
    await world.settled();
    expect(await outcomeOf(asked)).toEqual({ kind: "pending" });
    expect(drivers).toBe(1);
    world.node.paying.settle(world.node.requests[0]?.paymentHash ?? new Uint8Array());
    await later(5 * MINUTE);
    await payForOrigin(counted(world.pay), asked);

    expect(await outcomeOf(asked)).toMatchObject({ kind: "completed" });
    expect([drivers, world.node.requests.length]).toEqual([1, 1]);
    expect(await taken()).toBe(PAID);
    expect(await breaches()).toEqual([]);
  });

  it("is refused where a request would be, reserves nothing then, and has no outcome", async () => {
    const { world, account, caller, taken, breaches } = await given();
    const inUse = world.invoice({ amount: sats(100n) }).text;
    world.node.plan = holds();
    await payForOrigin(world.pay, draft({ world, account }, { invoice: inUse }));
    await payForOrigin(world.pay, draft({ world, account }));
    await world.settled();
    const pending = await taken();
    const text = (options: object) => world.invoice({ amount: sats(100n), ...options }).text;
    const cases: [Partial<PayForOrigin>, string][] = [
      [{ invoice: inUse }, "invoice_in_use"],
      [{ invoice: text({ amount: sats(99n) }) }, "invoice_invalid"],
      [{ invoice: "lnbc1" }, "invoice_invalid"],
      [{ invoice: text({ network: "mainnet" }) }, "invoice_invalid"],
      [{ invoice: text({ timestamp: new Date(Date.now() - 7_200_000) }) }, "invoice_expired"],
      [{ invoice: text({ amount: sats(10_000_000n) }), amount: sats(10_000_000n) }, "insufficient_funds"],
    ];
    for (const [changes, code] of cases) {
      const asked = draft({ world, account }, changes);
      await expect(payForOrigin(world.pay, asked)).rejects.toMatchObject({ code });
      expect(await outcomeOf(asked)).toBeUndefined();
    }
    await whilePaused(database(), async () => {
      await expect(payForOrigin(world.pay, draft({ world, account }))).rejects.toMatchObject({
        code: "sending_paused",
      });
    });
    expect(await taken()).toBe(pending);
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("pays a charge of this service inside the ledger, without a fee", async () => {
    const { world, account, taken, breaches } = await given();
    const payee = await world.project("payee", msats(0n));
    const { charge } = await createCharge(
      { ...world.drive, ...world.pay },
      { caller: payee, amount: sats(100n), description: "order", expirySeconds: 3_600 },
    );
    const asked = draft({ world, account }, { invoice: charge.invoice });
    await payForOrigin(world.pay, asked);
    await world.settled();
    expect(await outcomeOf(asked)).toMatchObject({ kind: "completed", fee: 0n });
    expect([await taken(), await world.balance(payee)]).toEqual([100_000n, 100_000n]);
    expect(await breaches()).toEqual([]);
  });

  const crashes = [...CRASH_POINTS.accept, ...CRASH_POINTS.drive].filter(
    (point) => point !== "after-resolve" && point !== "after-store-invoice", // of an address
  );

  it.each(crashes)("is finished once when the process dies at %s and the next one asks again", async (point) => {
    const { world, account, taken, later, breaches } = await given();
    world.node.plan = settles();
    const asked = draft({ world, account });
    const reached = diesAt(point);
    const dying = { ...world.drive, reached };
    await payForOrigin({ ...world.pay, reached, driver: driverOf(() => dying) }, asked).catch(() => undefined);
    await world.settled().catch(() => undefined);

    for (let minute = 0; minute < 3; minute += 1) {
      if ((await outcomeOf(asked)) === undefined) await payForOrigin(world.pay, asked);
      await world.settled();
      await later(MINUTE);
    }

    expect(await outcomeOf(asked)).toMatchObject({ kind: "completed" });
    expect(world.node.requests).toHaveLength(1);
    expect(await taken()).toBe(PAID);
    expect(await breaches()).toEqual([]);
  });
});
