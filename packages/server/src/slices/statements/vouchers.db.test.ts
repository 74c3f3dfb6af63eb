import { expect, it } from "vitest";
import type { Wallet } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { DAY, givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import type { StatementEntry } from "./model/statement.ts";
import { readStatement } from "./read-statement.ts";

onDatabase("the statement of a wallet with vouchers", (database) => {
  const read = async (wallet: Wallet): Promise<StatementEntry[]> => {
    const entries: StatementEntry[] = [];
    const { db } = database();
    for await (const page of readStatement({ db }, { wallet, from: undefined, to: undefined })) entries.push(...page);
    return entries.toReversed();
  };

  it("names what was issued, what was redeemed into it and what came back, and adds up", async () => {
    const { issue, redeem, revoke, claim, later, issuer, taker, balance } = await givenVouchers(database());
    const [mine, theirs, revoked, paid] = [await issue(), await issue(), await issue(), await issue()];
    await redeem(mine, { caller: issuer });
    await redeem(theirs);
    await revoke(revoked);
    await claim(paid);
    await later(5_000);
    const withdrawn = await issue("withdrawal");
    await claim(withdrawn);
    await later(5_000);
    const expired = await issue("voucher", { amount: sats(7n), expirySeconds: 60 });
    await later(DAY);

    const entries = await read(issuer.wallet);
    const shown = entries.map(({ type, amount, voucherId }) => [type, amount, voucherId]);
    const ids = [mine, theirs, revoked, paid].map(({ voucher }) => voucher.id);
    expect(shown.slice(1)).toEqual([
      ...ids.map((id) => ["voucher", -1_000_000n, id]),
      ["voucher", 1_000_000n, mine.voucher.id],
      ["voucher_refund", 1_000_000n, revoked.voucher.id],
      ["voucher_refund", 8_500n, paid.voucher.id],
      ["payment", -1_000_000n, undefined],
      ["fee_refund", 8_500n, undefined],
      ["voucher", -7_000n, expired.voucher.id],
      ["voucher_refund", 7_000n, expired.voucher.id],
    ]);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(await balance(issuer));
    expect((await read(taker.wallet)).map(({ type, amount, voucherId }) => [type, amount, voucherId])).toEqual([
      ["voucher", 1_000_000n, theirs.voucher.id],
    ]);
  });
});
