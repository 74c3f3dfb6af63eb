import { expect, it } from "vitest";
import type { CrashPoint, Scheduler } from "#kernel/clock.ts";
import { msats, sats } from "#kernel/money.ts";
import { driverOf, payForOrigin } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createCharge } from "#receiving";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { diesAt, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { voucherLoop } from "../jobs.ts";
import { isClaiming, type VoucherKind } from "../model/voucher.ts";
import { DAY, type Given, givenVouchers, MOST, type Secret } from "../testing/vouchers.harness.ts";
import { offerWithdraw } from "./offer-withdraw.ts";

const FUNDS = 10_000_000n;
/** 990 sat, and what the fake route takes. */
const PAID = 991_500n;
const HOUR = 3_600_000;

const CANNOT_PAY = { reason: "not_paid", message: "the sender cannot pay this now" };

onDatabase("LNURL-withdraw", (database) => {
  const claimOf = async ({ reread }: Given, secret: Secret) => {
    const voucher = await reread(secret);
    if (!isClaiming(voucher)) throw new Error(`it is ${voucher.state.kind}`);
    return voucher.state.claim;
  };
  const hashOf = ({ world }: Given) => world.node.requests.at(-1)?.paymentHash ?? new Uint8Array();

  it.each<VoucherKind>(["voucher", "withdrawal"])(
    "pays a %s to the wallet that scans it, and leaves the rest with the issuer",
    async (kind) => {
      const given = await givenVouchers(database());
      const { issue, claim, later, reread, issuer, balance, outstanding, deps, breaches } = given;
      const secret = await issue(kind);
      expect(await balance(issuer)).toBe(kind === "voucher" ? FUNDS - 1_000_000n : FUNDS);
      const offer = await offerWithdraw(deps, secret.token);
      expect(offer).toMatchObject({ tag: "withdrawRequest", minWithdrawable: 990_000, maxWithdrawable: 990_000 });

      await claim(secret, { k1: offer.k1 });
      await later(5_000);

      const { state } = await reread(secret);
      expect(state).toMatchObject({ kind: "redeemed", by: undefined, fee: 1_500n, transfer: expect.any(String) });
      expect([await balance(issuer), await outstanding()]).toEqual([FUNDS - PAID, 0n]);
      await expect(offerWithdraw(deps, secret.token)).rejects.toMatchObject({ reason: "redeemed" });
      expect(await breaches()).toEqual([]);
    },
  );

  it("pays a voucher of 5 sat over a channel that costs nothing, and one of 1 sat as a whole", async () => {
    const { issue, claim, later, world, stateOf, deps, issuer, balance, outstanding, breaches } = await givenVouchers(
      database(),
    );
    world.node.plan = settles({ fee: msats(0n) });
    for (const [value, least, most] of [
      [5_000n, 4_000, 4_500],
      [1_000n, 1_000, 1_000],
    ] as const) {
      const before = await balance(issuer);
      const secret = await issue("voucher", { amount: msats(value) });
      const offer = await offerWithdraw(deps, secret.token);
      expect([offer.minWithdrawable, offer.maxWithdrawable]).toEqual([least, most]);
      await claim(secret, { invoice: world.invoice({ amount: msats(BigInt(most)) }).text });
      await later(5_000);
      expect([await stateOf(secret), await outstanding()]).toEqual(["redeemed", 0n]);
      expect(before - (await balance(issuer))).toBe(BigInt(most));
    }
    expect(world.node.requests.map(({ feeLimit }) => feeLimit)).toEqual([500n, 0n]);
    expect(await breaches()).toEqual([]);
  });

  it("takes the same invoice again, before and after it is paid, and no other one", async () => {
    const given = await givenVouchers(database());
    const { issue, claim, later, world, stateOf, redeem, revoke, breaches } = given;
    world.node.plan = holds();
    const secret = await issue();
    const invoice = await claim(secret);
    await claim(secret, { invoice });
    await expect(claim(secret)).rejects.toMatchObject({ reason: "claiming" });
    await expect(redeem(secret)).rejects.toMatchObject({ code: "voucher_claiming" });
    await expect(revoke(secret)).rejects.toMatchObject({ code: "voucher_claiming" });

    await world.settled();
    world.node.paying.settle(hashOf(given));
    await later(6 * 60_000);
    expect(await stateOf(secret)).toBe("redeemed");
    await claim(secret, { invoice });
    await expect(claim(secret)).rejects.toMatchObject({ reason: "redeemed" });
    expect(world.node.requests).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });

  it("lets one of many wallets that scan one QR code win", async () => {
    const { issue, claim, later, world, deps, stateOf, issuer, balance, breaches } = await givenVouchers(database());
    const secret = await issue();
    const other = { ...deps, batch: database().batchOn(machineClock) };
    const scans = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => claim(secret, { on: i % 2 ? deps : other })),
    );
    await later(5_000);
    expect(scans.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stateOf(secret)).toBe("redeemed");
    expect(world.node.requests).toHaveLength(1);
    expect(await balance(issuer)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("refuses what is not an invoice for it, and stays open", async () => {
    const { issue, claim, world, stateOf, outstanding } = await givenVouchers(database());
    const secret = await issue();
    const text = (options: Partial<Parameters<typeof world.invoice>[0]>) =>
      world.invoice({ amount: MOST, ...options }).text;
    const cases: readonly [Parameters<typeof claim>[1], string][] = [
      [{ k1: "00".repeat(32) }, "unknown"],
      [{ invoice: "lnbc1" }, "invoice"],
      [{ invoice: text({ amount: sats(991n) }) }, "invoice"],
      [{ invoice: text({ amount: sats(989n) }) }, "invoice"],
      [{ invoice: text({ amount: undefined }) }, "invoice"],
      [{ invoice: text({ network: "mainnet" }) }, "invoice"],
      [{ invoice: text({ timestamp: new Date(Date.now() - 2 * HOUR) }) }, "invoice"],
      [{ invoice: text({ minFinalCltvExpiry: 289 }) }, "invoice"],
    ];
    for (const [changes, reason] of cases) await expect(claim(secret, changes)).rejects.toMatchObject({ reason });
    for (const token of ["", "A".repeat(22), `${secret.token}x`])
      await expect(claim({ token })).rejects.toMatchObject({ reason: "unknown" });
    expect([await stateOf(secret), await outstanding()]).toEqual(["open", 1_000_000n]);
  });

  it("is open again when the payment has provably failed, for the same and for another invoice", async () => {
    const { issue, claim, later, world, stateOf, outstanding, issuer, balance, breaches } = await givenVouchers(
      database(),
      { node: { retriesFailed: true } },
    );
    world.node.plan = fails("no_route");
    const secret = await issue();
    const invoice = await claim(secret);
    await later(5_000);
    expect([await stateOf(secret), await outstanding()]).toEqual(["open", 1_000_000n]);
    await claim(secret);
    await later(5_000);
    expect(await stateOf(secret)).toBe("open");
    expect(await breaches()).toEqual([]);

    world.node.plan = { act: { kind: "pay" }, answer: { kind: "prompt" } };
    await claim(secret, { invoice });
    await later(5_000);
    expect([await stateOf(secret), await outstanding(), await balance(issuer)]).toEqual(["redeemed", 0n, FUNDS - PAID]);
    expect(await breaches()).toEqual([]);
  });

  it.each(["settled", "failed"] as const)(
    "waits for hours for a payment whose outcome is not known, beyond its own expiry, and then it is %s",
    async (end) => {
      const given = await givenVouchers(database());
      const { issue, claim, later, world, stateOf, revoke, outstanding, issuer, balance, breaches } = given;
      world.node.plan = holds();
      const secret = await issue("voucher", { expirySeconds: 600 });
      await claim(secret);
      for (let hour = 0; hour < 4; hour += 1) {
        await later(HOUR);
        expect(await stateOf(secret)).toBe("claiming");
        await expect(revoke(secret)).rejects.toMatchObject({ code: "voucher_claiming" });
        expect(await outstanding()).toBe(0n);
        expect(await breaches()).toEqual([]);
      }
      if (end === "settled") world.node.paying.settle(hashOf(given));
      else world.node.paying.giveBack(hashOf(given));
      await later(10 * 60_000);
      await later(10 * 60_000);
      const [state, left] = end === "settled" ? ["redeemed", FUNDS - PAID] : ["expired", FUNDS];
      expect([await stateOf(secret), await balance(issuer), await outstanding()]).toEqual([state, left, 0n]);
      expect(await breaches()).toEqual([]);
    },
  );

  it("keeps its claim when the node is away, and ends it when the node is back", async () => {
    const { issue, claim, later, world, stateOf, outstanding, breaches } = await givenVouchers(database());
    world.node.plan = cut({ act: { kind: "pay" }, answer: { kind: "prompt" } });
    const secret = await issue();
    await claim(secret);
    await world.settled();
    expect(await stateOf(secret)).toBe("claiming");
    await later(10 * 60_000);
    expect([await stateOf(secret), await outstanding()]).toEqual(["redeemed", 0n]);
    expect(world.node.requests).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });

  it.each<VoucherKind>(["voucher", "withdrawal"])(
    "has a %s redeemed in the moment in which its payment is finished, and not only when it is due",
    async (kind) => {
      const { issue, claim, world, stateOf, deps, breaches } = await givenVouchers(database());
      const loop: Scheduler["loop"] = () => ({ wake: () => undefined, stop: async () => undefined }); // never runs
      voucherLoop({ ...deps, look: noLook, scheduler: { ...deps.scheduler, loop } });
      const [paid, failed] = [await issue(kind), await issue(kind)];
      await claim(paid);
      await world.settled();
      expect(await stateOf(paid)).toBe("redeemed");

      world.node.plan = fails();
      await claim(failed);
      await world.settled();
      expect(await stateOf(failed)).toBe("open");
      expect(await breaches()).toEqual([]);
    },
  );

  it("is open again when the payment is refused, and a late call cannot pay it any more", async () => {
    const given = await givenVouchers(database());
    const { issue, claim, world, stateOf, outstanding, deps, issuer, breaches } = given;
    const secret = await issue();
    await whilePaused(database(), async () => {
      await expect(claim(secret)).rejects.toMatchObject(CANNOT_PAY);
    });
    expect(await stateOf(secret)).toBe("open");

    // A process that stopped between claim and payment, while another one found that nothing can be paid.
    const dying = { ...deps, reached: diesAt("after-claim") };
    await expect(claim(secret, { on: dying })).rejects.toThrow("the process died");
    const { paymentId: id, invoice = "", amount } = await claimOf(given, secret);
    await whilePaused(database(), async () => await given.later(5_000));
    expect(await stateOf(secret)).toBe("open");
    const payer = { account: 13n as typeof issuer.wallet.account, wallet: undefined };
    const origin = { kind: "voucher", id: secret.voucher.id } as const;
    const late = payForOrigin(deps, { id, payer, fundedBy: undefined, origin, invoice, amount, feeLimit: sats(10n) });
    await expect(late).rejects.toMatchObject({ code: "payment_not_found" });
    expect([world.node.requests.length, await outstanding()]).toEqual([0, 1_000_000n]);
    expect(await breaches()).toEqual([]);
  });

  it.each<VoucherKind>(["voucher", "withdrawal"])(
    "is open again where a %s is more than a payment of the service may send",
    async (kind) => {
      const { issue, claim, later, world, stateOf, breaches } = await givenVouchers(database());
      const secret = await issue(kind);
      const { admin } = database();
      try {
        await admin.query(sql`select ledger.set_service_limits(1000, null, null, null)`);
        await expect(claim(secret)).rejects.toMatchObject(CANNOT_PAY);
        expect([await stateOf(secret), world.node.requests]).toEqual(["open", []]);
      } finally {
        await admin.query(sql`select ledger.set_service_limits(null, null, null, null)`);
      }
      await claim(secret);
      await world.settled();
      await later(5_000);
      expect(await stateOf(secret)).toBe("redeemed");
      expect(await breaches()).toEqual([]);
    },
  );

  it("gives one invoice to one of two vouchers", async () => {
    const { issue, claim, later, world, stateOf, breaches } = await givenVouchers(database());
    const [first, second] = [await issue(), await issue()];
    world.node.plan = holds();
    const invoice = await claim(first);
    await expect(claim(second, { invoice })).rejects.toMatchObject({
      reason: "not_paid",
      message: "another payment of the same payment hash is pending",
    });
    await later(1_000);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["claiming", "open"]);
    expect(await breaches()).toEqual([]);
  });

  it("pays a charge of this service inside the ledger", async () => {
    const { issue, claim, later, world, taker, deps, issuer, balance, outstanding, breaches } = await givenVouchers(
      database(),
    );
    const { charge } = await createCharge(
      { ...world.drive, ...deps },
      { caller: taker, amount: MOST, description: "mine", expirySeconds: 3_600 },
    );
    const secret = await issue();
    await claim(secret, { invoice: charge.invoice });
    await later(5_000);
    expect([await balance(taker), await balance(issuer), await outstanding()]).toEqual([MOST, FUNDS - MOST, 0n]);
    expect(await breaches()).toEqual([]);
  });

  it("tells the taker of a withdrawal request that the sender cannot pay, without a number of the sender, and is claimed when it is not", async () => {
    const { issue, claim, later, revoke, stateOf, issuer, balance, breaches } = await givenVouchers(database());
    const secret = await issue("withdrawal");
    const all = await issue("voucher", { amount: sats(9_500n) });
    await expect(claim(secret)).rejects.toMatchObject(CANNOT_PAY);
    expect(await stateOf(secret)).toBe("open");
    await revoke(all);
    await claim(secret);
    await later(5_000);
    expect([await stateOf(secret), await balance(issuer)]).toEqual(["redeemed", FUNDS - PAID]);
    expect(await breaches()).toEqual([]);
  });

  it("does not tell the taker of a withdrawal request what the limits of the sender leave", async () => {
    const { issue, claim, stateOf, issuer, breaches } = await givenVouchers(database());
    const secret = await issue("withdrawal");
    await database().admin.query(sql`
      update ledger.account
         set limit_day = 777000
       where no = ${issuer.wallet.account}`);
    await expect(claim(secret)).rejects.toMatchObject(CANNOT_PAY);
    expect(await stateOf(secret)).toBe("open");
    expect(await breaches()).toEqual([]);
  });

  it("ends a withdrawal request that is never claimed, and moves nothing", async () => {
    const { issue, claim, later, stateOf, issuer, balance, breaches } = await givenVouchers(database());
    const secret = await issue("withdrawal", { expirySeconds: 60 });
    await later(2 * 60_000);
    expect([await stateOf(secret), await balance(issuer)]).toEqual(["expired", FUNDS]);
    await expect(claim(secret)).rejects.toMatchObject({ reason: "expired" });
    expect(await breaches()).toEqual([]);
  });

  const crashes: readonly CrashPoint[] = [
    ...(["after-claim", "before-reserve", "after-reserve", "before-dispatch", "after-dispatch"] as const),
    ...(["before-finish", "after-finish", "before-end-claim"] as const),
  ];

  it.each(crashes)("is paid once when the process dies at %s and the next one goes on", async (point) => {
    const { issue, claim, later, world, deps, stateOf, issuer, balance, outstanding, breaches } = await givenVouchers(
      database(),
    );
    const secret = await issue("voucher", { expirySeconds: (30 * DAY) / 1_000 });
    const reached = diesAt(point);
    const dying = { ...deps, reached, driver: driverOf(() => ({ ...world.drive, reached })) };
    await claim(secret, { on: dying }).catch(() => undefined);
    await world.settled().catch(() => undefined);
    await later(3_000, dying).catch(() => undefined);
    for (let minute = 0; minute < 4; minute += 1) await later(60_000);

    expect([await stateOf(secret), world.node.requests.length]).toEqual(["redeemed", 1]);
    expect([await balance(issuer), await outstanding()]).toEqual([FUNDS - PAID, 0n]);
    expect(await breaches()).toEqual([]);
  });
});
