import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import type { Payment } from "../model/payment.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { watchFinished } from "./watch-finished.ts";

const HOUR = 60 * MINUTE;

onDatabase("watching failed payments", (database) => {
  const never = new AbortController().signal;

  /** A world in which nothing else is watched, and the hashes that its node is asked about. */
  async function given(): Promise<Driving & { asked: string[] }> {
    await database().admin.query(sql`update payments.payment set watch_due_at = null`);
    const driving = await givenDriving(database(), { node: { retriesFailed: true } });
    const asked: string[] = [];
    const { node } = driving.world;
    const { lookupOutgoing } = node;
    node.lookupOutgoing = (hash) => {
      asked.push(bytesToHex(hash));
      return lookupOutgoing(hash);
    };
    node.plan = fails();
    return { ...driving, asked };
  }

  const watch = ({ world }: Driving) => watchFinished(world.drive, never);

  function hashOf({ progress }: Payment): string {
    if (progress.kind !== "failed" || progress.paymentHash === undefined) throw new Error("it has not failed");
    return bytesToHex(progress.paymentHash);
  }

  it("asks ever more rarely, and not at all two weeks after the failure", async () => {
    const driving = await given();
    const { clock, asked, pay } = driving;
    await pay();
    const startedAt = clock.now().getTime();
    const hours: number[] = [];
    for (let hour = 0; hour < 15 * 24; hour += 1) {
      const before = asked.length;
      await watch(driving);
      if (asked.length > before) hours.push((clock.now().getTime() - startedAt) / HOUR);
      clock.advance(HOUR);
    }

    const pauses = hours.map((hour, i) => hour - (hours[i - 1] ?? 0));
    expect(pauses[0]).toBeCloseTo(0, 1);
    expect(Math.max(...pauses)).toBeLessThan(5.1);
    expect(asked.length).toBeLessThan(100);
    expect(hours.at(-1)).toBeGreaterThan(13 * 24);
    expect(hours.at(-1)).toBeLessThanOrEqual(14 * 24 + 1);
  });

  it("asks once about each hash, however many workers there are", async () => {
    const driving = await given();
    const { world, asked, pay } = driving;
    const payments: Payment[] = [];
    for (let i = 0; i < 12; i += 1) payments.push(await pay());

    await Promise.all(Array.from({ length: 6 }, () => watch(driving)));

    expect([...asked].sort()).toEqual(payments.map(hashOf).sort());
    expect(await world.balance(driving.caller)).toBe(FUNDS);
  });

  it("asks again ten minutes after a worker died, or its node was silent", async () => {
    const driving = await given();
    const { world, clock, asked, pay } = driving;
    await pay();
    const { lookupOutgoing } = world.node;
    world.node.lookupOutgoing = async () => {
      throw new Error("the process died");
    };
    await expect(watch(driving)).rejects.toThrow("died");
    world.node.lookupOutgoing = lookupOutgoing;

    clock.advance(9 * MINUTE);
    await watch(driving);
    expect(asked).toHaveLength(0);
    clock.advance(MINUTE);
    world.node.broken.add("lookupOutgoing");
    await expect(watch(driving)).rejects.toThrow(NodeUnavailable);
    world.node.broken.delete("lookupOutgoing");
    expect(asked).toHaveLength(1);
    clock.advance(10 * MINUTE);
    await watch(driving);
    expect(asked).toHaveLength(2);
  });

  it("books a late success immediately when the node notifies of it", async () => {
    const driving = await given();
    const { world, pay, asked, incidentsOf, breaches, sent, follow } = driving;
    const { cursor: start } = await world.node.finished("", 0);
    const payment = await pay();
    await watch(driving);
    const { cursor } = await follow(start); // of the failure: it changes nothing now
    world.node.paying.settleFailed(sent().paymentHash);
    await watch(driving);
    expect(asked).toHaveLength(1);

    await follow(cursor);
    await Promise.all([watch(driving), watch(driving)]);

    expect(await incidentsOf(payment)).toEqual(["late_success"]);
    expect(await breaches()).toEqual([]);
    driving.clock.advance(5 * HOUR);
    const before = asked.length;
    await watch(driving);
    expect(asked).toHaveLength(before); // it has its end
  });

  it("asks no more about an invoice that another payment has paid since", async () => {
    const driving = await given();
    const { world, clock, asked, pay, incidentsOf } = driving;
    const { text } = world.invoice({ amount: sats(100n) });
    const lnAddress = world.recipient("same", { invoice: () => ({ pr: text }) });
    const failed = await pay({ lnAddress });
    world.node.plan = settles();
    expect((await pay({ lnAddress })).progress.kind).toBe("completed");

    await watch(driving);
    clock.advance(5 * HOUR);
    await watch(driving);

    expect(asked).toEqual([hashOf(failed)]);
    expect(await incidentsOf(failed)).toEqual([]);
  });

  it("goes on asking while another payment of the invoice is pending: whose success it is, nobody knows yet", async () => {
    const driving = await given();
    const { world, clock, asked, pay } = driving;
    const preimage = randomBytes(32);
    const { text } = world.invoice({ amount: sats(100n), preimage });
    const lnAddress = world.recipient("same", { invoice: () => ({ pr: text }) });
    const failed = await pay({ lnAddress });
    world.node.plan = holds();
    await pay({ lnAddress });

    const { lookupOutgoing } = world.node;
    world.node.lookupOutgoing = async (hash) => {
      await lookupOutgoing(hash);
      return { kind: "settled", preimage, fee: msats(0n) };
    };
    await watch(driving);
    clock.advance(5 * HOUR);
    await watch(driving);

    expect(asked).toEqual([hashOf(failed), hashOf(failed)]);
  });
});
