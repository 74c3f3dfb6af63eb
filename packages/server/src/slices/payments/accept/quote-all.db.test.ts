import fc from "fast-check";
import { expect, it } from "vitest";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { FUNDS, givenDriving } from "../testing/driving.harness.ts";
import { pay } from "./pay.ts";
import { quoteAll, readRecipient } from "./quote-all.ts";

onDatabase("all that a wallet can give", (database) => {
  const quoteFor =
    ({ world, caller }: Awaited<ReturnType<typeof givenDriving>>) =>
    (text: string, available: Msats = FUNDS) =>
      quoteAll(world.pay, { caller, destination: readRecipient(text), available });

  it("is sent, and what the route did not cost stays", async () => {
    const given = await givenDriving(database());
    const { world, caller, breaches } = given;
    const { destination, amount, feeLimit } = await quoteFor(given)(world.recipient("me"));
    expect(amount + feeLimit).toBeLessThanOrEqual(FUNDS);

    const { payment } = await pay(world.pay, world.request(caller, { destination, amount }));

    expect(payment.progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - amount - (payment.progress as { fee: bigint }).fee);
    expect(await breaches()).toEqual([]);
  });

  it("is the most whole sats that leave room for their fee limit", async () => {
    const given = await givenDriving(database());
    const quote = quoteFor(given);
    const recipient = given.world.recipient("me");
    const { fees } = given.world.pay;
    await fc.assert(
      fc.asyncProperty(fc.bigInt(fees.floor + 1_000n, 10_000_000_000n), async (available) => {
        const { amount, feeLimit } = await quote(recipient, msats(available));
        const next = amount + 1_000n;
        const feeOfNext = [fees.floor, (next * fees.basisPoints + 9_999n) / 10_000n].reduce((a, b) => (a > b ? a : b));
        expect(amount % 1_000n).toBe(0n);
        expect(amount + feeLimit).toBeLessThanOrEqual(available);
        expect(next + feeOfNext).toBeGreaterThan(available);
      }),
    );
    await expect(quote(recipient, fees.floor)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("goes without a fee, to the last msat, where it stays in this service", async () => {
    const given = await givenDriving(database());
    const payee = await given.world.project("payee", msats(0n));
    given.world.pay.recipientOf = ({ text }) => (text === "payee@leyden.example" ? payee.wallet : "unknown");
    const quote = quoteFor(given);
    expect(await quote("payee@leyden.example", msats(1_001n))).toMatchObject({ amount: 1_001n, feeLimit: 0n });
    await expect(quote("nobody@leyden.example")).rejects.toMatchObject({ code: "address_not_found" });
  });

  it("is what an invoice asks for, where it asks for an amount and that fits", async () => {
    const given = await givenDriving(database());
    const quote = quoteFor(given);
    const invoiceOf = (amount: Msats | undefined) => given.world.invoice({ amount }).text;
    expect((await quote(invoiceOf(sats(5n)))).amount).toBe(5_000n);
    expect((await quote(`lightning:${invoiceOf(sats(5n)).toUpperCase()}`)).amount).toBe(5_000n);
    const { amount: most } = await quote(invoiceOf(undefined));
    expect((await quote(invoiceOf(most))).amount).toBe(most);
    await expect(quote(invoiceOf(msats(most + 1_000n)))).rejects.toMatchObject({
      message: expect.stringContaining("at most"),
    });
  });

  it("goes to nobody whom a text does not name", async () => {
    const quote = quoteFor(await givenDriving(database()));
    expect(() => readRecipient("  ")).toThrow();
    for (const text of ["me", "lnbcrt1nonsense", "lnurl1nonsense", "@example.com"])
      await expect(quote(text)).rejects.toMatchObject({ status: 400 });
  });
});
