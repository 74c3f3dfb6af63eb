import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { newId, type WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { answersLostOnce, FUNDS, givenDriving, withUniqueInternalIds } from "../testing/driving.harness.ts";
import { pay } from "./pay.ts";

onDatabase("a payment to another wallet of this service", (database) => {
  const to = ({ wallet }: Pick<Caller, "wallet">) =>
    ({ destination: { kind: "wallet", walletId: wallet.id } }) as const;

  it("is completed in the answer, without a fee and without the node", async () => {
    const { world, caller, reread, breaches } = await givenDriving(database());
    const payee = await world.project("payee", msats(0n));

    const { payment } = await pay(world.pay, world.request(caller, { ...to(payee), amount: sats(70n) }));

    expect(payment).toMatchObject({ ...to(payee), feeLimit: 0n, progress: { kind: "completed", fee: 0n } });
    expect(await reread(payment)).toEqual(payment);
    expect([await world.balance(caller), await world.balance(payee)]).toEqual([FUNDS - 70_000n, 70_000n]);
    expect(world.node.requests).toHaveLength(0);
    expect(await breaches()).toEqual([]);
  });

  it("is refused to itself and to a wallet that does not exist, and nothing moves", async () => {
    const { world, caller } = await givenDriving(database());
    const request = (wallet: Pick<Caller, "wallet">) => pay(world.pay, world.request(caller, to(wallet)));
    const stranger = { wallet: { ...caller.wallet, id: newId<WalletId>(world.drive.random) } };

    await expect(request(caller)).rejects.toMatchObject({ code: "self_payment", status: 400 });
    await expect(request(stranger)).rejects.toMatchObject({ code: "wallet_not_found", status: 404 });
    expect(await world.balance(caller)).toBe(FUNDS);
  });

  it("is refused above what the recipient's wallet may hold, and above what the payer has", async () => {
    const { world, caller } = await givenDriving(database());
    const payee = await world.project("payee", msats(0n));
    await database().admin.query(sql`
      update ledger.account set max_balance = 50000 where no = ${payee.wallet.account}`);
    const request = (amount: bigint) => pay(world.pay, world.request(caller, { ...to(payee), amount: sats(amount) }));

    await expect(request(51n)).rejects.toMatchObject({
      code: "receive_limit_exceeded",
      message: expect.not.stringMatching(/\d/),
      details: [],
    });
    await request(50n);
    await expect(request(1n)).rejects.toMatchObject({ code: "receive_limit_exceeded" });
    await expect(request(100_000n)).rejects.toMatchObject({ code: "insufficient_funds" });
    expect([await world.balance(caller), await world.balance(payee)]).toEqual([FUNDS - 50_000n, 50_000n]);
  });

  it("lets 64 parallel ones of the whole balance, from two processes, move it once", async () => {
    const { world, breaches } = await givenDriving(database());
    const [caller, payee] = [await world.project("payer", sats(1_000n)), await world.project("payee", msats(0n))];
    const other = database().batchOn(machineClock);

    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        pay(
          i % 2 === 0 ? world.pay : { ...world.pay, batch: other },
          world.request(caller, { ...to(payee), amount: sats(1_000n) }),
        ),
      ),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["insufficient_funds"]));
    expect([await world.balance(caller), await world.balance(payee)]).toEqual([0n, 1_000_000n]);
    expect(await breaches()).toEqual([]);
  });

  it("is answered again to its key and its internalId, also when each answer of the database is lost once", async () => {
    const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const { world, breaches } = driving;
    const caller = withUniqueInternalIds(driving.caller);
    const [payee, another] = [await world.project("payee", msats(0n)), await world.project("another", msats(0n))];
    const asked = { ...to(payee), amount: sats(7n), internalId: "order", idempotencyKey: "key" };
    const request = (input: object) => pay(world.pay, world.request(caller, { ...asked, ...input }));

    const { payment, replayed } = await request({});
    expect(replayed).toBe(false);
    for (const again of [{}, { idempotencyKey: undefined }])
      expect(await request(again)).toMatchObject({ replayed: true, payment: { id: payment.id } });
    for (const other of [to(another), { ...to(another), idempotencyKey: undefined }, { amount: sats(8n) }])
      await expect(request(other)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect([await world.balance(payee), await world.balance(another)]).toEqual([7_000n, 0n]);
    expect(await breaches()).toEqual([]);
  });
});
