import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "#platform/machine/process.ts";
import type { Counterparty, Wanted } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { startLndNetwork } from "./network.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";
import { type Served, serveLeyden } from "./served.harness.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.harness.ts";

const START_MS = 300_000;
const ENDED_MS = 120_000;
const AMOUNT = 1_000_000n;
const FUNDS = 100_000_000n;
const TOGETHER = 5;

type Ordered = Wanted & { readonly key: string };

describe("leyden on a node of LND whose disk is full", () => {
  let disk: SmallDisk | undefined;
  let served: Served;
  let counterparty: Counterparty;

  beforeAll(async () => {
    disk = mountSmallDisk();
    if (disk === undefined) return;
    served = await serveLeyden(startLndNetwork(disk.holds));
    counterparty = await counterpartyOf(served.network.recipient);
    await served.receive(FUNDS);
  }, START_MS);
  afterAll(async () => {
    await served?.stop();
    disk?.remove();
  });

  it("says so, loses nothing, and goes on when there is room again and LND was started again", {
    timeout: START_MS,
  }, async ({ skip }) => {
    if (disk === undefined) return skip("this process may not mount a small disk: run it as root");
    const { ours } = served.network;
    const before = await served.balance();
    const held = await counterparty.invoice({ msats: AMOUNT, hold: true });
    const others = Array.from({ length: TOGETHER }, () => counterparty.invoice({ msats: AMOUNT }));
    const all = [held, ...(await Promise.all(others))].map((one, i) => ({ ...one, key: `full-${i}` }));
    const [first] = all;
    if (first === undefined) throw new Error("nothing is wanted");
    const order = ({ invoice, key }: Ordered) =>
      served.call("/v0/payments", { invoice }, { "idempotency-key": key, prefer: "wait=5" });
    const readiness = async () => (await served.call("/readyz")).status;
    expect((await order(first)).body.data.status).toBe("processing");
    await expect.poll(() => counterparty.isHeld(held.paymentHash)).toBe(true);

    disk.fill();
    // In free pages of its files LND may still pay one, or fail one: what became of each is looked at below.
    for (const one of all) expect([200, 400, 429, 503]).toContain((await order(one)).status);
    await expect.poll(readiness).toBe(503);
    expect(isAlive(ours.pid())).toBe(true);
    const { output } = await served.installation.command("doctor");
    expect(output).toMatch(/^WRONG +liquidity +no channel is usable/m);
    await counterparty.settle(held.paymentHash);

    disk.free();
    await ours.end("SIGINT");
    await ours.start();
    await served.network.usable();
    await expect.poll(readiness).toBe(200);
    let spent = 0n;
    for (const one of all) {
      const { id } = (await order(one)).body.data;
      const { status, fee } = await served.ended(id);
      expect(await counterparty.receivedMsats(one.paymentHash)).toBe(status === "completed" ? AMOUNT : 0n);
      if (status === "completed") spent += AMOUNT + BigInt(fee);
      if (one === first) expect(status).toBe("completed");
    }
    expect(before - (await served.balance())).toBe(spent);
    await served.receive(AMOUNT);
    await expect
      .poll(async () => (await served.installation.command("audit")).status, { timeout: ENDED_MS, interval: 1_000 })
      .toBe(0);
  });
});
