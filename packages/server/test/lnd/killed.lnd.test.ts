import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Counterparty, Wanted } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";
import { type Served, serveLeyden } from "./served.harness.ts";

const START_MS = 300_000;
const TOGETHER = 20;
const AMOUNT = 1_000_000n;
const FUNDS = 1_000_000_000n;
const ENDED_MS = 120_000;

type Ordered = Wanted & { readonly key: string };

describe("leyden on a node of LND, under payments", () => {
  let served: Served;
  let counterparty: Counterparty;
  let count = 0;

  beforeAll(async () => {
    served = await serveLeyden();
    counterparty = await counterpartyOf(served.network.recipient);
    await served.receive(FUNDS);
  }, START_MS);
  afterAll(() => served?.stop());

  const order = ({ invoice, key }: Ordered) =>
    served.call("/v0/payments", { invoice }, { "idempotency-key": key, prefer: "wait=0" });

  /** Orders payments, one of which the recipient holds; resolves when all are asked for and that one is there. */
  async function begin(): Promise<{ readonly all: readonly Ordered[]; readonly answers: Promise<unknown> }> {
    const make = async (hold: boolean): Promise<Ordered> => ({
      ...(await counterparty.invoice({ msats: AMOUNT, hold })),
      key: `payment-${count++}`,
    });
    const held = await make(true);
    expect(await order(held)).toMatchObject({ body: { success: true } });
    await expect.poll(() => counterparty.isHeld(held.paymentHash)).toBe(true);
    const others = await Promise.all(Array.from({ length: TOGETHER }, () => make(false)));
    return { all: [held, ...others], answers: Promise.allSettled(others.map(order)) };
  }

  /** Everybody asks again under the same key. */
  async function ends(all: readonly Ordered[]): Promise<ReadonlyMap<Ordered, { status: string; fee: string }>> {
    const ended = new Map<Ordered, { status: string; fee: string }>();
    for (const one of all) {
      const { body } = await order(one);
      ended.set(one, await served.ended(body.data.id));
    }
    return ended;
  }

  it.each<[string, number, () => Promise<void>]>([
    ["is killed early", 150, () => killed()],
    ["is killed late", 900, () => killed()],
    ["dies with its node, early", 200, () => bothKilled()],
    ["dies with its node, late", 800, () => bothKilled()],
    ["has its node stopped in good order", 500, () => stopped()],
  ])("pays or refunds each once when it %s", { timeout: START_MS }, async (_, afterMs, what) => {
    const before = await served.balance();
    const { all, answers } = await begin();
    const [held] = all;
    if (held === undefined) throw new Error("nothing was ordered");
    await sleep(afterMs);
    await what();
    await answers;
    await counterparty.settle(held.paymentHash);

    let spent = 0n;
    const counts: Record<string, number> = {};
    for (const [{ paymentHash }, { status, fee }] of await ends(all)) {
      expect(await counterparty.receivedMsats(paymentHash)).toBe(status === "completed" ? AMOUNT : 0n);
      if (status === "completed") spent += AMOUNT + BigInt(fee);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(counts["completed"]).toBeGreaterThan(0);
    expect(before - (await served.balance())).toBe(spent);
    await expect
      .poll(async () => await served.installation.command("audit"), { timeout: ENDED_MS, interval: 1_000 })
      .toMatchObject({ status: 0 });
  });

  async function killed(): Promise<void> {
    await served.running.kill();
    await served.start();
  }
  async function bothKilled(): Promise<void> {
    await Promise.all([served.running.kill(), served.network.ours.end()]);
    await served.network.ours.start();
    await served.network.usable();
    await served.start();
  }
  async function stopped(): Promise<void> {
    await served.network.ours.stop();
    await served.network.ours.start();
    await served.network.usable();
  }
});
