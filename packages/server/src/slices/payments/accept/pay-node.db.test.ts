import { sha256 } from "@noble/hashes/sha2.js";
import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePayment, driverOf } from "../drive/drive-payment.ts";
import type { BegunAttempt } from "../model/attempt.ts";
import { CRASH_POINTS, type Driving, diesAt, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import type { Asked } from "../testing/world.harness.ts";
import { pay } from "./pay.ts";

const PAID = 101_500n;
const RECORDS = [{ type: 7_629_169, value: "7b7d" }];

onDatabase("a payment to a node without an invoice", (database) => {
  const given = () => givenDriving(database());
  const to = async ({ world }: Driving, changes: object = {}): Promise<Asked> => ({
    destination: {
      kind: "node",
      nodeId: await world.node.counterparty.nodeId(),
      records: RECORDS,
      metadata: { order: 7, of: ["a"] },
      ...changes,
    },
  });

  it("has its preimage before anything is sent, and completes with it as proof", async () => {
    const driving = await given();
    const { world, caller, reread, breaches } = driving;
    const asked = world.request(caller, await to(driving));
    const driven = Promise.withResolvers<BegunAttempt | undefined>();
    const drive = async (_: unknown, begun: BegunAttempt | undefined) => driven.resolve(begun);
    const driver = { ...driverOf(() => world.drive), drive };
    const { payment } = await pay({ ...world.pay, driver }, { ...asked, waitMs: 0 });
    const begun = await driven.promise;
    const { keysendPreimage: preimage } = payment;
    if (preimage === undefined) throw new Error("it has no preimage");
    expect(payment.progress).toMatchObject({
      kind: "dispatched",
      invoice: { text: undefined, paymentHash: sha256(preimage) },
    });
    expect(await reread(payment)).toEqual({
      ...payment,
      keysendPreimage: Uint8Array.from(preimage),
      progress: expect.objectContaining({ kind: "dispatched" }),
    });

    await drivePayment(world.drive, payment, { isNew: true, begun });

    expect((await reread(payment)).progress).toMatchObject({ kind: "completed", fee: 1_500n, preimage });
    const nodeId = await world.node.counterparty.nodeId();
    expect(world.node.requests[0]?.keysend).toMatchObject({ nodeId, records: RECORDS, preimage, amount: sats(100n) });
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("is another payment each time, with another preimage, unless its key says otherwise", async () => {
    const driving = await given();
    const { world, caller } = driving;
    const request = async (input: Asked) =>
      await pay(world.pay, world.request(caller, { ...(await to(driving)), ...input }));
    const [one, two] = [await request({}), await request({})];
    expect(one.payment.keysendPreimage).not.toEqual(two.payment.keysendPreimage);
    const keyed = await request({ idempotencyKey: "k" });
    expect(await request({ idempotencyKey: "k" })).toMatchObject({ replayed: true, payment: { id: keyed.payment.id } });
    const other = await to(driving, { records: [] });
    await expect(request({ ...other, idempotencyKey: "k" })).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect(world.node.requests).toHaveLength(3);
    await world.settled();
  });

  it("is refused where the node cannot do it, and to our own node, and nothing is reserved", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    const { nodeId } = world.node.report;
    await expect(pay(await to(driving, { nodeId }))).rejects.toMatchObject({ code: "self_payment" });
    world.pay.capabilities = { ...world.pay.capabilities, keysend: false };
    await expect(pay(await to(driving))).rejects.toMatchObject({ code: "not_supported", status: 400 });
    expect(await world.balance(caller)).toBe(FUNDS);
  });

  it("gives the money back when the node proves that it failed", async () => {
    const driving = await given();
    driving.world.node.plan = fails("no_route");
    const payment = await driving.pay(await to(driving));
    expect(payment.progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
    expect(await driving.breaches()).toEqual([]);
  });

  it("is sent again with the same preimage when the node never had it, and fails by absence after an hour", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, breaches } = driving;
    world.node.plan = cut();
    const [first, lost] = [await pay(await to(driving)), await pay(await to(driving))];
    world.node.plan = settles();
    await later(20_000);
    expect([await kindOf(first), await kindOf(lost)]).toEqual(["completed", "completed"]);
    const hashes = world.node.requests.map(({ paymentHash }) => Buffer.from(paymentHash).toString("hex"));
    expect([hashes.length, new Set(hashes).size]).toEqual([4, 2]);

    world.node.plan = cut();
    const never = await pay(await to(driving));
    for (let minute = 0; minute < 75; minute += 5) await later(5 * MINUTE);
    expect(await kindOf(never)).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS - 2n * PAID);
    expect(await breaches()).toEqual([]);
  });

  const crashes = [...CRASH_POINTS.accept, ...CRASH_POINTS.drive].filter(
    (point) => point !== "after-resolve" && point !== "after-store-invoice", // of an address
  );

  it.each(crashes)("is finished once when the process dies at %s", async (point) => {
    const driving = await given();
    const { world, caller, later, breaches } = driving;
    const reached = diesAt(point);
    const dying = { ...world.drive, reached };
    const request = world.request(caller, { ...(await to(driving)), idempotencyKey: `keysend-${point}`, waitMs: 0 });
    await pay({ ...world.pay, reached, driver: driverOf(() => dying) }, request).catch(() => undefined);
    await world.settled().catch(() => undefined);
    for (let minute = 0; minute < 3; minute += 1) await later(MINUTE);
    const { payment } = await pay(world.pay, { ...request, amount: sats(100n), waitMs: 5_000 });
    await world.settled();

    expect(payment.progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(world.node.requests).toHaveLength(1);
    expect(await breaches()).toEqual([]);
  });

  it("does not keep a destination without what belongs to it", async () => {
    const driving = await given();
    const payment = await driving.pay(await to(driving));
    for (const change of [sql`keysend = null`, sql`destination = null`, sql`destination_kind = 'invoice'`])
      await expect(
        database().admin.query({
          text: `update payments.payment set ${change.text} where id = $1`,
          values: [payment.id],
        }),
      ).rejects.toThrow(/payment_destination/);
  });
});
