import { randomBytes } from "node:crypto";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createCharge } from "#receiving";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { creditDeps, receiptsOf } from "#slices/receiving/testing/receiving.harness.ts";
import { givenNoLimits, givenUser } from "#slices/users/testing/users.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";

export type Everything = Awaited<ReturnType<typeof givenEverything>>;

/** A service with one thing of each kind that holds or moves money, in each state in which it may be: for damages. */
export async function givenEverything(database: DatabaseUnderTest) {
  await givenNoLimits(database);
  const vouchers = await givenVouchers(database);
  const ofVouchers = await someVouchers(database, vouchers);
  const ramp = await givenRamp(database);
  const ofRamp = await somePurchases(ramp);
  const ofPayments = await somePayments(ramp);
  const ofReceiving = await someCharges(database, ramp);
  const ofNode = await someBookings(database);
  const user = await givenUser(database, { emailIsVerified: true });
  const other = await givenUser(database, { emailIsVerified: true });
  const thief = await ramp.world.project("thief", sats(10n));
  await nowDue(database);
  await database.admin.query(sql`update users.level set applied = revision`); // as the job does
  const text = (id: unknown) => `'${id}'`;
  return {
    clock: ramp.clock,
    /** What the texts of damages name. */
    names: Object.fromEntries(
      Object.entries({
        ...ofVouchers,
        ...ofRamp,
        ...ofPayments,
        ...ofReceiving,
        ...ofNode,
        user: user.id,
        other: other.id,
      })
        .map(([name, id]) => [name, text(id)])
        .concat([
          ["thief", String(thief.wallet.account)],
          ["thiefWallet", text(thief.wallet.id)],
          ["thiefOwner", text(thief.wallet.owner.id)],
          ["victim", String(ramp.caller.wallet.account)],
          ["victimWallet", text(ramp.caller.wallet.id)],
          ["victimOwner", text(ramp.caller.wallet.owner.id)],
        ]),
    ) as Readonly<Record<string, string>>,
  };
}

type Vouchers = Awaited<ReturnType<typeof givenVouchers>>;
type Ramp = Awaited<ReturnType<typeof givenRamp>>;

async function someVouchers(database: DatabaseUnderTest, on: Vouchers) {
  const [open, redeemed, revoked, claiming] = [await on.issue(), await on.issue(), await on.issue(), await on.issue()];
  await on.redeem(redeemed);
  await on.revoke(revoked);
  const withdrawn = await on.issue("withdrawal");
  await on.claim(withdrawn);
  const asked = await on.issue("withdrawal");
  await on.later(5_000);
  const caller = await withPolicy(database, on.issuer, { daily: sats(10_000n) });
  await on.issueAll([{}], { caller });
  on.world.node.plan = holds();
  await on.claim(claiming);
  await on.world.settled();
  return {
    open: open.voucher.id,
    redeemed: redeemed.voucher.id,
    revoked: revoked.voucher.id,
    claiming: claiming.voucher.id,
    withdrawn: withdrawn.voucher.id,
    asked: asked.voucher.id,
  };
}

async function somePurchases(ramp: Ramp) {
  const quoted = await ramp.quoted();
  const bought = await ramp.authorized();
  await ramp.later();
  await ramp.later();
  ramp.world.node.plan = fails();
  const refunded = await ramp.authorized(await ramp.opened({ destination: ramp.world.recipient("another") }));
  await ramp.later();
  await ramp.later();
  ramp.world.node.plan = holds();
  const delivering = await ramp.authorized(await ramp.opened({ destination: ramp.world.recipient("third") }));
  await ramp.authorized(await ramp.opened({ destination: freshAddress() }));
  await ramp.later();
  await ramp.later();
  return { quoted: quoted.id, bought: bought.id, refunded: refunded.id, delivering: delivering.id };
}

async function somePayments({ world, pay }: Ramp) {
  const told = { callbackUrl: "https://shop.example/paid" };
  world.node.plan = settles({ fee: msats(7n) });
  const completed = await pay(told);
  world.node.plan = fails();
  const failed = await pay(told);
  world.node.plan = holds();
  const pending = await pay(told);
  const payee = await world.project("payee", msats(0n));
  const internal = await pay({ destination: { kind: "wallet", walletId: payee.wallet.id } });
  return { completed: completed.id, failed: failed.id, pending: pending.id, internal: internal.id };
}

async function someCharges(database: DatabaseUnderTest, { world, caller }: Ramp) {
  const make = async () => {
    const asked = { caller, amount: sats(100n), description: "an order", expirySeconds: 3_600 };
    return (await createCharge({ ...world.drive, ...world.pay }, asked)).charge;
  };
  const credit = (paymentHash: Uint8Array, amount: Msats) =>
    creditReceipt(creditDeps(database), { paymentHash, amount, cost: msats(5n), settledAt: new Date() }, undefined);
  const [charge, paid] = [await make(), await make()];
  await credit(paid.paymentHash, paid.amount);
  const unknown = randomBytes(32);
  await credit(unknown, sats(7n));
  const receiptOf = async (hash: Uint8Array) => (await receiptsOf(database, hash))[0]?.id;
  return {
    charge: charge.id,
    paid: paid.id,
    receipt: await receiptOf(paid.paymentHash),
    suspended: await receiptOf(unknown),
  };
}

/** A node of ours with equity, a foreign payment and a booking of the operator. */
async function someBookings({ admin }: DatabaseUnderTest) {
  const random = machineRandom();
  const [equity, foreign, booking] = [random.uuid(), random.uuid(), random.uuid()];
  await admin.query(sql`
    insert into lightning.node (id, node_id, network, instance_id, bound_at)
    values (1, 'us', 'regtest', ${random.uuid()}, now())`);
  await admin.query(sql`
    select * from lightning.book_equity_many(now(), array[${equity}]::uuid[], array[90000000000::bigint], array[1000000::bigint])`);
  await admin.query(sql`insert into lightning.foreign_payment values (sha256('foreign'), 1000, now())`);
  await admin.query(sql`
    select * from lightning.book_foreign_many(
      now(), array[sha256('foreign')], array[${foreign}]::uuid[], array[1000::bigint], array[1::bigint], array['mine'], array[null]::uuid[])`);
  await admin.query(sql`
    select * from lightning.book_operator_many(
      now(), array[${booking}]::uuid[], array['equity_deposit'], array[5000::bigint], array['more'], array[false])`);
  return { equity, foreign, booking };
}

/** What one of the worlds has put off for the next one. */
async function nowDue({ admin }: DatabaseUnderTest): Promise<void> {
  await admin.query(sql`update payments.payment set due_at = now() where due_at > now() + interval '1 year'`);
  await admin.query(sql`update vouchers.voucher set due_at = expires_at where due_at > now() + interval '1 year'`);
  await admin.query(sql`update vouchers.voucher set due_at = now() where state = 'claiming'`);
}
