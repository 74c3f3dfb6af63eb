import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { listPauses, resumeSending } from "#ledger";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { INVOICE_AGE_MAX_MS, type Payment } from "../model/payment.ts";
import { putPendingOnHold } from "../operate/put-on-hold.ts";
import { listAttempts } from "../store/payments.ts";
import { type Driving, FUNDS, givenDriving, MINUTE, whilePaused } from "../testing/driving.harness.ts";
import type { WorldOptions } from "../testing/world.harness.ts";

const HOUR = 60 * MINUTE;
const RESERVED = 110_000n;

onDatabase("how often and how long a payment is tried", (database) => {
  const given = (node: WorldOptions["node"] = {}) => givenDriving(database(), { node });

  async function hours(driving: Driving, count: number): Promise<void> {
    for (let hour = 0; hour < count; hour += 1) await driving.later(HOUR);
  }

  const attemptsOf = async ({ id }: Payment) => (await listAttempts(database().db, id)).length;

  it("is one incident when it is pending a day after its invoice, and stops no other payment", async () => {
    const driving = await given();
    const { world, caller, pay, incidentsOf, kindOf, breaches } = driving;
    world.node.plan = holds();
    const payment = await pay();
    await hours(driving, 24);
    expect(await incidentsOf(payment)).toEqual([]);

    await hours(driving, 24);

    expect(await incidentsOf(payment)).toEqual(["overdue"]);
    expect(await kindOf(payment)).toBe("in_flight");
    expect(await listPauses(database().db)).toEqual([]);
    world.node.plan = settles();
    expect((await pay()).progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("is one incident of each kind while it is on hold, however often it is put on hold and however long", async () => {
    const driving = await given();
    const { world, caller, pay, later, incidentsOf, kindOf, reread, breaches } = driving;
    world.pay.driver = undefined;
    const payment = await pay();
    await whilePaused(database(), async () => {
      await later(MINUTE);
      await putPendingOnHold(world.drive);
      await putPendingOnHold(world.drive);
    });
    expect(await incidentsOf(payment)).toEqual(["restored"]);

    await hours(driving, 50);

    expect(await incidentsOf(payment)).toEqual(["restored", "overdue"]);
    expect(await kindOf(payment)).toBe("ready");
    expect((await reread(payment)).onHoldFor).toBe("restore");
    expect(world.node.requests).toHaveLength(0);
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    expect(await breaches()).toEqual([]);
    await resumeSending(database(), "restore");
  });

  it("is sent five times with the same invoice, and then is an incident and not a sixth attempt", async () => {
    const driving = await given();
    const { world, caller, pay, later, incidentsOf, kindOf, breaches } = driving;
    world.node.plan = cut();
    const payment = await pay();

    for (let minute = 0; minute < 30; minute += 1) await later(MINUTE);

    expect(world.node.requests).toHaveLength(5);
    expect(new Set(world.node.requests.map(({ invoice }) => invoice)).size).toBe(1);
    expect(await incidentsOf(payment)).toEqual(["attempts_exhausted"]);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);

    await hours(driving, 2);
    expect(await kindOf(payment)).toBe("failed");
    expect(world.node.requests).toHaveLength(5);
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("fails when five attempts provably never left, and the money comes back", async () => {
    const driving = await given();
    const { world, caller, pay, later, reread, incidentsOf, breaches } = driving;
    world.node.broken.add("pay");
    const payment = await pay();

    for (let minute = 0; minute < 10; minute += 1) await later(MINUTE);

    expect((await reread(payment)).progress).toMatchObject({ kind: "failed", code: "node_unavailable" });
    expect(await attemptsOf(payment)).toBe(5);
    expect(world.node.requests).toHaveLength(0);
    expect(await incidentsOf(payment)).toEqual([]);
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("keeps the money when four attempts never left and the answer of one was lost", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, incidentsOf, breaches } = driving;
    world.node.plan = cut();
    const payment = await pay();
    world.node.broken.add("pay");

    for (let minute = 0; minute < 30; minute += 1) await later(MINUTE);

    expect(await attemptsOf(payment)).toBe(5);
    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await incidentsOf(payment)).toEqual(["attempts_exhausted"]);
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    expect(await breaches()).toEqual([]);
  });

  it("reserves money for a day and some minutes at most when an invoice is valid for a century", async () => {
    const driving = await given();
    const { world, caller, clock, pay, reread, kindOf, later, breaches } = driving;
    const lnAddress = world.recipient("century", {
      invoice: (query) => ({
        pr: world.invoice({ amount: msats(BigInt(query.get("amount") ?? "0")), expirySeconds: 3_155_760_000 }).text,
      }),
    });
    world.node.plan = cut();

    const payment = await pay({ lnAddress });

    const bound = clock.now().getTime() + INVOICE_AGE_MAX_MS;
    const { progress } = await reread(payment);
    const expiresAt = "invoice" in progress && typeof progress.invoice === "object" ? progress.invoice.expiresAt : 0;
    expect(Number(expiresAt)).toBeLessThanOrEqual(bound);
    expect(world.node.requests[0]?.expiresAt).toEqual(expiresAt);
    await hours(driving, 24);
    expect(await kindOf(payment)).toBe("unknown");
    await later(11 * MINUTE);
    await later(2 * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("is refused before anything is reserved when the node pays whole sats and the amount is none", async () => {
    const { world, caller, pay, breaches } = await given({ capabilities: { wholeSats: true } });

    await expect(pay({ amount: msats(100_001n) })).rejects.toMatchObject({ code: "not_supported" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(world.node.requests).toHaveLength(0);

    expect((await pay({ amount: sats(100n) })).progress.kind).toBe("completed");
    expect(await breaches()).toEqual([]);
  });

  it("reserves what a node without a fee limit may take, and gives the rest back", async () => {
    const reserve = (amount: bigint) => msats(amount / 50n + 4_000n);
    const { world, caller, pay, breaches } = await given({ capabilities: { feeLimit: { kind: "none", reserve } } });
    await expect(pay({ maxFee: sats(1n) })).rejects.toMatchObject({ code: "not_supported" });
    expect(await world.balance(caller)).toBe(FUNDS);

    let during = 0n;
    world.node.plan = async () => {
      during = await world.balance(caller);
      return settles({ fee: msats(5_999n) });
    };
    const payment = await pay();

    expect(payment.feeLimit).toBe(6_000n);
    expect(during).toBe(FUNDS - 106_000n);
    expect(await world.balance(caller)).toBe(FUNDS - 105_999n);
    expect(await breaches()).toEqual([]);
  });

  it("is never sent twice by a node that may not be asked again, and fails long after the expiry", async () => {
    const driving = await given({ capabilities: { resend: false } });
    const { world, caller, pay, later, kindOf, breaches } = driving;
    world.node.plan = cut();
    const payment = await pay();

    for (let minute = 0; minute < 65; minute += 1) await later(MINUTE);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    await hours(driving, 2);

    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("is sent again by such a node when the attempt provably never left", async () => {
    const { world, pay, later, kindOf, breaches } = await given({ capabilities: { resend: false } });
    world.node.broken.add("pay");
    const payment = await pay();
    world.node.broken.delete("pay");
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    expect(await attemptsOf(payment)).toBe(2);
    expect(await breaches()).toEqual([]);
  });
});
