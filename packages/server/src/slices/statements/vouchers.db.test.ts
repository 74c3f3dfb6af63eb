import { expect, it } from "vitest";
import type { Wallet } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { payToEmail } from "#slices/vouchers/email/pay-to-email.ts";
import { presentWithdrawal } from "#slices/vouchers/present-voucher.ts";
import { DAY, givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import type { StatementEntry } from "./model/statement.ts";
import { readStatement } from "./read-statement.ts";

onDatabase("the statement of a wallet with vouchers", (database) => {
  const read = async (wallet: Wallet): Promise<StatementEntry[]> => {
    const entries: StatementEntry[] = [];
    const { db } = database();
    for await (const page of readStatement({ db }, { wallet })) entries.push(...page);
    return entries.toReversed();
  };

  it("names what was issued, what was redeemed into it and what came back, and adds up", async () => {
    const { issue, redeem, revoke, claim, later, issuer, taker, balance, deps, reread } = await givenVouchers(
      database(),
    );
    const [mine, theirs, revoked, paid] = [await issue(), await issue(), await issue(), await issue()];
    await redeem(mine, { caller: issuer });
    await redeem(theirs);
    await revoke(revoked);
    await claim(paid);
    await later(5_000);
    const withdrawn = await issue("withdrawal", { internalId: "round-7" });
    await claim(withdrawn);
    await later(5_000);
    const expired = await issue("voucher", { amount: sats(7n), expirySeconds: 60, internalId: "order-9" });
    await later(DAY);
    const { payment: mailed } = await payToEmail(deps.email, {
      caller: issuer,
      email: emailAddress("statement@example.com"),
      amount: sats(500n),
      comment: "",
    });

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
      ["voucher", -500_000n, mailed.voucher.id],
      ["fee", -5_000n, mailed.voucher.id],
    ]);
    const ofWithdrawal = entries.filter(({ withdrawalRequestId }) => withdrawalRequestId === withdrawn.voucher.id);
    expect(ofWithdrawal.map(({ type, internalId }) => [type, internalId])).toEqual([
      ["payment", "round-7"],
      ["fee_refund", "round-7"],
    ]);
    expect(entries.filter(({ withdrawalRequestId }) => withdrawalRequestId !== undefined)).toEqual(ofWithdrawal);
    expect(new Set(ofWithdrawal.map(({ paymentId }) => paymentId))).toEqual(
      new Set([presentWithdrawal(await reread(withdrawn)).paymentId]),
    );
    expect(entries.slice(-4).map(({ internalId }) => internalId)).toEqual(["order-9", "order-9", undefined, undefined]);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(await balance(issuer));
    expect((await read(taker.wallet)).map(({ type, amount, voucherId }) => [type, amount, voucherId])).toEqual([
      ["voucher", 1_000_000n, theirs.voucher.id],
    ]);
  });
});
