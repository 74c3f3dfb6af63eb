import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Counterparty, Wanted } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { bakeLeydens } from "./credential.harness.ts";
import { until } from "./process.harness.ts";
import { type Gate, standBefore } from "./proxy.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";
import { type Served, serveLeyden } from "./served.harness.ts";

const START_MS = 300_000;
const TOGETHER = 20;
const AMOUNT = 1_000_000n;
const FUNDS = 1_000_000_000n;
/** Longer than an answer may take. */
const DISTURBED_MS = 20_000;

type Ordered = Wanted & { readonly key: string };

describe("leyden on a node of LND that is disturbed", () => {
  let served: Served;
  let proxy: Gate | undefined;
  let counterparty: Counterparty;
  let count = 0;

  beforeAll(async () => {
    served = await serveLeyden(undefined, async (ours) => {
      proxy = await standBefore(ours);
      return proxy.port;
    });
    counterparty = await counterpartyOf(served.network.recipient);
    await served.receive(FUNDS);
  }, START_MS);
  afterAll(async () => {
    await served?.stop();
    proxy?.close();
  });

  const pass = (mode: Gate["mode"]) => {
    if (proxy !== undefined) proxy.mode = mode;
  };
  const signal = (name: "SIGSTOP" | "SIGCONT") => process.kill(served.network.ours.pid(), name);
  const order = ({ invoice, key }: Ordered) =>
    served.call("/v0/payments", { invoice }, { "idempotency-key": key, prefer: "wait=0" });
  const wanted = () =>
    Promise.all(
      Array.from({ length: TOGETHER }, async () => ({
        ...(await counterparty.invoice({ msats: AMOUNT })),
        key: `disturbed-${count++}`,
      })),
    );

  /** What doctor says of the node itself. */
  async function said(): Promise<string> {
    const { output } = await served.installation.command("doctor");
    return /^\S+ +node +(.*)$/m.exec(output)?.[1] ?? "";
  }
  const isReady = async () => (await served.call("/readyz")).status === 200;

  async function withdrawMacaroon(): Promise<void> {
    const { ours } = served.network;
    const wrong = Buffer.from(await bakeLeydens(served.network.router));
    writeFileSync(served.settings["LEYDEN_NODE_CREDENTIAL"] ?? "", wrong);
    await ours.end();
    await ours.start();
  }
  async function bakeAgain(): Promise<void> {
    writeFileSync(served.settings["LEYDEN_NODE_CREDENTIAL"] ?? "", await bakeLeydens(served.network.ours));
    await served.network.usable();
  }

  it.each<[string, () => unknown, () => unknown, RegExp]>([
    ["is paused", () => signal("SIGSTOP"), () => signal("SIGCONT"), /does not answer/],
    ["loses the end of its answers", () => pass("cuts"), () => pass("passes"), /gives no answer|is not what answers/],
    ["acts, and a proxy answers", () => pass("answers_itself"), () => pass("passes"), /is not what answers .*502/],
    ["is gone behind a proxy", () => pass("is_alone"), () => pass("passes"), /is not what answers .*502/],
    ["takes the macaroon no more", withdrawMacaroon, bakeAgain, /does not take the credential/],
  ])(
    "pays or refunds each once when it %s, says so, and goes on",
    { timeout: START_MS },
    async (_, begin, end, words) => {
      const before = await served.balance();
      const all = await wanted();
      await Promise.all(all.slice(TOGETHER / 2).map(order));
      await begin();
      await Promise.all(all.map(order));
      await sleep(DISTURBED_MS);
      expect(await said()).toMatch(words);
      await end();
      await until("sending", isReady);

      let spent = 0n;
      for (const one of all) {
        const { body } = await order(one);
        const { status, fee } = await served.ended(body.data.id);
        expect(await counterparty.receivedMsats(one.paymentHash)).toBe(status === "completed" ? AMOUNT : 0n);
        if (status === "completed") spent += AMOUNT + BigInt(fee);
      }
      expect(spent).toBeGreaterThan(0n);
      expect(before - (await served.balance())).toBe(spent);
      expect(await served.installation.command("audit")).toMatchObject({ status: 0 });
    },
  );
});
