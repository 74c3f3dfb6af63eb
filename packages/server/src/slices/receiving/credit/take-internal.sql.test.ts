import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Charge } from "../model/charge.ts";
import { chargeNow, givenCaller, givenCharge, givenStaticCharge, random } from "../testing/receiving.harness.ts";

/** What an internal payment offers for a charge. */
type Offer = { readonly charge: string | null; readonly invoice: string; readonly amount: bigint };

onDatabase("receiving.take_internal_many", (database) => {
  const given = async (expirySeconds = 600) => {
    const charge = await givenCharge(database(), await givenCaller(database()), { expirySeconds });
    return { charge, offer: { charge: charge.id, invoice: charge.invoice, amount: charge.amount } };
  };
  const take = async (...offers: Offer[]) => {
    const [answer] = await database().db.query<{ outcome: string[]; account: (bigint | null)[] }>(sql`
      select outcome, account
        from receiving.take_internal_many(
               ${new Date()}, ${offers.map(({ charge }) => charge)}::uuid[], ${offers.map(({ invoice }) => invoice)}::text[],
               ${offers.map(({ amount }) => String(amount))}::bigint[], ${offers.map(() => random.uuid())}::uuid[],
               ${offers.map(() => random.uuid())}::uuid[], ${offers.map(() => random.uuid())}::uuid[],
               ${offers.map(() => random.uuid())}::uuid[])`);
    return answer;
  };
  const stateOf = async (charge: Charge) => (await chargeNow(database(), charge)).state.kind;

  it("completes a pending charge once and says whose account is credited", async () => {
    const { charge, offer } = await given();

    expect(await take(offer)).toEqual({ outcome: ["taken"], account: [charge.account] });
    expect(await stateOf(charge)).toBe("completed");
    expect(await take(offer)).toEqual({ outcome: ["completed"], account: [null] });
  });

  it("skips payments that are of no charge, and sees a duplicate in the same call", async () => {
    const { charge, offer } = await given();
    const none = { ...offer, charge: null };
    expect(await take(none, offer, offer)).toEqual({
      outcome: ["skipped", "taken", "completed"],
      account: [null, charge.account, null],
    });
  });

  it("refuses another invoice, another amount and an unknown charge", async () => {
    const { charge, offer } = await given();
    const { outcome } = (await take(
      { ...offer, invoice: `${offer.invoice}x` },
      { ...offer, amount: 1_000n },
      { ...offer, charge: random.uuid() },
    )) ?? { outcome: [] };

    expect(outcome).toEqual(["differs", "differs", "differs"]);
    expect(await stateOf(charge)).toBe("pending");
  });

  it("refuses a charge whose time is over, though it is not marked as expired yet", async () => {
    const { charge, offer } = await given(-1);
    expect(await take(offer)).toEqual({ outcome: ["expired"], account: [null] });
    expect(await stateOf(charge)).toBe("pending");
  });

  it("refuses the charges of a static charge that has taken all its payments, also in the same call", async () => {
    const owner = await givenCaller(database());
    const { id } = await givenStaticCharge(database(), owner);
    const offer = async (): Promise<Offer> => {
      const { id: charge, invoice, amount } = await givenCharge(database(), owner);
      return { charge, invoice, amount };
    };
    const [first, second, third] = [await offer(), await offer(), await offer()];
    const { admin } = database();
    await admin.query(sql`update receiving.static_charge set allowed_slots = 1 where id = ${id}`);
    await admin.query(sql`
      update receiving.charge set origin = 'pay_link', static_charge_id = ${id} where wallet_id = ${owner.wallet.id}`);

    expect((await take(first, second))?.outcome).toEqual(["taken", "expired"]);
    expect((await take(third))?.outcome).toEqual(["expired"]);
    await admin.query(sql`update receiving.static_charge set allowed_slots = 2 where id = ${id}`);
    expect((await take(second, third))?.outcome).toEqual(["taken", "expired"]);
  });

  it("gives a charge to one of eight that pay it at the same time", async () => {
    const { offer } = await given();
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(offer)));
    expect(answers.flatMap((answer) => answer?.outcome).toSorted()).toEqual([...Array(7).fill("completed"), "taken"]);
  });
});
