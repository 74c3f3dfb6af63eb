import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { findPayment, measurePayments, pay } from "#payments";
import { one, sql } from "#platform/database/db.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { createMetrics } from "#platform/metrics.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { watchSlots } from "#slices/payments/watch/watch-slots.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { claimByInvoice } from "#slices/vouchers/claim/claim-by-invoice.ts";
import { payToEmail } from "#slices/vouchers/email/pay-to-email.ts";
import { issueVouchers } from "#slices/vouchers/issue/issue-vouchers.ts";
import { k1OfToken } from "#slices/vouchers/model/secrets.ts";
import { emailDeps, projectOf } from "#slices/vouchers/testing/email.harness.ts";

const SLOTS = 400;
const NODE = SLOTS / 2;
const MINUTE = 60_000;
const ONE = sats(1n);
/** More than all slots there are. */
const MANY = 500;
/** On a slow machine. */
const PATIENCE_MS = 300_000;

/** So many at a time. */
async function inTurns<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let from = 0; from < count; from += 50) {
    const some = Array.from({ length: Math.min(50, count - from) }, (_, i) => work(from + i));
    done.push(...(await Promise.all(some)));
  }
  return done;
}

/** A service whose node has 400 slots, with somebody who holds what he is paid. */
async function givenService(database: DatabaseUnderTest) {
  const ramp = await givenRamp(database);
  const { world, clock } = ramp;
  const pendingMax = { wallet: 20, owner: 100, node: NODE };
  world.pay.pendingMax = () => pendingMax;
  // The deps of the ramp were made before.
  const deps = { ...ramp.deps, pendingMax: world.pay.pendingMax, baseUrl: "https://leyden.example" };
  const held = new Set<string>();
  world.node.plan = ({ invoice }) => (held.has(invoice) ? holds() : pays());

  /** An invoice of the attacker; `key`: of one node of his, else of one that nobody has seen before. */
  const heldInvoice = (amount: Msats, key: Uint8Array = randomBytes(32)): string => {
    const { text } = world.invoice({ amount, key });
    held.add(text);
    return text;
  };
  const payInvoice = async (caller: Caller, invoice: string, amount = ONE): Promise<PaymentId | undefined> => {
    const request = world.request(caller, { destination: { kind: "invoice", invoice }, amount, waitMs: 0 });
    return await pay(world.pay, request).then(
      ({ payment }) => payment.id,
      (error: { code: string }) => {
        expect(error.code).toBe("too_many_pending");
        return undefined;
      },
    );
  };
  const honest = (key: Uint8Array = randomBytes(32)) => world.invoice({ amount: ONE, key }).text;

  const stateOf = async (id: PaymentId | undefined) => id && (await findPayment(database.db, id))?.progress.kind;

  const claim = async (token: string, invoice: string) =>
    await claimByInvoice({ ...world.pay, baseUrl: deps.baseUrl }, { token, k1: k1OfToken(token), invoice }).then(
      () => true,
      () => false,
    );

  return {
    ...ramp,
    heldInvoice,
    payInvoice,
    claim,
    /** Pays `count` at once, each to a node of its own or all to the one with `key`; how many of them are completed. */
    async paysEverybody(caller: Caller, count: number, key?: Uint8Array): Promise<number> {
      const ids = await Promise.all(Array.from({ length: count }, () => payInvoice(caller, honest(key))));
      await world.settled();
      const states = await Promise.all(ids.map(stateOf));
      return states.filter((state) => state === "completed").length;
    },
    async issue(caller: Caller, kind: "voucher" | "withdrawal", count: number): Promise<string[]> {
      const voucher = { amount: sats(100n), description: "a gift", expirySeconds: 30 * 86_400 };
      const request = { caller, kind, operation: "test", vouchers: Array.from({ length: count }, () => voucher) };
      return (await issueVouchers(deps, request)).issued.map(({ token }) => token ?? "");
    },
    async issueByEmail(caller: Caller): Promise<string> {
      const email = emailAddress(`${world.drive.random.uuid()}@example.com`);
      const request = { caller, projectId: projectOf(caller), email, amount: sats(100n), comment: "" };
      await payToEmail(emailDeps(world.pay), request);
      const mails = await database.admin.query<{ text: string }>(sql`
        select body_text as text from mails.mail where recipient = ${email}`);
      return /\/claim#([\w-]{22})$/m.exec(one(mails).text)?.[1] ?? "";
    },
    watch: () => watchSlots({ ...world.drive, pendingMax: world.pay.pendingMax }),
    async page(): Promise<string> {
      const metrics = createMetrics({ process: false, clock });
      measurePayments(metrics, { db: database.db, clock, pendingMax: world.pay.pendingMax });
      return await metrics.render();
    },
    async slotsOf(caller: Caller): Promise<number> {
      const rows = await database.db.query<{ slots: number }>(sql`
        select count(*)::int as slots
          from payments.payment
         where funder_id = ${caller.wallet.owner.id}
           and state not in ('completed', 'failed')`);
      return one(rows).slots;
    },
    /** Purchases of people who have their bitcoin held. */
    async buyHeld(count: number): Promise<void> {
      const invoice = (query: URLSearchParams) => ({
        pr: heldInvoice(BigInt(query.get("amount") ?? "0") as Msats),
        routes: [],
      });
      for (let i = 0; i < count; i += 1)
        await ramp.authorized(await ramp.opened({ destination: world.recipient(`hodler-${i}`, { invoice }) }));
      for (let round = 0; round < 3; round += 1) await ramp.later(1_000, deps);
    },
  };
}

onDatabase("an attacker who holds all that he is paid", (database) => {
  it(
    "takes the slots of newcomers and his own, and everybody else goes on paying",
    async () => {
      const service = await givenService(database());
      const { world, caller: victim, later, paysEverybody, payInvoice, heldInvoice, issue, claim, slotsOf } = service;
      const [big, small] = [await world.project("big", sats(1_000_000n)), await world.project("small", sats(10_000n))];
      for (const [owner, payments] of [
        [victim, 10],
        [big, 25],
        [small, 5],
      ] as const)
        for (let paid = 0; paid < payments; paid += 5) expect(await paysEverybody(owner, 5)).toBe(5);
      const bought = await service.authorized();
      await service.later();
      await service.later();
      expect(await service.stateOf(bought)).toBe("completed");
      await service.watch();

      const everybodyPays = async () => {
        expect([await paysEverybody(victim, 18), await paysEverybody(big, 20), await paysEverybody(small, 10)]).toEqual(
          [18, 20, 10],
        );
        const [voucher = "", link = ""] = [
          ...(await issue(victim, "voucher", 1)),
          ...(await issue(big, "withdrawal", 1)),
        ];
        for (const token of [voucher, link])
          expect(await claim(token, world.invoice({ amount: sats(90n), key: randomBytes(32) }).text)).toBe(true);
        await world.settled();
      };

      // Two payments of 1 sat to somebody who holds them: the project that was blocked for nothing.
      const node = randomBytes(32);
      for (let i = 0; i < 2; i += 1) expect(await payInvoice(victim, heldInvoice(ONE, node))).toBeDefined();
      await world.settled();
      await later(11 * MINUTE);
      await everybodyPays();

      // Fresh wallets.
      const wallets = await inTurns(MANY, async (i) => await world.project(`sybil ${i}`, sats(50n)));
      const taken = await inTurns(MANY, async (i) => await payInvoice(wallets[i] ?? victim, heldInvoice(ONE)));
      await world.settled();
      const got = taken.filter((id) => id !== undefined).length;
      expect(got).toBeLessThanOrEqual(NODE / 2);
      expect(got).toBeGreaterThan(NODE / 4);
      await everybodyPays();
      await later(2 * MINUTE);
      await everybodyPays();

      // Vouchers, links and mails of projects of his: each project has one slot and no more.
      const projects = await Promise.all(["v", "l", "m"].map((name) => world.project(name, sats(500_000n))));
      const [ofVouchers = victim, ofLinks = victim, ofMails = victim] = projects;
      const secrets = [
        ...(await issue(ofVouchers, "voucher", MANY)),
        ...(await issue(ofLinks, "withdrawal", 100)),
        ...(await inTurns(100, () => service.issueByEmail(ofMails))),
      ];
      await inTurns(secrets.length, async (i) => await claim(secrets[i] ?? "", heldInvoice(sats(90n))));
      await world.settled();
      for (const project of projects) expect(await slotsOf(project)).toBeLessThanOrEqual(1);
      await everybodyPays();

      // On-ramp: they count on the operator, who sells, and not on the shop.
      await service.buyHeld(15);
      expect(await slotsOf(victim)).toBe(2);
      await later(2 * MINUTE);
      await everybodyPays();

      // The victim's own vouchers, taken to one node that holds: this node gets no more.
      const gifts = await issue(victim, "voucher", 20);
      await inTurns(gifts.length, async (i) => await claim(gifts[i] ?? "", heldInvoice(sats(90n), node)));
      await world.settled();
      await later(2 * MINUTE);
      expect(await payInvoice(victim, heldInvoice(ONE, node))).toBeUndefined();
      expect(await paysEverybody(small, 10)).toBe(10);

      // The operator sees who.
      await service.watch();
      const page = await service.page();
      const common = Number(/leyden_slots_taken\{part="common"\} (\d+)/.exec(page)?.[1]);
      expect(common).toBeGreaterThan(0.4 * NODE);
      expect(page).toContain(`leyden_slots_taken_by_owner{owner="${victim.wallet.owner.id}"}`);
      const holder = /leyden_payments_held_by_recipient\{recipient="(node [0-9a-f]{66})"\} (\d+)/.exec(page);
      expect(Number(holder?.[2])).toBeGreaterThanOrEqual(NODE / 20);
      const incidents = await database().db.query<{ detail: string }>(sql`
      select detail from incidents.incident where kind = 'recipient_holds'`);
      expect(incidents.map(({ detail }) => detail).join()).toContain(`${holder?.[1]} holds`);

      // He gives everything back: all slots are free again, purchases that waited are delivered, and the books agree.
      world.node.plan = pays();
      for (const { paymentHash, status } of world.node.paying.attempts)
        if (status.kind === "in_flight") world.node.paying.giveBack(paymentHash);
      await later(6 * MINUTE);
      await later(6 * MINUTE);
      expect(await service.page()).toContain("leyden_payments_pending 0");
      expect(await service.breaches()).toEqual([]);
    },
    PATIENCE_MS,
  );
});

onDatabase("an attacker among the customers of a node that many people are paid at", (database) => {
  it(
    "stops neither those who have paid before at that node, nor newcomers at others",
    async () => {
      const service = await givenService(database());
      const { world, later, paysEverybody, payInvoice, heldInvoice, slotsOf } = service;
      const hub = randomBytes(32);
      const owners = await Promise.all([1, 2, 3, 4, 5].map((i) => world.project(`owner ${i}`, sats(10_000n))));
      for (const owner of owners) expect(await paysEverybody(owner, 5)).toBe(5);
      await service.watch();
      const newcomer = async () => await world.project("newcomer", sats(100n));
      const ownersPayHub = async () => {
        for (const owner of owners) expect(await paysEverybody(owner, 15, hub)).toBe(15);
      };

      // Few owners: each takes what it may, and nobody else waits for it.
      const few = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => world.project(`few ${i}`, sats(1_000n))));
      for (const one of few) for (let i = 0; i < 20; i += 1) await payInvoice(one, heldInvoice(ONE, hub));
      await world.settled();
      await later(2 * MINUTE);
      for (const one of few) for (let i = 0; i < 20; i += 1) await payInvoice(one, heldInvoice(ONE, hub));
      const takenByFew = (await Promise.all(few.map(slotsOf))).reduce((sum, slots) => sum + slots, 0);
      expect(takenByFew).toBeLessThan((NODE / 2) * 0.75);
      await ownersPayHub();
      expect(await paysEverybody(await newcomer(), 1, hub)).toBe(1);

      // Fresh wallets, not all in one minute.
      const wallets = await inTurns(MANY, async (i) => await world.project(`sybil ${i}`, sats(50n)));
      const attack = async (some: readonly Caller[]): Promise<number> => {
        const taken = await inTurns(
          some.length,
          async (i) => await payInvoice(some[i] as Caller, heldInvoice(ONE, hub)),
        );
        await world.settled();
        await later(2 * MINUTE);
        return taken.filter((id) => id !== undefined).length;
      };
      const wanted = (NODE / 2) * 0.75 - takenByFew;
      expect(await attack(wallets.slice(0, wanted))).toBe(wanted);
      expect(await attack(wallets.slice(wanted))).toBe(0);
      await ownersPayHub();
      expect(await payInvoice(await newcomer(), heldInvoice(ONE, hub)), "the hub holds too much").toBeUndefined();
      expect(await paysEverybody(await newcomer(), 1)).toBe(1);

      world.node.plan = pays();
      for (const { paymentHash, status } of world.node.paying.attempts)
        if (status.kind === "in_flight") world.node.paying.giveBack(paymentHash);
      await later(6 * MINUTE);
      expect(await paysEverybody(await newcomer(), 5, hub)).toBe(5);
      expect(await service.breaches()).toEqual([]);
    },
    PATIENCE_MS,
  );
});
