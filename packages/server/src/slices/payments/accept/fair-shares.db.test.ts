import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import type { Payment } from "../model/payment.ts";
import type { PendingMax } from "../store/batched.ts";
import { countPending } from "../store/payments.ts";
import { updateShares } from "../store/shares.ts";
import { type Driving, diesAt, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { pay as accept } from "./pay.ts";

const HOUR = 60 * MINUTE;
const NODE = 200; // half of 400 slots
const ONE = sats(1n);

/** Names the limit, and tells what to do. */
const refusedBy = (limit: string) => ({
  code: "too_many_pending",
  status: 429,
  details: [{ field: limit, issue: expect.stringMatching(/^(Wait|Try)/) }],
});

async function givenShares(database: DatabaseUnderTest, max: Partial<PendingMax> = {}) {
  const driving = await givenDriving(database);
  const { world, clock } = driving;
  const pendingMax = { wallet: 20, owner: 100, node: NODE, ...max };
  world.pay.pendingMax = () => pendingMax;

  const payTo = async (caller: Caller, invoice: string): Promise<Payment> => {
    const request = world.request(caller, { destination: { kind: "invoice", invoice }, amount: ONE, waitMs: 0 });
    const { payment } = await accept(world.pay, request);
    await world.settled();
    return payment;
  };
  /** Pays somebody whose node has this key; undefined: somebody new. */
  const pay = (caller: Caller, key: Uint8Array = randomBytes(32)) =>
    payTo(caller, world.invoice({ amount: ONE, key }).text);

  return {
    ...driving,
    pay,
    payTo,
    /** As many as there is place for, one after another. */
    async payAll(caller: Caller, wanted: number): Promise<number> {
      for (let made = 0; made < wanted; made += 1) {
        const refused = await pay(caller).then(
          () => undefined,
          (error: { code: string }) => error.code,
        );
        if (refused !== undefined) {
          expect(refused).toBe("too_many_pending");
          return made;
        }
      }
      return wanted;
    },
    /** Nothing drives the payments, so that each stays pending and is held by nobody. */
    stopDriving: () => {
      world.pay.driver = undefined;
    },
    newcomer: async (funds: Msats = sats(100_000n)) => await world.project("newcomer", funds),
    /** An owner with so many payments in the last 30 days. */
    async owner(payments: number, day = clock.now()): Promise<Caller> {
      const owner = await world.project("owner", sats(100_000n));
      await database.admin.query(sql`
        insert into payments.completed_day (funder_id, day, payments)
        values (${owner.wallet.owner.id}, (${day}::timestamptz at time zone 'utc')::date, ${payments})`);
      await updateShares(database.db, clock.now());
      return owner;
    },
    /** Every recipient gives back what it holds. */
    async giveBack(): Promise<void> {
      for (const { paymentHash, status } of world.node.paying.attempts)
        if (status.kind === "in_flight") world.node.paying.giveBack(paymentHash);
      await driving.later(6 * MINUTE);
      expect((await countPending(database.db, clock.now())).pending).toBe(0);
    },
  };
}

/** A test with a database of its own: what one leaves pending would take slots of the next. */
function alone(title: string, test: (database: DatabaseUnderTest) => Promise<void>): void {
  onDatabase("fair shares of the node's slots", (database) => {
    it(title, () => test(database()));
  });
}

const hold = ({ world }: Pick<Driving, "world">) => {
  world.node.plan = holds();
};

alone("a project goes on paying everybody else while a recipient holds two of its payments", async (database) => {
  const shares = await givenShares(database);
  const { world, caller, later, pay, kindOf } = shares;
  const holder = randomBytes(32);
  hold(shares);
  await pay(caller, holder);
  await pay(caller, holder);
  world.node.plan = settles();
  for (const passed of [0, 11 * MINUTE, 12 * HOUR, 24 * HOUR]) {
    await later(passed);
    const payments = await Promise.all(Array.from({ length: 18 }, () => pay(caller)));
    expect(await Promise.all(payments.map(kindOf))).toEqual(Array(18).fill("completed"));
  }
});

alone(
  "a recipient that holds a twentieth of the slots gets no more from this payer, and all others do",
  async (database) => {
    const shares = await givenShares(database);
    const { caller, later, pay, newcomer } = shares;
    const holder = randomBytes(32);
    hold(shares);
    for (let i = 0; i < NODE / 20; i += 1) await pay(caller, holder);
    await pay(caller, holder); // nothing is held before a minute has passed
    await later(2 * MINUTE);

    await expect(pay(caller, holder)).rejects.toMatchObject(refusedBy("recipient"));
    await pay(await newcomer(), holder); // many people may be paid at this key
    await pay(caller);
    await shares.giveBack();
    await pay(caller, holder);
  },
);

alone("a node that holds three quarters of the common slots gets earned ones alone", async (database) => {
  const shares = await givenShares(database, { node: 32 }); // 16 common ones, of which it may hold 12
  const { later, pay, newcomer } = shares;
  const holder = randomBytes(32);
  hold(shares);
  for (let i = 0; i < 4; i += 1) for (let j = 0, one = await newcomer(); j < 2; j += 1) await pay(one, holder);
  for (let i = 8; i < 11; i += 1) await pay(await newcomer(), holder);
  const owner = await shares.owner(10);
  await pay(owner, holder); // it has earned this slot, which counts on nobody else
  await later(2 * MINUTE);
  await pay(await newcomer(), holder);
  await later(2 * MINUTE);

  await expect(pay(await newcomer(), holder)).rejects.toMatchObject(refusedBy("recipient"));
  await pay(owner, holder);
  await pay(await newcomer());
  await shares.giveBack();
  await pay(await newcomer(), holder);
});

alone(
  "a server of addresses is refused to the payer whose payments it holds, whatever nodes are behind it",
  async (database) => {
    const shares = await givenShares(database);
    const { world, caller, later, newcomer } = shares;
    const lnAddress = world.recipient("holder", {
      invoice: (query) => ({
        pr: world.invoice({ amount: BigInt(query.get("amount") ?? "0") as Msats, key: randomBytes(32) }).text,
        routes: [],
      }),
    });
    const payAddress = (by: Caller, to = lnAddress) =>
      accept(world.pay, world.request(by, { lnAddress: to, amount: ONE, waitMs: 0 }));
    hold(shares);
    for (let i = 0; i < NODE / 20; i += 1) await payAddress(caller);
    await world.settled();
    await later(2 * MINUTE);

    await expect(payAddress(caller, "another@example.com")).rejects.toMatchObject(refusedBy("recipient"));
    await payAddress(await newcomer()); // a tenant of a large server stops nobody else's payments to it
    await shares.pay(caller);
    await world.settled();
  },
);

alone("what is held does not count on the limits of wallet and owner, and on the share it does", async (database) => {
  const shares = await givenShares(database, { wallet: 3, owner: 4 });
  const { caller, later, pay } = shares;
  hold(shares);
  for (let i = 0; i < 3; i += 1) await pay(caller);
  await expect(pay(caller)).rejects.toMatchObject(refusedBy("wallet"));
  for (let held = 3; held < NODE / 4; held += 3) {
    await later(2 * MINUTE);
    for (let i = 0; i < 3; i += 1) if (held + i < NODE / 4) await pay(caller);
  }
  await later(2 * MINUTE);
  await expect(pay(caller)).rejects.toMatchObject(refusedBy("share"));
});

alone("newcomers have half of the slots: as many as they like while most are free, then one each", async (database) => {
  const shares = await givenShares(database, { wallet: NODE, owner: NODE });
  shares.stopDriving();
  const { caller, payAll, pay, newcomer } = shares;
  expect(await payAll(caller, NODE)).toBe(NODE / 4);
  await expect(pay(caller)).rejects.toMatchObject(refusedBy("share"));
  for (let taken = NODE / 4; taken < NODE / 2; taken += 1) expect(await payAll(await newcomer(), 2)).toBe(1);
  await expect(pay(await newcomer())).rejects.toMatchObject(refusedBy("node"));
  await expect(pay(caller)).rejects.toMatchObject(refusedBy("node"));

  const owner = await shares.owner(1);
  expect(await payAll(owner, NODE)).toBe(NODE / 2);
  await expect(pay(owner)).rejects.toMatchObject(refusedBy("node"));
});

alone("the other half is for owners with payments of the last 30 days, in proportion", async (database) => {
  const shares = await givenShares(database, { wallet: NODE, owner: NODE });
  shares.stopDriving();
  const { payAll, newcomer, clock } = shares;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * HOUR);
  const [old, forgotten] = [await shares.owner(600, daysAgo(29)), await shares.owner(999, daysAgo(30))];
  const [small, busy] = [await shares.owner(100), await shares.owner(5_000_000)]; // a day counts 1,000
  for (let taken = 0; taken < NODE / 2; taken += 1) await payAll(await newcomer(), 1);

  const [half, whole] = [NODE / 2, 600 + 100 + 1_000];
  expect(await payAll(forgotten, 2)).toBe(0);
  expect(await payAll(busy, NODE)).toBe(Math.floor((half * 1_000) / whole));
  expect(await payAll(small, NODE)).toBe(Math.floor((half * 100) / whole));
  expect(await payAll(old, NODE)).toBe(Math.floor((half * 600) / whole));
});

alone("slots are earned by what was paid over Lightning, and by nothing else", async (database) => {
  const shares = await givenShares(database);
  const { world, caller, later, pay, payTo, newcomer } = shares;
  const other = await newcomer();
  world.pay.recipientOf = async ({ host }) => (host === "leyden.example" ? other.wallet : undefined);
  const earned = async ({ wallet }: Caller) => {
    const rows = await database.db.query<{ payments: number }>(sql`
      select coalesce(sum(payments), 0)::int as payments
        from payments.completed_day
       where funder_id = ${wallet.owner.id}`);
    return one(rows).payments;
  };
  world.node.plan = settles();
  const { text } = world.invoice({ amount: ONE });
  await payTo(caller, text);
  await world.settled();
  await expect(payTo(caller, text)).rejects.toMatchObject({ code: "invoice_already_paid" });
  await accept(world.pay, world.request(caller, { lnAddress: "other@leyden.example", amount: ONE }));
  hold(shares);
  await pay(caller);
  await world.settled();
  await later(MINUTE);
  expect([await earned(caller), await earned(other)]).toEqual([1, 0]);
  await shares.giveBack();
  expect(await earned(caller), "what failed earns nothing").toBe(1);

  await updateShares(database.db, shares.clock.now());
  const rows = await database.db.query(sql`select funder_id, millionths from payments.share`);
  expect(rows).toEqual([{ funder_id: caller.wallet.owner.id, millionths: 1_000_000 }]);
});

alone("of many requests in two processes the last slot goes to one, and refused ones take none", async (database) => {
  const shares = await givenShares(database);
  shares.stopDriving();
  const { world, clock, newcomer } = shares;
  const common = NODE / 2;
  for (let taken = 0; taken < common - 1; taken += 1) await shares.pay(await newcomer(sats(100n)));
  const [owner, racers] = [await shares.owner(5), await Promise.all([1, 2, 3, 4].map(() => newcomer()))];
  const processes = [world.pay, { ...world.pay, batch: database.batchOn(clock) }];
  const race = async (by: Caller, i: number) => {
    const { text: invoice } = world.invoice({ amount: ONE, key: randomBytes(32) });
    const request = world.request(by, { destination: { kind: "invoice", invoice }, amount: ONE, waitMs: 0 });
    return await accept(processes[i % 2] ?? world.pay, request);
  };
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => race(racers[i % 4] ?? owner, i >> 2)).concat(
      Array.from({ length: 20 }, (_, i) => race(owner, i)),
    ),
  );
  const won = (some: typeof results) => some.filter(({ status }) => status === "fulfilled").length;
  expect(won(results.slice(0, 40))).toBe(1);
  expect(won(results.slice(40))).toBe(20);
});

alone("what the limit of a wallet refuses takes no slot from others in the same call", async (database) => {
  const shares = await givenShares(database, { wallet: 3 });
  shares.stopDriving();
  const { world, caller, newcomer } = shares;
  const others = await Promise.all(Array.from({ length: 20 }, () => newcomer(sats(100n))));
  const results = await Promise.allSettled(
    [...Array<Caller>(NODE).fill(caller), ...others].map((by) => {
      const destination = {
        kind: "invoice",
        invoice: world.invoice({ amount: ONE, key: randomBytes(32) }).text,
      } as const;
      return accept(world.pay, world.request(by, { destination, amount: ONE, waitMs: 0 }));
    }),
  );
  const won = (some: typeof results) => some.filter(({ status }) => status === "fulfilled").length;
  expect([won(results.slice(0, NODE)), won(results.slice(NODE))]).toEqual([3, others.length]);
});

alone("an invoice of our own node is paid while all slots are taken: it takes none", async (database) => {
  const shares = await givenShares(database, { node: 4 });
  const { world, payTo, payAll, newcomer, kindOf } = shares;
  hold(shares);
  for (let taken = 0; taken < 2; taken += 1) expect(await payAll(await newcomer(), 1)).toBe(1);
  expect(await payAll(await newcomer(), 1)).toBe(0);
  const draft = { amount: ONE, description: "order", expirySeconds: 3_600 };
  const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller: await newcomer(), ...draft });
  expect(await kindOf(await payTo(await newcomer(), charge.invoice))).toBe("completed");
});

alone("slots that a dead process took come back when its payments end", async (database) => {
  const shares = await givenShares(database, { node: 8 }); // two common slots for one payer, four in all
  const { world, caller, payAll, newcomer, later, breaches } = shares;
  hold(shares);
  const dying = { ...world.pay, reached: diesAt("after-reserve") };
  const { text: invoice } = world.invoice({ amount: ONE });
  const request = world.request(caller, { destination: { kind: "invoice", invoice }, amount: ONE, waitMs: 0 });
  await expect(accept(dying, request)).rejects.toThrow("the process died");
  expect(await payAll(caller, 5)).toBe(1);
  expect(await payAll(await newcomer(), 5)).toBe(1);
  expect(await payAll(await newcomer(), 5)).toBe(1);
  expect(await payAll(await newcomer(), 5)).toBe(0);

  world.node.plan = settles();
  await later(2 * MINUTE); // another process takes over what the dead one has reserved
  expect(await payAll(await newcomer(), 5)).toBe(5);
  await world.settled();
  expect(await breaches()).toEqual([]);
});
