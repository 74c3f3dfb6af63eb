import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { findEasing } from "./store.ts";

const HOUR_MS = 3_600_000;
/** An hour that is long over. */
const HOUR = 490_000;
const at = (hour: number) => new Date(hour * HOUR_MS);

onDatabase("when limits leave more again", (database) => {
  async function given(spent: readonly number[]) {
    const { wallet } = await createWorld(database()).project("spender", sats(1n));
    for (const hour of spent)
      await database().admin.query(sql`
        insert into ledger.spend_hour (account, hour, spent) values (${wallet.account}, ${hour}, 5)`);
    const easing = async (hour = HOUR) => {
      const { daily, weekly, monthly } = await findEasing(database().db, wallet.account, at(hour));
      const hours = (time: Date | undefined) => time && time.getTime() / HOUR_MS - HOUR;
      return [hours(daily), hours(weekly), hours(monthly)];
    };
    return { wallet, easing };
  }

  it("is when the first hour of each window leaves it", async () => {
    const { easing } = await given([HOUR - 721, HOUR - 720, HOUR - 169, HOUR - 168, HOUR - 25, HOUR - 24, HOUR - 1]);
    expect(await easing()).toEqual([1, 1, 1]);
    expect(await (await given([HOUR - 25])).easing()).toEqual([undefined, 144, 696]);
    expect(await (await given([])).easing()).toEqual([undefined, undefined, undefined]);
  });

  it("counts what is spent in the hour that goes on", async () => {
    const { wallet, easing } = await given([]);
    await database().admin.query(sql`
      update ledger.account set hour = ${HOUR}, spent_hour = 5 where no = ${wallet.account}`);
    expect(await easing()).toEqual([25, 169, 721]);
  });

  it("is later in a window that counts as full after a restore", async () => {
    const { easing } = await given([HOUR - 20, HOUR - 100]);
    const { admin } = database();
    await admin.query(sql`
      insert into ledger.unknown_spending (what, unknown_until, last_account)
      values ('wallets', ${at(HOUR - 30)}, 9223372036854775807)`);
    expect(await easing()).toEqual([5, 139, 691]);
    await admin.query(sql`update ledger.unknown_spending set last_account = 1 where what = 'wallets'`);
    expect(await easing()).toEqual([5, 69, 621]);
  });
});
