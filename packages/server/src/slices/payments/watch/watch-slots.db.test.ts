import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay as accept } from "../accept/pay.ts";
import type { Payment } from "../model/payment.ts";
import { givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { watchSlots } from "./watch-slots.ts";

const ONE = sats(1n);
/** Of one owner a recipient may hold four, and a node 30 of the 40 common ones. */
const NODE = 80;

async function givenHolders(database: DatabaseUnderTest) {
  const driving = await givenDriving(database);
  const { world, clock, later } = driving;
  world.pay.pendingMax = () => ({ wallet: 20, owner: 100, node: NODE });
  world.node.plan = holds();
  const deps = { ...world.drive, pendingMax: world.pay.pendingMax };

  const send = async (caller: Caller, what: { invoice: string } | { lnAddress: string }): Promise<Payment> => {
    const to = "invoice" in what ? { destination: { kind: "invoice" as const, ...what } } : what;
    const { payment } = await accept(world.pay, world.request(caller, { ...to, amount: ONE, waitMs: 0 }));
    await world.settled();
    return payment;
  };
  return {
    ...driving,
    deps,
    payKey: (caller: Caller, key: Uint8Array) => send(caller, { invoice: world.invoice({ amount: ONE, key }).text }),
    payHost: (caller: Caller, lnAddress: string) => send(caller, { lnAddress }),
    newcomer: () => world.project("newcomer", sats(1_000n)),
    /** The node of the recipient gives these back. */
    async giveBack(count: number): Promise<void> {
      const held = world.node.paying.attempts.filter(({ status }) => status.kind === "in_flight");
      for (const { paymentHash } of held.slice(0, count)) world.node.paying.giveBack(paymentHash);
      await later(6 * MINUTE);
    },
    /** After two minutes; the subjects of the open incidents. */
    async watch(): Promise<string[]> {
      await later(2 * MINUTE);
      await watchSlots(deps);
      const open = await listOpenIncidents(database.db, 100);
      expect(open.map(({ kind, subjectKind }) => [kind, subjectKind])).toEqual(
        open.map(() => ["recipient_holds", "recipient"]),
      );
      return open.map(({ subject }) => subject);
    },
    /** Of all incidents of a recipient, whether each is open. */
    opened: async (subject: string) => (await listIncidentsOf(database.db, subject)).map(({ isOpen }) => isOpen),
    detailOf: async (subject: string) => (await listIncidentsOf(database.db, subject)).at(-1)?.detail,
    now: () => clock.now(),
  };
}

function alone(title: string, test: (database: DatabaseUnderTest) => Promise<void>): void {
  onDatabase("incidents of recipients that hold payments", (database) => {
    it(title, () => test(database()));
  });
}

alone(
  "there is one for a recipient, whatever its oldest payment is, until it holds less than half",
  async (database) => {
    const { caller, payKey, giveBack, watch, opened, detailOf, world } = await givenHolders(database);
    const key = randomBytes(32);
    const pay = async (count: number) => {
      for (let i = 0; i < count; i += 1) await payKey(caller, key);
    };
    await pay(3);
    expect(await watch()).toEqual([]);
    await pay(1);
    const [subject = "", ...others] = await watch();
    expect([subject, others]).toEqual([expect.stringMatching(/^node 0[23][0-9a-f]{64}$/), []]);
    expect(await detailOf(subject)).toBe(
      `${subject} holds 4 payments of owner ${caller.wallet.owner.id}; it gets no more of owner ${caller.wallet.owner.id}`,
    );

    await giveBack(1); // the oldest
    expect(await watch()).toEqual([subject]);
    await pay(1);
    expect(await watch()).toEqual([subject]);
    await giveBack(2);
    expect(await watch()).toEqual([subject]);
    expect(await opened(subject), "half of the limit is held").toEqual([true]);
    await giveBack(1);
    expect(await watch()).toEqual([]);
    expect(await opened(subject)).toEqual([false]);

    await pay(3);
    expect(await watch()).toEqual([subject]);
    expect(await opened(subject)).toEqual([false, true]);
    await giveBack(world.node.paying.attempts.length);
    expect(await watch()).toEqual([]);
  },
);

alone(
  "a server of addresses has one for the owner of whom it holds all it may, not for all together",
  async (database) => {
    const { caller, payHost, newcomer, watch, detailOf, world } = await givenHolders(database);
    const lnAddress = world.recipient("holder", {
      invoice: (query) => ({
        pr: world.invoice({ amount: BigInt(query.get("amount") ?? "0") as Msats, key: randomBytes(32) }).text,
        routes: [],
      }),
    });
    const other = await newcomer();
    for (const payer of [caller, other]) for (let i = 0; i < 3; i += 1) await payHost(payer, lnAddress);
    expect(await watch()).toEqual([]);
    await payHost(other, lnAddress);
    const subject = `host ${lnAddress.split("@")[1]}`;
    expect(await watch()).toEqual([subject]);
    expect(await detailOf(subject)).toContain(`it gets no more of owner ${other.wallet.owner.id}`);
  },
);

alone(
  "a node that holds the common slots that it may has one, and is told once by many processes",
  async (database) => {
    const { deps, payKey, newcomer, giveBack, watch, opened, detailOf } = await givenHolders(database);
    const key = randomBytes(32);
    for (let held = 0; held < 30; held += 2)
      for (let i = 0, one = await newcomer(); i < 2; i += 1) await payKeyOrWait(one);
    async function payKeyOrWait(one: Caller) {
      await payKey(one, key).catch(async (error: { code: string }) => {
        expect(error.code).toBe("too_many_pending"); // the half that is free for all is taken: one each
        await payKey(await newcomer(), key);
      });
    }
    await Promise.all(Array.from({ length: 4 }, () => watchSlots(deps))); // nothing is held before a minute has passed
    const [subject = ""] = await watch();
    await Promise.all(Array.from({ length: 4 }, () => watchSlots(deps)));
    expect(await opened(subject)).toEqual([true]);
    expect(await detailOf(subject)).toMatch(/holds 30 payments of \d+ owners, .*; it gets no more of owners without/);
    await giveBack(15);
    expect(await watch()).toEqual([subject]);
    await giveBack(6); // nor two of one owner
    expect(await watch()).toEqual([]);
  },
);
