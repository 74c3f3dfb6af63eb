import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Charge } from "./model/charge.ts";
import { chargeNow, givenCaller, givenCharge, random } from "./testing/receiving.harness.ts";

/** What a payment here offers for a charge. */
type Offer = { readonly charge: string | null; readonly invoice: string; readonly amount: bigint };

onDatabase("receiving.take_here_many", (database) => {
  const given = async (expirySeconds = 600) => {
    const charge = await givenCharge(database(), await givenCaller(database()), { expirySeconds });
    return { charge, offer: { charge: charge.id, invoice: charge.invoice, amount: charge.amount } };
  };
  const take = async (...offers: Offer[]) => {
    const [answer] = await database().db.query<{ status: number[]; account: (bigint | null)[] }>(sql`
      select status, account
        from receiving.take_here_many(
               ${new Date()}, ${offers.map(({ charge }) => charge)}::uuid[], ${offers.map(({ invoice }) => invoice)}::text[],
               ${offers.map(({ amount }) => String(amount))}::bigint[], ${offers.map(() => random.uuid())}::uuid[],
               ${offers.map(() => random.uuid())}::uuid[])`);
    return answer;
  };
  const stateOf = async (charge: Charge) => (await chargeNow(database(), charge)).state.kind;

  it("completes a pending charge once and says whose account is credited", async () => {
    const { charge, offer } = await given();

    expect(await take(offer)).toEqual({ status: [0], account: [charge.account] });
    expect(await stateOf(charge)).toBe("completed");
    expect(await take(offer)).toEqual({ status: [1], account: [null] });
  });

  it("skips payments that are of no charge, and sees a twin in the same call", async () => {
    const { charge, offer } = await given();
    const none = { ...offer, charge: null };
    expect(await take(none, offer, offer)).toEqual({ status: [-1, 0, 1], account: [null, charge.account, null] });
  });

  it("refuses another invoice, another amount and an unknown charge", async () => {
    const { charge, offer } = await given();
    const { status } = (await take(
      { ...offer, invoice: `${offer.invoice}x` },
      { ...offer, amount: 1_000n },
      { ...offer, charge: random.uuid() },
    )) ?? { status: [] };

    expect(status).toEqual([2, 2, 2]);
    expect(await stateOf(charge)).toBe("pending");
  });

  it("refuses a charge whose time is over, though nobody has said so yet", async () => {
    const { charge, offer } = await given(-1);
    expect(await take(offer)).toEqual({ status: [3], account: [null] });
    expect(await stateOf(charge)).toBe("pending");
  });

  it("gives a charge to one of eight that pay it at the same time", async () => {
    const { offer } = await given();
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(offer)));
    expect(answers.flatMap((answer) => answer?.status).toSorted()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
  });
});
