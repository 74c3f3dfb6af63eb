import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePayment } from "../drive/drive-payment.ts";
import { type PaymentState, TRANSITIONS } from "../model/payment.ts";
import { leaseDue } from "../store/leases.ts";
import { findPayment } from "../store/payments.ts";
import { whilePaused, withUniqueInternalIds } from "../testing/driving.harness.ts";
import { createWorld, type World } from "../testing/world.harness.ts";
import { pay as accept } from "./pay.ts";
import { createPaymentWaiters } from "./waiters.ts";

onDatabase("pay", (database) => {
  const FUNDS = sats(10_000n);

  async function pay(world: World, ...[caller, input]: Parameters<World["request"]>) {
    const { payment } = await accept(world.pay, world.request(caller, input));
    await world.settled();
    return (await findPayment(database().db, payment.id)) ?? payment;
  }

  it("takes amount and real fee from the wallet, once the node has proved it", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);

    const payment = await pay(world, caller, { lnAddress: world.recipient("shop"), amount: sats(100n) });

    expect(payment.progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - 100_000n - 1_500n);
    expect(world.node.requests).toHaveLength(1);
    expect(world.node.requests[0]?.feeLimit).toBe(10_000n);
  });

  it("gives everything back when the node proves that it failed", async () => {
    const world = createWorld(database());
    world.node.plan = fails("recipient_rejected");
    const caller = await world.project("payer", FUNDS);

    const payment = await pay(world, caller, { lnAddress: world.recipient("shop") });

    expect(payment.progress).toMatchObject({ kind: "failed", code: "recipient_rejected" });
    expect(await world.balance(caller)).toBe(FUNDS);
  });

  it("keeps the money reserved while the answer of the node is lost", async () => {
    const world = createWorld(database());
    world.node.plan = cut(settles());
    const caller = await world.project("payer", FUNDS);

    const payment = await pay(world, caller, { lnAddress: world.recipient("shop"), amount: sats(100n), waitMs: 0 });

    expect(payment.progress.kind).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
  });

  it("answers processing, not a refusal, when the database goes away after the reservation", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const broken = { ...world.pay.db, query: () => Promise.reject(new Error("the database is gone")) };
    const request = world.request(caller, { lnAddress: world.recipient("shop"), waitMs: 100, idempotencyKey: "gone" });

    const { payment } = await accept({ ...world.pay, db: broken, driver: undefined }, request);

    expect(payment.progress.kind).toBe("resolving");
    await expect(accept({ ...world.pay, db: broken }, request)).rejects.toMatchObject({
      code: "outcome_unknown",
    });
    await world.settled();
  });

  it("reads a payment that a thousand requests wait for once a tick, and answers all of them when it is paid", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const request = world.request(caller, {
      lnAddress: world.recipient("shop"),
      waitMs: 1_500,
      idempotencyKey: "many",
    });
    const { payment } = await accept({ ...world.pay, driver: undefined }, { ...request, waitMs: 0 });
    let reads = 0;
    const query: typeof world.pay.db.query = (statement) => {
      if (/from payments\.payment\s+where id =/.test(statement.text)) reads += 1;
      return world.pay.db.query(statement);
    };
    const away = { ...world.pay, db: { ...world.pay.db, query }, driver: undefined }; // another process drives it
    const wait = () => Promise.all(Array.from({ length: 1_000 }, () => accept(away, request)));

    const answers = await wait();
    expect(new Set(answers.map((answer) => answer.payment.id))).toEqual(new Set([payment.id]));
    expect(answers.every((answer) => answer.payment.progress.kind === "resolving")).toBe(true);
    expect(reads).toBeLessThan(60);

    const waiting = wait();
    const lease = { now: new Date(), until: new Date(Date.now() + 15_000), limit: 100 };
    const leased = (await leaseDue(database().db, lease)).find(({ id }) => id === payment.id);
    if (leased === undefined) throw new Error("the payment was not due");
    await drivePayment({ ...world.drive, waiters: createPaymentWaiters(machineClock, () => undefined) }, leased);
    expect((await waiting).every((answer) => answer.payment.progress.kind === "completed")).toBe(true);
  });

  it("answers a payment that the recipient holds as processing", async () => {
    const world = createWorld(database());
    world.node.plan = holds();
    const caller = await world.project("payer", FUNDS);
    const payment = await pay(world, caller, { lnAddress: world.recipient("shop"), waitMs: 0 });
    expect(payment.progress.kind).toBe("in_flight");
  });

  it("lets 64 parallel payments of the whole balance, from two processes, move it once", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", sats(1_010n));
    const lnAddress = world.recipient("shop");
    const other = database().batchOn(machineClock);

    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, i) =>
        accept(
          i % 2 === 0 ? world.pay : { ...world.pay, batch: other },
          world.request(caller, { lnAddress, amount: sats(1_000n) }),
        ),
      ),
    );
    await world.settled();

    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["insufficient_funds"]));
    expect(await world.balance(caller)).toBe(10_000n - 1_500n);
    expect(world.node.requests).toHaveLength(1);
  });

  it("makes one payment of one idempotency key used 50 times in parallel", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const lnAddress = world.recipient("shop");
    const request = world.request(caller, { lnAddress, idempotencyKey: "order-1" });

    const results = await Promise.all(Array.from({ length: 50 }, () => accept(world.pay, request)));
    await world.settled();

    expect(new Set(results.map(({ payment }) => payment.id)).size).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(results.map(({ payment }) => payment.progress.kind)).toEqual(Array(50).fill("completed"));
    expect(world.node.requests).toHaveLength(1);
  });

  it("refuses an idempotency key with another amount, and leaves the key of a refused payment free", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const lnAddress = world.recipient("shop");
    const request = (amount: Msats) =>
      accept(world.pay, world.request(caller, { lnAddress, amount, idempotencyKey: "k" }));

    await expect(request(sats(1_000_000n))).rejects.toMatchObject({ code: "insufficient_funds" });
    const { payment } = await request(sats(5n));
    await expect(request(sats(6n))).rejects.toMatchObject({ code: "idempotency_mismatch" });
    const again = await request(sats(5n));
    expect(again).toMatchObject({ replayed: true, payment: { id: payment.id } });
    await world.settled();
  });

  it("takes internalId for the key where the project wants that", async () => {
    const world = createWorld(database());
    const caller = withUniqueInternalIds(await world.project("payer", FUNDS));
    const lnAddress = world.recipient("shop");
    const request = (amount: Msats) =>
      accept(world.pay, world.request(caller, { lnAddress, amount, internalId: "order-7" }));

    const [one, two] = await Promise.all([request(sats(5n)), request(sats(5n))]);
    expect(one.payment.id).toBe(two.payment.id);
    await expect(request(sats(6n))).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await world.settled();
    expect(world.node.requests).toHaveLength(1);
  });

  it("keeps at most the allowed number of payments pending", async () => {
    const world = createWorld(database());
    world.node.plan = holds();
    const caller = await world.project("payer", FUNDS);
    const lnAddress = world.recipient("shop");

    const results = await Promise.allSettled(
      Array.from({ length: 25 }, () =>
        accept(world.pay, world.request(caller, { lnAddress, amount: sats(1n), waitMs: 0 })),
      ),
    );
    await world.settled();

    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(20);
    const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(codes).toEqual(Array(5).fill("too_many_pending"));
  });

  it("reserves nothing while the operator has paused sending", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const lnAddress = world.recipient("shop");
    await whilePaused(database(), async () => {
      await expect(accept(world.pay, world.request(caller, { lnAddress }))).rejects.toMatchObject({
        code: "sending_paused",
      });
    });
    expect(await world.balance(caller)).toBe(FUNDS);
  });

  it("pays an internal recipient in the ledger, without fee and without the node", async () => {
    const world = createWorld(database());
    const [payer, payee] = [await world.project("payer", FUNDS), await world.project("payee", msats(0n))];
    world.pay.recipientOf = async () => payee.wallet;

    const payment = await pay(world, payer, { lnAddress: "payee@here.example", amount: sats(70n) });

    expect(payment.progress).toMatchObject({ kind: "completed", fee: 0n, preimage: undefined });
    expect(await world.balance(payer)).toBe(FUNDS - 70_000n);
    expect(await world.balance(payee)).toBe(70_000n);
    expect(world.node.requests).toHaveLength(0);
  });

  it("does not pay itself and does not pay nobody", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    world.pay.recipientOf = async () => caller.wallet;
    await expect(pay(world, caller, { lnAddress: "me@here.example" })).rejects.toMatchObject({ code: "self_payment" });
    world.pay.recipientOf = () => "unknown";
    await expect(pay(world, caller, { lnAddress: "x@here.example" })).rejects.toMatchObject({
      code: "address_not_found",
    });
  });

  describe("with a recipient's server that", () => {
    const cases: [string, (world: World) => string, string][] = [
      ["does not know the address", () => "nobody@example.com", "address_not_found"],
      ["takes less", (w) => w.recipient("a", { maxSendable: 1_000 }), "amount_out_of_range"],
      [
        "makes an invoice of another amount",
        (w) => w.recipient("a", { invoice: () => ({ pr: w.invoice({ amount: sats(99n) }).text }) }),
        "invoice_invalid",
      ],
      [
        "makes an invoice without amount",
        (w) => w.recipient("a", { invoice: () => ({ pr: w.invoice({ amount: undefined }).text }) }),
        "invoice_invalid",
      ],
      [
        "makes an invoice of another network",
        (w) =>
          w.recipient("a", { invoice: () => ({ pr: w.invoice({ amount: sats(100n), network: "mainnet" }).text }) }),
        "invoice_invalid",
      ],
      [
        "makes an expired invoice",
        (w) =>
          w.recipient("a", {
            invoice: () => ({
              pr: w.invoice({ amount: sats(100n), timestamp: new Date(Date.now() - 7_200_000) }).text,
            }),
          }),
        "invoice_expired",
      ],
      [
        "says error with status 200",
        (w) => w.recipient("a", { invoice: () => ({ status: "ERROR", reason: "no" }) }),
        "address_unreachable",
      ],
      ["makes no invoice", (w) => w.recipient("a", { invoice: () => ({ pr: 5 }) }), "address_unreachable"],
      [
        "makes an invoice of our own node that we do not know",
        (w) => w.recipient("a", { invoice: () => ({ pr: w.invoice({ amount: sats(100n), key: w.nodeKey }).text }) }),
        "self_payment",
      ],
    ];

    it.each(cases)("%s nothing is sent and everything comes back", async (_what, recipient, code) => {
      const world = createWorld(database());
      const caller = await world.project("payer", FUNDS);

      const payment = await pay(world, caller, { lnAddress: recipient(world), amount: sats(100n) });

      expect(payment.progress).toMatchObject({ kind: "failed", code });
      expect(world.node.requests).toHaveLength(0);
      expect(await world.balance(caller)).toBe(FUNDS);
    });

    it("gives one invoice to two payments is paid once", async () => {
      const world = createWorld(database());
      const [one, two] = [await world.project("one", FUNDS), await world.project("two", FUNDS)];
      const { text } = world.invoice({ amount: sats(100n) });
      const lnAddress = world.recipient("a", { invoice: () => ({ pr: text }) });
      world.node.plan = holds();

      const first = await pay(world, one, { lnAddress, amount: sats(100n), waitMs: 0 });
      const second = await pay(world, two, { lnAddress, amount: sats(100n) });

      expect(first.progress.kind).toBe("in_flight");
      expect(second.progress).toMatchObject({ kind: "failed", code: "invoice_in_use" });
      expect(world.node.requests).toHaveLength(1);
    });

    it("gives an invoice that was paid before is refused", async () => {
      const world = createWorld(database());
      const caller = await world.project("payer", FUNDS);
      const { text } = world.invoice({ amount: sats(100n) });
      const lnAddress = world.recipient("a", { invoice: () => ({ pr: text }) });

      expect((await pay(world, caller, { lnAddress, amount: sats(100n) })).progress.kind).toBe("completed");
      expect((await pay(world, caller, { lnAddress, amount: sats(100n) })).progress).toMatchObject({
        code: "invoice_already_paid",
      });
      expect(world.node.requests).toHaveLength(1);
    });
  });

  it("keeps a payment pending whose preimage does not match, and records an incident", async () => {
    const world = createWorld(database());
    world.node.plan = settles({ preimage: randomBytes(32) });
    const caller = await world.project("payer", FUNDS);

    const payment = await pay(world, caller, { lnAddress: world.recipient("shop"), amount: sats(100n), waitMs: 0 });

    expect(payment.progress.kind).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    const incidents = await listIncidentsOf(database().db, payment.id);
    expect(incidents.map(({ kind }) => kind)).toEqual(["wrong_preimage"]);
  });

  it("takes a fee above the reservation from the incident account, never from the wallet", async () => {
    const world = createWorld(database());
    world.node.plan = settles({ fee: msats(10_123n) });
    const caller = await world.project("payer", FUNDS);
    const before = await world.systemBalance("incident");

    const payment = await pay(world, caller, { lnAddress: world.recipient("shop"), amount: sats(100n) });

    expect(payment.progress).toMatchObject({ kind: "completed", fee: 10_123n });
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    expect((await world.systemBalance("incident")) - before).toBe(-123n);
  });

  it("has the transitions of the table in code as its constraint, and no others", async () => {
    const [row] = await database().admin.query<{ definition: string }>(sql`
      select pg_get_expr(conbin, conrelid) as definition from pg_constraint where conname = 'payment_transition'`);
    const states = [...Object.keys(TRANSITIONS), "unheard_of"];
    const allowed = await database().admin.query<{ from: PaymentState; to: PaymentState }>({
      text: `select previous_state as "from", state as "to"
               from unnest($1::text[]) previous_state, unnest($1::text[]) state
              where ${row?.definition}`,
      values: [states],
    });
    const inCode = Object.entries(TRANSITIONS).flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
    expect(allowed).toHaveLength(inCode.length);
    expect(allowed).toEqual(expect.arrayContaining(inCode));
  });

  it("stores the hash it was paid with", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", FUNDS);
    const payment = await pay(world, caller, { lnAddress: world.recipient("shop") });
    if (payment.progress.kind !== "completed") throw new Error("not completed");
    expect(payment.progress.paymentHash).toEqual(Buffer.from(world.node.requests[0]?.paymentHash ?? []));
  });
});
