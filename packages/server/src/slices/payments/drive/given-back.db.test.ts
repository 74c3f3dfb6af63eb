import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { pay } from "../accept/pay.ts";
import { type Driving, givenDriving } from "../testing/driving.harness.ts";
import { failPayment } from "./finish-payment.ts";

const HOUR_MS = 3_600_000;
const LIMIT = sats(150n);

onDatabase("the spending that a failed payment gives back", (database) => {
  async function payIn({ world, caller }: Driving, amount: bigint): Promise<string> {
    const lnAddress = world.recipient("shop");
    const request = world.request(caller, { lnAddress, amount: sats(amount), waitMs: 0 });
    return await pay({ ...world.pay, driver: undefined }, request).then(
      () => "taken",
      (error: { code: string }) => error.code,
    );
  }

  it("counts in the hour of the payment, not in that of its failure: no limit is exceeded a day later", async () => {
    const driving = await givenDriving(database());
    const { world, clock, caller, lease } = driving;
    await database().admin.query(sql`
      update ledger.account set limit_day = ${LIMIT} where no = ${caller.wallet.account}`);
    const payment = await lease(); // of 100 sat
    expect(await payIn(driving, 51n)).toBe("limit_exceeded");

    clock.advance(5 * HOUR_MS);
    const failure = { attempt: 0, code: "no_route", detail: "found none", isWatched: false } as const;
    expect(await failPayment(world.drive, payment, failure)).toBe("finished");
    clock.advance(21 * HOUR_MS); // the hour of the payment has left the window of a day, that of its failure has not

    expect(await payIn(driving, 151n)).toBe("limit_exceeded");
    expect(await payIn(driving, 150n)).toBe("taken");
    expect(await driving.breaches()).toEqual([]);
  });
});
