import { beforeAll, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import type { DriveDeps } from "../drive/deps.ts";
import { drivePayment } from "../drive/drive-payment.ts";
import { completePayment } from "../drive/finish-payment.ts";
import type { Payment } from "../model/payment.ts";
import { dispatchMany, storeInvoiceMany } from "../store/batched.ts";
import { findPayment } from "../store/payments.ts";
import {
  CRASH_POINTS,
  type Driving,
  diesAt,
  FUNDS,
  givenDriving,
  invoiceOf,
  stopsAt,
} from "../testing/driving.harness.ts";
import { takeOver } from "./take-over.ts";

const PAID = 101_500n;
const OURS = { instanceId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" };

onDatabase("taking over what another process left pending", (database) => {
  const given = () => givenDriving(database());

  beforeAll(async () => {
    await database().admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at)
      values (1, 'us', 'regtest', ${OURS.instanceId}, now())`);
  });

  /** The former process: its node's token is void, so no request of it arrives. */
  const former = ({ world }: Driving): DriveDeps => ({
    ...world.drive,
    leases: new Map(),
    node: { ...world.node, pay: async () => ({ kind: "unknown", detail: "the node answered 401" }) },
  });

  /** The new process: without any time that passes. */
  async function newProcess({ world, later }: Driving): Promise<void> {
    await takeOver(world.drive, OURS);
    await later(0);
  }

  /** After the last one nothing is left to take over. */
  const points = CRASH_POINTS.drive.filter((point) => point !== "after-finish");

  it("leaves leases and deadlines as they are at a node that goes on while we are away", async () => {
    const driving = await given();
    const { world, lease, reread } = driving;
    const leased = await lease();
    // The request of the former process is on its way.
    const { batch, stopped, resume } = stopsAt(world.drive.batch, dispatchMany.name, "after");
    const request = drivePayment({ ...world.drive, leases: new Map(), batch }, leased);
    await stopped;
    const before = await reread(leased);
    const capabilities = { ...world.node.capabilities, outlivesUs: true };

    await takeOver({ ...world.drive, node: { capabilities } }, OURS);
    expect(await reread(leased)).toEqual(before);

    await takeOver(world.drive, OURS);
    expect(await reread(leased)).not.toEqual(before);
    resume();
    await request;
    await driving.later(0);
    expect(world.node.requests).toHaveLength(1);
  });

  it("takes nothing from the processes of another data folder, which may be alive", async () => {
    const driving = await given();
    const { world, lease } = driving;
    const payment = await lease();

    await takeOver(world.drive, { instanceId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719" });

    const found = await findPayment(world.drive.db, payment.id);
    expect(found?.lease).toEqual(payment.lease);
    await newProcess(driving);
  });

  it.each(points)("finishes one immediately whose process died at %s", async (point) => {
    const driving = await given();
    const { world, caller, lease, later, kindOf, breaches } = driving;
    const payment = await lease();
    const dying = { ...world.drive, leases: new Map(), reached: diesAt(point) };
    await expect(drivePayment(dying, payment)).rejects.toThrow("died");
    await later(0);
    expect(["resolving", "ready", "dispatched"], "its lease runs on").toContain(await kindOf(payment));

    await newProcess(driving);

    expect(await kindOf(payment)).toBe("completed");
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  const steps: [string, "before" | "after"][] = [
    [storeInvoiceMany.name, "before"],
    [storeInvoiceMany.name, "after"],
    [dispatchMany.name, "before"],
    [dispatchMany.name, "after"],
  ];

  it.each(steps)("is not disturbed by a former driver that slept at %s (%s it) and wakes up", async (step, when) => {
    const driving = await given();
    const { world, caller, lease, later, kindOf, breaches } = driving;
    const payment = await lease();
    const { batch, stopped, resume } = stopsAt(world.drive.batch, step, when);
    const sleeping = drivePayment({ ...former(driving), batch }, payment);
    await stopped;

    await newProcess(driving);
    expect(await kindOf(payment)).toBe("completed");
    resume();
    await sleeping;
    await later(60_000);

    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it.each(steps.slice(0, -1))("races a living driver at %s (%s it), and one of them sends", async (step, when) => {
    const driving = await given();
    const { world, caller, lease, later, kindOf, breaches } = driving;
    const payment = await lease();
    const { batch, stopped, resume } = stopsAt(world.drive.batch, step, when);
    // Its orders would arrive: what it has lost is the lease.
    const living = drivePayment({ ...world.drive, leases: new Map(), batch }, payment);
    await stopped;

    await takeOver(world.drive, OURS);
    resume();
    await Promise.all([living, later(0)]);
    await later(60_000);

    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("leaves a payment to its end that is being written at the same time", async () => {
    const driving = await given();
    const { world, caller, pay, later, breaches } = driving;
    world.node.plan = cut(settles());
    const payments: Payment[] = [];
    for (let i = 0; i < 8; i += 1) payments.push(await pay());

    await Promise.all([
      ...payments.map(async (payment) => {
        const status = await world.node.lookupOutgoing(invoiceOf(payment).paymentHash);
        if (status.kind === "settled") await completePayment(world.drive, payment, status);
      }),
      takeOver(world.drive, OURS),
      takeOver(world.drive, OURS),
    ]);
    await later(0);

    expect(await world.balance(caller)).toBe(FUNDS - 8n * PAID);
    expect(await breaches()).toEqual([]);
  });

  it("looks up what a recipient holds, and sends nothing", async () => {
    const driving = await given();
    const { world, pay, kindOf } = driving;
    world.node.plan = holds();
    const payment = await pay();

    await newProcess(driving);

    expect(await kindOf(payment)).toBe("in_flight");
    expect(world.node.requests).toHaveLength(1);
  });
});
