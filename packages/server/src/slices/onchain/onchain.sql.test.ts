import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { listIncidentsOf } from "#incidents";
import type { PaymentId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import type { OnchainStatus } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf, withoutTimes } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { invariants } from "./invariants.ts";
import { workDueOnchain } from "./jobs.ts";
import { ONCHAIN_OVERDUE_MS } from "./model/next-step.ts";
import type { OnchainRequest } from "./model/onchain-payment.ts";
import type { OnchainDeps } from "./pay/deps.ts";
import { driveOnchain } from "./pay/drive-onchain.ts";
import { payOnchain } from "./pay/pay-onchain.ts";
import { findOnchainOutcomes, findOnchainPayment } from "./store/payments.ts";
import { freshAddress } from "./testing/address.harness.ts";

const random = machineRandom();
const AMOUNT = sats(20_000n);
const FEE = sats(282n);

onDatabase("a payment to an address of the chain", (database) => {
  /** A wallet with money that pays for things that do not exist: the slice does not ask for them. */
  async function givenPayer(changes: Partial<OnchainDeps> = {}) {
    const { admin, db } = database();
    await admin.query(sql`
      update onchain.payment set due_at = '2999-01-01', created_at = '2999-01-01' where state = 'dispatched'`);
    const driving = await givenDriving(database());
    const { world, clock } = driving;
    const caller = await world.project("payer", sats(1_000_000n));
    const finished: string[] = [];
    const deps: OnchainDeps = {
      ...world.drive,
      ownNode: world.pay.ownNode,
      confirmations: 1,
      onFinished: ({ id }) => finished.push(id),
      ...changes,
    };
    const request = (input: Partial<OnchainRequest> = {}): OnchainRequest => ({
      id: random.uuid() as PaymentId,
      payer: caller.wallet.account,
      origin: { kind: "purchase", id: random.uuid() },
      address: freshAddress(),
      amount: AMOUNT,
      feeLimit: sats(1_000n),
      ...input,
    });
    return {
      world,
      clock,
      caller,
      deps,
      request,
      finished,
      chain: world.node.chain,
      outcome: async ({ id }: OnchainRequest) => (await findOnchainOutcomes(db, [id])).get(id),
      async later(ms = 60_000): Promise<void> {
        clock.advance(ms);
        await world.settled();
        await workDueOnchain(deps);
      },
      async breaches(): Promise<readonly string[]> {
        const lines = await runAudit({ db, invariants: withoutTimes(invariants(clock)) });
        return lines.flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`));
      },
    };
  }

  it("takes amount and fee once, however often and by however many it is asked for", async () => {
    const { deps, request, world, caller, chain, outcome, breaches } = await givenPayer();
    const before = await world.balance(caller);
    const wanted = request();
    await Promise.all(Array.from({ length: 8 }, () => payOnchain(deps, wanted)));
    await payOnchain(deps, wanted);
    await world.settled();
    expect(before - (await world.balance(caller))).toBe(AMOUNT + FEE);
    expect(new Set(chain.published.map(String)).size).toBe(1);
    expect(await outcome(wanted)).toMatchObject({ kind: "pending", txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await breaches()).toEqual([]);
  });

  it("is made once for a thing, also under two ids at the same time", async () => {
    const { deps, request, world, caller, chain, breaches } = await givenPayer();
    const before = await world.balance(caller);
    const wanted = request();
    const other = { ...wanted, id: random.uuid() as PaymentId };
    const results = await Promise.allSettled([payOnchain(deps, wanted), payOnchain(deps, other)]);
    await world.settled();
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(before - (await world.balance(caller))).toBe(AMOUNT + FEE);
    expect(new Set(chain.published.map(String)).size).toBe(1);
    expect(await breaches()).toEqual([]);
  });

  it("is made once for a thing, also by a node that has forgotten the first one", async () => {
    const { deps, request, world, caller, chain, breaches } = await givenPayer();
    const before = await world.balance(caller);
    const wanted = request();
    await payOnchain(deps, wanted);
    await world.settled();
    chain.forgetDrafts();
    await expect(payOnchain(deps, { ...wanted, id: random.uuid() as PaymentId })).rejects.toMatchObject({
      code: "payment_not_found",
    });
    expect(before - (await world.balance(caller))).toBe(AMOUNT + FEE);
    expect(new Set(chain.published.map(String)).size).toBe(1);
    expect(await breaches()).toEqual([]);
  });

  it("is not written down when sending is paused while the node builds it", async () => {
    const { deps, request, world, caller, chain, outcome } = await givenPayer();
    const before = await world.balance(caller);
    const wanted = request();
    const { admin } = database();
    try {
      const slow = {
        ...deps,
        reached: async (point: string) => {
          if (point === "before-onchain-begin")
            await admin.query(sql`select ledger.pause(${new Date()}, 'operator', 'test')`);
        },
      };
      await expect(payOnchain(slow, wanted)).rejects.toMatchObject({ code: "sending_paused" });
    } finally {
      await admin.query(sql`select ledger.resume('operator')`);
    }
    expect(await outcome(wanted)).toBeUndefined();
    expect(await world.balance(caller)).toBe(before);
    expect(chain.published).toEqual([]);
  });

  it("shares no transaction with another one", async () => {
    const { deps, request, chain, world } = await givenPayer();
    const [first, second] = [request(), request()];
    await payOnchain(deps, first);
    await world.settled();
    const [transaction] = chain.published;
    const { txid } = (await findOnchainOutcomes(database().db, [first.id])).get(first.id) ?? { txid: "" };
    chain.onBuild = () => ({ kind: "built", txid, transaction: transaction as Uint8Array, fee: FEE });
    await expect(payOnchain(deps, { ...second, address: first.address })).rejects.toMatchObject({
      code: "payment_not_found",
    });
  });

  it.each([
    ["insufficient_funds", sats(20_281n), sats(1_000n)],
    ["unavailable", sats(1_000_000n), sats(281n)],
  ] as const)("takes nothing and publishes nothing: %s", async (code, funds, feeLimit) => {
    const { deps, request, world, chain, breaches } = await givenPayer();
    const payer = await world.project("payer", funds);
    const wanted = request({ payer: payer.wallet.account, feeLimit });
    await expect(payOnchain(deps, wanted)).rejects.toMatchObject({ code });
    expect(await world.balance(payer)).toBe(funds);
    expect(chain.published).toEqual([]);
    expect(await breaches()).toEqual([]);
  });

  it("is refused by a node that pays no addresses, before it is asked", async () => {
    const { deps, request, world } = await givenPayer();
    world.node.capabilities = { ...world.node.capabilities, onchain: false };
    world.node.broken.add("buildOnchain");
    await expect(payOnchain(deps, request())).rejects.toMatchObject({ code: "not_supported" });
  });

  it("says once that it has finished, and its state is final", async () => {
    const { deps, request, chain, world, later, outcome, finished, breaches } = await givenPayer();
    const wanted = request();
    await payOnchain(deps, wanted);
    await world.settled();
    chain.mine();
    await Promise.all([later(), later()]);
    await later();
    expect(await outcome(wanted)).toMatchObject({ kind: "completed", fee: FEE });
    expect(finished).toEqual([wanted.origin.id]);
    expect(await breaches()).toEqual([]);
  });

  it("is an incident after a day, once, which its outcome closes", async () => {
    const { deps, request, chain, world, later, outcome } = await givenPayer();
    const [paid, lost] = [request(), request()];
    for (const wanted of [paid, lost]) await payOnchain(deps, wanted);
    await world.settled();
    const incidents = async ({ origin }: OnchainRequest) =>
      (await listIncidentsOf(database().db, origin.id)).map(
        ({ kind, isOpen }) => `${kind} ${isOpen ? "open" : "closed"}`,
      );
    await later(ONCHAIN_OVERDUE_MS - 60_000);
    expect([await incidents(paid), await incidents(lost)]).toEqual([[], []]);
    for (let times = 0; times < 2; times += 1) await later();
    expect([await incidents(paid), await incidents(lost)]).toEqual([
      ["onchain_overdue open"],
      ["onchain_overdue open"],
    ]);
    chain.conflict((await outcome(lost))?.txid ?? "");
    chain.mine(6);
    for (let times = 0; times < 2; times += 1) await later();
    expect([(await outcome(paid))?.kind, (await outcome(lost))?.kind]).toEqual(["completed", "failed"]);
    expect(await incidents(paid)).toEqual(["onchain_overdue closed"]);
    expect((await incidents(lost)).toSorted()).toEqual(["onchain_conflict open", "onchain_overdue closed"]);
  });

  it("gives everything back, once, when its coins were spent elsewhere", async () => {
    const { deps, request, chain, world, caller, later, outcome, finished, breaches } = await givenPayer();
    const before = await world.balance(caller);
    const wanted = request();
    await payOnchain(deps, wanted);
    await world.settled();
    chain.conflict((await outcome(wanted))?.txid ?? "");
    chain.mine(6);
    await Promise.all([later(), later()]);
    await later();
    expect(await outcome(wanted)).toMatchObject({ kind: "failed", code: "conflict" });
    expect(await world.balance(caller)).toBe(before);
    expect(finished).toEqual([wanted.origin.id]);
    expect(await breaches()).toEqual([]);
  });

  it("gives everything back once, and keeps its state, when two processes have asked at the same time", async () => {
    const { deps, request, world, caller, outcome, finished, breaches } = await givenPayer();
    const before = await world.balance(caller);
    const [lost, paid] = [request(), request()];
    for (const wanted of [lost, paid]) await payOnchain(deps, wanted);
    await world.settled();
    const [one, two] = await Promise.all([lost, paid].map(({ id }) => findOnchainPayment(database().db, id)));
    if (one === undefined || two === undefined) throw new Error("the payments are lost");
    const said = (status: OnchainStatus): OnchainDeps => ({
      ...deps,
      node: { ...deps.node, lookupOnchain: async () => status },
    });
    const [gone, there] = [said({ kind: "conflicted", by: undefined }), said({ kind: "confirmed", confirmations: 1 })];
    await Promise.all([driveOnchain(gone, one), driveOnchain(gone, one), driveOnchain(there, two)]);
    await Promise.all([driveOnchain(there, one), driveOnchain(gone, two)]);
    for (const wanted of [one, two]) await driveOnchain(said({ kind: "pending" }), wanted); // they were read before
    expect([(await outcome(lost))?.kind, (await outcome(paid))?.kind]).toEqual(["failed", "completed"]);
    expect(before - (await world.balance(caller))).toBe(AMOUNT + FEE);
    expect(finished.sort()).toEqual([lost.origin.id, paid.origin.id].sort());
    expect(await breaches()).toEqual([]);
  });

  it("is due for one process at a time", async () => {
    const { deps, request, world, clock } = await givenPayer();
    world.node.broken.add("lookupOnchain");
    await payOnchain(deps, request());
    await world.settled();
    clock.advance(60_000);
    const [first, second] = await Promise.all([workDueOnchain(deps), workDueOnchain(deps)]);
    expect(first + second).toBe(1);
  });

  it("cannot begin once it was given up, and cannot be given up once it has begun", async () => {
    const { deps, request, world, chain } = await givenPayer();
    const { db, clock } = deps;
    const giveUp = async ({ id }: OnchainRequest) =>
      (await db.query<{ done: boolean }>(sql`select onchain.give_up(${clock.now()}, ${id}) as done`))[0]?.done;
    const [gone, begun] = [request(), request()];
    expect([await giveUp(gone), await giveUp(gone)]).toEqual([true, true]);
    await expect(payOnchain(deps, gone)).rejects.toMatchObject({ code: "payment_not_found" });
    await payOnchain(deps, begun);
    expect(await giveUp(begun)).toBe(false);
    await world.settled();
    expect(chain.published).toHaveLength(1);
  });

  type Ids = { pending: string; failed: string; origin: string };
  const DAMAGES: readonly Damage<Ids>[] = [
    [
      "the amount of a payment",
      ["I18"],
      (tx, { pending }) =>
        tx.query(sql`update onchain.payment set amount_msats = amount_msats + 1000 where id = ${pending}`),
    ],
    [
      "the fee of a payment",
      ["I18"],
      (tx, { pending }) => tx.query(sql`update onchain.payment set fee_msats = fee_msats - 1000 where id = ${pending}`),
    ],
    [
      "the account that paid",
      ["I18"],
      (tx, { pending }) => tx.query(sql`update onchain.payment set account_no = 1 where id = ${pending}`),
    ],
    [
      "a failed payment, which is completed as well",
      ["I18"],
      (tx, { failed }) => tx.query(sql`update onchain.payment set state = 'completed' where id = ${failed}`),
    ],
    [
      "a payment that is gone",
      ["I18"],
      (tx, { pending }) => tx.query(sql`delete from onchain.payment where id = ${pending}`),
    ],
    [
      "a posting to another account",
      ["I18"],
      (tx, { pending }) => tx.query(sql`update ledger.posting set credit = 2 where cause = ${pending}`),
    ],
    [
      "a posting of another amount",
      ["I18"],
      (tx, { pending }) => tx.query(sql`update ledger.posting set amount = amount - 1 where cause = ${pending}`),
    ],
    [
      "a posting that is missing",
      ["I18"],
      (tx, { pending }) => tx.query(sql`update ledger.posting set cause_kind = 'test' where cause = ${pending}`),
    ],
    [
      "money that did not come back",
      ["I18"],
      (tx, { failed }) =>
        tx.query(
          sql`update ledger.posting set cause_kind = 'test' where cause = ${failed} and cause_kind = 'onchain_failed'`,
        ),
    ],
    [
      "a payment that waits for two days",
      ["I18d"],
      (tx, { pending }) =>
        tx.query(sql`update onchain.payment set created_at = created_at - interval '2 days' where id = ${pending}`),
    ],
    [
      "a posting that is there twice",
      ["I18"],
      (tx, { pending }) =>
        tx.query(sql`
          insert into ledger.posting
          select -1, transfer, debit, credit, amount, 0, 0, 0, 0, cause_kind, cause, at, hash
            from ledger.posting
           where cause = ${pending}`),
    ],
    [
      "the account that money came back from",
      ["I18"],
      (tx, { failed }) =>
        tx.query(sql`update ledger.posting set debit = 2 where cause = ${failed} and cause_kind = 'onchain_failed'`),
    ],
    ...(
      [
        ["a payment that waits for two days and has its incident, as it should", [], "onchain_overdue"],
        ["a payment that waits for two days and has another incident", ["I18d"], "rejection_lifted"],
      ] as const
    ).map(
      ([title, lines, kind]): Damage<Ids> => [
        title,
        lines,
        async (tx, { pending, origin }) => {
          await tx.query(sql`
            update onchain.payment set created_at = created_at - interval '2 days' where id = ${pending}`);
          await tx.query(sql`
            select incidents.record_many(
                     now(), array[gen_random_uuid()], 'purchase', array[${origin}], array[${kind}], array['test'])`);
        },
      ],
    ),
  ];

  it("is seen by the audit when it is damaged", async () => {
    const { deps, request, chain, world, later, outcome, clock } = await givenPayer();
    const { admin } = database();
    const [failed, pending] = [request(), request()];
    await payOnchain(deps, failed);
    await world.settled();
    chain.conflict((await outcome(failed))?.txid ?? "");
    chain.mine(6);
    await later();
    await payOnchain(deps, pending);
    await world.settled();
    const lines = withoutTimes(invariants(clock));
    expect(await seenAfter(admin, lines)).toEqual([]);
    const ids = { pending: pending.id, failed: failed.id, origin: pending.origin.id };
    expect(await unseenOf(admin, lines, DAMAGES, ids)).toEqual([]);
  });

  it("has a table that takes no second payment for a thing, and no second transaction", async () => {
    const { deps, request, world } = await givenPayer();
    const wanted = request();
    await payOnchain(deps, wanted);
    await world.settled();
    const again = (origin: string, txid: string) =>
      database().admin.query(sql`
        insert into onchain.payment (
          id, origin_kind, origin_id, account_no, address, amount_msats, fee_msats, txid, transaction, state, tries, due_at,
          created_at, finished_at, node_no)
        select ${random.uuid()}, origin_kind, ${origin}, account_no, address, amount_msats, fee_msats, decode(${txid}, 'hex'),
               transaction, state, tries, due_at, created_at, finished_at, node_no
          from onchain.payment
         where id = ${wanted.id}`);
    const { txid } = (await findOnchainOutcomes(database().db, [wanted.id])).get(wanted.id) ?? { txid: "" };
    await expect(again(wanted.origin.id, "ab".repeat(32))).rejects.toMatchObject({ constraint: "payment_of_origin" });
    await expect(again(random.uuid(), txid)).rejects.toMatchObject({ constraint: "payment_txid_key" });
  });
});
