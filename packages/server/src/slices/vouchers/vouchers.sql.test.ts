import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { markEmailVerified } from "#users";
import { findWallet } from "#wallets";
import { redeemVoucher } from "./claim/redeem-voucher.ts";
import { revokeVoucher } from "./issue/end-voucher.ts";
import { issueVouchers } from "./issue/issue-vouchers.ts";
import { DAY, givenVouchers, random } from "./testing/vouchers.harness.ts";

const FUNDS = 10_000_000n;

onDatabase("a voucher", (database) => {
  it("takes its value out of the wallet when it is issued, and gives it back when it is revoked", async () => {
    const { issue, revoke, issuer, balance, outstanding, breaches } = await givenVouchers(database());
    const secret = await issue();
    expect(secret.voucher).toMatchObject({ state: { kind: "open" }, amount: 1_000_000n });
    expect(secret.voucher.origin).toMatchObject({ code: expect.stringMatching(/^[0-9A-F]{8}$/) });
    expect([await balance(issuer), await outstanding()]).toEqual([FUNDS - 1_000_000n, 1_000_000n]);
    expect(await breaches()).toEqual([]);

    const { voucher } = await revoke(secret);
    expect(voucher.state).toMatchObject({ kind: "revoked", by: issuer.wallet.id, transfer: expect.any(String) });
    expect([await balance(issuer), await outstanding()]).toEqual([FUNDS, 0n]);
    await expect(revoke(secret)).rejects.toMatchObject({ code: "voucher_revoked" });
    expect(await breaches()).toEqual([]);
  });

  it("is redeemed into a wallet with its whole value, once, with code and token", async () => {
    const { issue, redeem, revoke, taker, issuer, balance, outstanding, breaches } = await givenVouchers(database());
    const secret = await issue();
    const { voucher } = await redeem(secret);
    expect(voucher.state).toMatchObject({ kind: "redeemed", by: taker.wallet.id, fee: undefined });
    expect([await balance(taker), await balance(issuer), await outstanding()]).toEqual([
      1_000_000n,
      FUNDS - 1_000_000n,
      0n,
    ]);
    await expect(redeem(secret)).rejects.toMatchObject({ code: "voucher_redeemed" });
    await expect(revoke(secret)).rejects.toMatchObject({ code: "voucher_redeemed" });
    expect(await breaches()).toEqual([]);
  });

  it("is answered again for the same idempotency key, when it is issued, redeemed and revoked", async () => {
    const { issueAll, redeem, deps, issuer, balance, codeOf, breaches } = await givenVouchers(database());
    const key = { idempotencyKey: random.uuid() };
    const first = await issueAll([{}], key);
    const again = await issueAll([{}], key);
    const [made] = first.issued;
    expect([first.replayed, again.replayed, again.issued[0]?.voucher.id]).toEqual([false, true, made?.voucher.id]);
    expect(again.issued[0]?.token).toBeUndefined();
    await expect(issueAll([{ description: "another" }], key)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect(await balance(issuer)).toBe(FUNDS - 1_000_000n);

    if (made?.token === undefined) throw new Error("no token");
    const secret = { voucher: made.voucher, token: made.token };
    const redeemed = [await redeem(secret, key), await redeem(secret, key)];
    expect(redeemed.map(({ replayed }) => replayed)).toEqual([false, true]);
    await expect(redeem({ voucher: made.voucher }, key)).rejects.toMatchObject({ code: "idempotency_mismatch" });

    const [other] = (await issueAll([{}])).issued;
    if (other === undefined) throw new Error("no voucher");
    const voucher = { caller: issuer, code: codeOf(other.voucher), ...key };
    const revoked = [await revokeVoucher(deps, voucher), await revokeVoucher(deps, voucher)];
    expect(revoked.map(({ replayed }) => replayed)).toEqual([false, true]);
    expect(await breaches()).toEqual([]);
  });

  it("belongs to its issuer: others cannot revoke it and do not learn of it", async () => {
    const { issue, revoke, taker, stateOf } = await givenVouchers(database());
    const secret = await issue();
    await expect(revoke(secret, taker)).rejects.toMatchObject({ code: "voucher_not_found" });
    expect(await stateOf(secret)).toBe("open");
  });

  it("expires after its time, and its value is back", async () => {
    const { issue, redeem, later, stateOf, issuer, balance, outstanding, breaches } = await givenVouchers(database());
    const secret = await issue();
    await later(30 * DAY - 60_000);
    expect(await stateOf(secret)).toBe("open");
    await later(120_000);
    expect(await stateOf(secret)).toBe("expired");
    expect([await balance(issuer), await outstanding()]).toEqual([FUNDS, 0n]);
    await expect(redeem(secret)).rejects.toMatchObject({ code: "voucher_expired" });
    expect(await breaches()).toEqual([]);
  });

  it("is not redeemed after its time although nothing has ended it yet", async () => {
    const { issue, redeem, clock, stateOf } = await givenVouchers(database());
    const secret = await issue("voucher", { expirySeconds: 60 });
    clock.advance(61_000);
    await expect(redeem(secret)).rejects.toMatchObject({ code: "voucher_expired" });
    expect(await stateOf(secret)).toBe("open");
  });

  it("is issued by the thousand in one transfer, or not at all", async () => {
    const { issueAll, issuer, balance, outstanding, breaches } = await givenVouchers(database());
    const thousand = Array.from({ length: 1_000 }, () => ({ amount: sats(9n) }));
    const { issued } = await issueAll(thousand);
    expect(new Set(issued.map(({ token }) => token)).size).toBe(1_000);
    expect([await balance(issuer), await outstanding()]).toEqual([FUNDS - 9_000_000n, 9_000_000n]);

    // 1,000 sat are left: enough for 999 of these and not for the last one.
    const tooMany = Array.from({ length: 1_000 }, (_, i) => ({ amount: sats(i < 999 ? 1n : 2n) }));
    await expect(issueAll(tooMany)).rejects.toMatchObject({ code: "insufficient_funds" });
    expect([await balance(issuer), await outstanding()]).toEqual([FUNDS - 9_000_000n, 9_000_000n]);
    expect(await breaches()).toEqual([]);
  });

  it("leaves its idempotency key free when it was refused", async () => {
    const { issueAll, issue, revoke, balance, issuer } = await givenVouchers(database());
    const secret = await issue("voucher", { amount: sats(9_500n) });
    const key = { idempotencyKey: random.uuid() };
    await expect(issueAll([{}], key)).rejects.toMatchObject({ code: "insufficient_funds" });
    await revoke(secret);
    expect((await issueAll([{}], key)).replayed).toBe(false);
    expect(await balance(issuer)).toBe(FUNDS - 1_000_000n);
  });

  it("counts on the spending limits of its issuer until it is given back", async () => {
    const { issue, revoke, deps, issuer } = await givenVouchers(database());
    await setLimits(deps, issuer.wallet.account, { daily: sats(1_500n) });
    const secret = await issue();
    await expect(issue()).rejects.toMatchObject({ code: "limit_exceeded" });
    await revoke(secret);
    await issue();
  });

  it("is neither issued nor redeemed while sending is paused, and is revoked all the same", async () => {
    const { issue, redeem, revoke, stateOf } = await givenVouchers(database());
    const secret = await issue();
    await whilePaused(database(), async () => {
      await expect(issue()).rejects.toMatchObject({ code: "sending_paused" });
      await expect(redeem(secret)).rejects.toMatchObject({ code: "sending_paused" });
      await revoke(secret);
    });
    expect(await stateOf(secret)).toBe("revoked");
  });

  it("is not redeemed into a wallet that may not hold it", async () => {
    const { issue, redeem, deps, taker, stateOf } = await givenVouchers(database());
    await setLimits(deps, taker.wallet.account, { maxBalance: sats(500n) });
    const secret = await issue();
    await expect(redeem(secret)).rejects.toMatchObject({
      code: "receive_limit_exceeded",
      message: "the wallet may receive 500000 msats more",
    });
    expect(await stateOf(secret)).toBe("open");
    await setLimits(deps, taker.wallet.account, { maxBalance: sats(1_000n) });
    await redeem(secret);
    expect(await stateOf(secret)).toBe("redeemed");
  });

  it("goes alone into a wallet with room for one, when several are redeemed together from two processes", async () => {
    const { issue, deps, taker, codeOf, stateOf, balance, breaches } = await givenVouchers(database());
    await setLimits(deps, taker.wallet.account, { maxBalance: sats(1_999n) });
    const other = { ...deps, batch: database().batchOn(machineClock) };
    const secrets = await Promise.all(Array.from({ length: 8 }, () => issue()));
    const results = await Promise.allSettled(
      secrets.map(({ voucher, token }, i) =>
        redeemVoucher(i % 2 ? deps : other, {
          caller: taker,
          code: codeOf(voucher),
          token,
          network: "n",
        }),
      ),
    );
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refusals).toEqual(Array(7).fill("receive_limit_exceeded"));
    const states = await Promise.all(secrets.map(stateOf));
    expect(states.filter((state) => state === "redeemed")).toHaveLength(1);
    expect(await balance(taker)).toBe(1_000_000n);
    expect(await breaches()).toEqual([]);
  });

  it("needs no token from the user whose verified e-mail address it was sent to", async () => {
    const { issue, redeem, deps, stateOf, breaches } = await givenVouchers(database());
    const email = `${random.uuid()}@example.com`;
    const user = await givenUser(database(), { email });
    const wallet = await findWallet(deps.db, user.walletId);
    if (wallet === undefined) throw new Error("no wallet");
    const caller = { wallet, actor: { kind: "user", userId: user.id, sessionId: "s" } } as const;
    const secret = await issue("voucher", { recipientEmail: email });
    const byCode = { voucher: secret.voucher };

    await expect(redeem(byCode, { caller })).rejects.toMatchObject({ code: "voucher_not_found" });
    await markEmailVerified(deps, user);
    await expect(redeem(byCode)).rejects.toMatchObject({ code: "voucher_not_found" });
    await redeem(byCode, { caller });
    expect(await stateOf(secret)).toBe("redeemed");
    expect(await breaches()).toEqual([]);
  });

  it("draws another code when its code is taken", async () => {
    const { deps, issuer: caller, issue, codeOf, breaches } = await givenVouchers(database());
    const taken = codeOf((await issue()).voucher);
    const first = [Buffer.from(taken, "hex")];
    const bytes = (length: number) =>
      length === 4 ? (first.pop() ?? deps.random.bytes(4)) : deps.random.bytes(length);
    const request = { kind: "voucher", operation: "test" } as const;
    const vouchers = [{ amount: sats(5n), description: "", expirySeconds: 60 }];
    const { issued } = await issueVouchers(
      { ...deps, random: { uuid: deps.random.uuid, bytes } },
      { ...request, caller, vouchers },
    );
    expect(first).toEqual([]);
    expect(issued.map(({ voucher }) => codeOf(voucher))).not.toContain(taken);
    expect(await breaches()).toEqual([]);
  });
});
