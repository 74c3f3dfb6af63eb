import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { FUNDS, givenDriving } from "../testing/driving.harness.ts";

onDatabase("a payment of an invoice", (database) => {
  it("takes amount and real fee, and has its invoice from the beginning", async () => {
    const { world, caller, pay, breaches } = await givenDriving(database());
    const { text } = world.invoice({ amount: sats(100n) });

    const payment = await pay({ destination: { kind: "invoice", invoice: text.toUpperCase() }, amount: undefined });

    expect(payment.destination).toEqual({ kind: "invoice", invoice: text });
    expect(payment.progress).toMatchObject({ kind: "completed", fee: 1_500n, invoice: text });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });
});
