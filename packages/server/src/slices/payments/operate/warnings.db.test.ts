import { afterEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";
import { type EndByHand, endByHand, type Risk } from "./end-by-hand.ts";

const RESERVED = 110_000n;
const FAILED = { kind: "failed" } as const;
const COMPLETED = { kind: "completed", fee: msats(0n) } as const;

onDatabase("an operator who ends a payment", (database) => {
  /** A payment that the node took, and of which it says nothing. */
  async function given(node?: Parameters<typeof givenDriving>[1]) {
    const driving = await givenDriving(database(), node);
    driving.world.node.plan = cut();
    const payment = await driving.pay();
    driving.clock.advance(MINUTE);
    return { ...driving, payment };
  }
  type Given = Awaited<ReturnType<typeof given>>;

  const end = (
    { world, payment }: Pick<Given, "world" | "payment">,
    as: EndByHand["as"],
    despite: readonly Risk[] = [],
    node: Parameters<typeof endByHand>[0]["node"] = world.node,
  ) => endByHand({ ...world.drive, node }, { id: payment.id, reason: "a test", as, despite });

  const watch = ({ world }: Driving) => watchFinished(world.drive, new AbortController().signal);

  afterEach(async () => {
    await database().admin.query(sql`delete from lightning.node`);
  });

  it("cannot complete one whose invoice is a charge of ours, whatever risk is named", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay, kindOf, clock, breaches, later } = driving;
    const payee = await world.project("payee", msats(0n));
    const draft = { amount: sats(100n), description: "order", expirySeconds: 3_600 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller: payee, ...draft });
    world.node.broken.add("cancelInvoice");
    const payment = await pay({ lnAddress: world.recipient("payee", { invoice: () => ({ pr: charge.invoice }) }) });
    expect(await kindOf(payment)).toBe("ready");
    clock.advance(MINUTE);

    for (const despite of [[], ["no_proof", "silent_node", "lost_history", "unbooked"]] as const)
      await expect(end({ world, payment }, COMPLETED, despite)).rejects.toThrow("a charge of this service");
    expect([await world.balance(caller), await kindOf(payment)]).toEqual([FUNDS - RESERVED, "ready"]);
    world.node.broken.delete("cancelInvoice");
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(payee)).toBe(100_000n);
    expect(await breaches()).toEqual([]);
  });

  it("names the risk before one is completed that neither the node nor a preimage proves", async () => {
    const one = await given();
    const { world, payment, reread, caller, sent } = one;
    await expect(end(one, COMPLETED)).rejects.toThrow("neither the node nor a preimage");
    await expect(end(one, COMPLETED, ["silent_node", "lost_history", "unbooked"])).rejects.toThrow(
      "neither the node nor a preimage",
    );
    world.node.broken.add("lookupOutgoing");
    await expect(end(one, COMPLETED)).rejects.toThrow("neither the node nor a preimage");
    await expect(end(one, COMPLETED, [], undefined)).rejects.toThrow("neither the node nor a preimage");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    const preimage = world.preimageOf(sent().paymentHash);
    await end(one, { ...COMPLETED, preimage });
    expect((await reread(payment)).progress.kind).toBe("completed");

    const two = await given();
    await end(two, COMPLETED, ["no_proof"]);
    const [decision] = await listIncidentsOf(database().db, two.payment.id);
    expect(decision).toMatchObject({ kind: "ended_by_hand", detail: "as completed, despite no_proof: a test" });
  });

  it("names the risk before one is given back that the node has reported in flight and does not know now", async () => {
    const driving = await givenDriving(database());
    const { world, clock, caller, pay, later, kindOf } = driving;
    world.node.plan = holds();
    const payment = await pay();
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("in_flight");
    const { attempts } = world.node.paying;
    attempts.splice(attempts.length - 1, 1);
    await later(MINUTE);
    clock.advance(MINUTE);

    const one = { ...driving, payment };
    await expect(end(one, FAILED)).rejects.toThrow("has forgotten payments");
    await expect(end(one, FAILED, ["silent_node", "no_proof", "unbooked"])).rejects.toThrow("has forgotten payments");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    await end(one, FAILED, ["lost_history"]);
    expect(await world.balance(caller)).toBe(FUNDS);
  });

  it("names the risk before one is given back at a node that has lost its history, or is not ready", async () => {
    const driving = await givenDriving(database());
    const { world, clock, caller, pay } = driving;
    world.node.plan = settles();
    await pay();
    world.node.plan = cut();
    const payment = await pay();
    clock.advance(MINUTE);
    const before = await world.balance(caller);
    const one = { ...driving, payment };
    world.node.report = { ...world.node.report, synced: false };
    await expect(end(one, FAILED)).rejects.toThrow("does not answer");
    world.node.report = { ...world.node.report, synced: true };
    world.node.forgetHistory();
    await expect(end(one, FAILED)).rejects.toThrow("has forgotten payments");
    expect(await world.balance(caller)).toBe(before);
    await end(one, FAILED, ["lost_history"]);
    expect(await world.balance(caller)).toBe(before + RESERVED);
  });

  it("asks our node alone: what another one does not know proves nothing", async () => {
    const driving = await givenDriving(database());
    const { world, clock, caller, pay, kindOf } = driving;
    world.node.plan = holds();
    const payment = await pay();
    clock.advance(MINUTE);
    await database().admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, ${world.node.report.nodeId}, 'regtest', gen_random_uuid(), now())`);
    const other = createFakeNode({ clock });
    for (const despite of [[], ["silent_node", "lost_history", "no_proof", "unbooked"]] as const)
      for (const as of [FAILED, COMPLETED])
        await expect(end({ world, payment }, as, despite, other)).rejects.toThrow("another node answers");
    expect([await kindOf(payment), await world.balance(caller)]).toEqual(["in_flight", FUNDS - RESERVED]);
    await expect(end({ world, payment }, FAILED)).rejects.toThrow("in flight");
  });

  it("hears of it when the node later calls failed what was completed by hand", async () => {
    const one = await given({ node: { retriesFailed: true } });
    const { world, payment, sent, clock, incidentsOf, reread, breaches } = one;
    await end(one, COMPLETED, ["no_proof"]);
    await watch(one);
    expect(await incidentsOf(payment)).toEqual(["ended_by_hand"]);
    world.node.payUnasked(sent().invoice, fails());
    clock.advance(5 * 60 * MINUTE);
    for (let times = 0; times < 3; times += 1) await watch(one);
    expect(await incidentsOf(payment)).toEqual(["ended_by_hand", "late_failure"]);
    expect((await reread(payment)).progress.kind).toBe("completed");
    expect(await breaches()).toEqual([]);
  });

  it.each([
    [1_500n, ["ended_by_hand"]],
    [0n, ["ended_by_hand", "fee_differs"]],
  ])("hears of the fee when the node later says that it was settled, where %s was booked", async (fee, incidents) => {
    const one = await given();
    const { world, payment, sent, clock, incidentsOf, breaches } = one;
    await end(one, { kind: "completed", fee: msats(fee) }, ["no_proof"]);
    world.node.payUnasked(sent().invoice);
    clock.advance(5 * 60 * MINUTE);
    for (let times = 0; times < 3; times += 1) await watch(one);
    expect(await incidentsOf(payment)).toEqual(incidents);
    expect(await breaches()).toEqual([]);
  });
});
