import { afterEach, beforeEach, expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { invoiceOf, pay } from "../conformance/counterparty.harness.ts";
import { connectNwcNode } from "./nwc.ts";
import { errorOf, TAGS } from "./testing/service.harness.ts";
import { type FakeWallet, startFakeWallet } from "./testing/wallet.harness.ts";

let wallet: FakeWallet;
let node: LightningNode;
let aheadMs: number;
/** How much faster than ours its waiting goes. */
let speed: number;
const clock = {
  ...machineClock,
  monotonicMs: () => machineClock.monotonicMs() + aheadMs,
  sleep: (ms: number, signal?: AbortSignal) => machineClock.sleep(ms / speed, signal),
};

beforeEach(async () => {
  aheadMs = 0;
  speed = 1;
  wallet = await startFakeWallet();
  node = connectNwcNode({ credentialFile: wallet.credentialFile, clock, payWaitMs: 1_000 });
});
afterEach(async () => {
  await node.close();
  await wallet.stop();
});
const asked = (method: string) => wallet.called.filter((called) => called === method).length;

it("asks nothing again of a wallet service that has just answered, as long as the connection stands", async () => {
  const info = await node.info();
  const before = asked("get_info");
  for (let i = 0; i < 5; i += 1) expect(await node.info("brief")).toEqual(info);
  aheadMs += 9_000;
  await node.balances(); // is an answer as well
  aheadMs += 9_000;
  await node.info("brief");
  expect(asked("get_info")).toBe(before);
  await node.info();
  aheadMs += 10_000;
  await node.info("brief");
  expect(asked("get_info")).toBe(before + 2);
  for (let i = 0; i < 4; i += 1) {
    aheadMs += 8_000;
    await node.balances();
    await node.info("brief");
  }
  expect(asked("get_info")).toBe(before + 3); // what it says of itself is never old
  await wallet.relay.restart();
  const askedAgain = async () => {
    await node.info("brief").catch(() => undefined);
    return asked("get_info");
  };
  await expect.poll(askedAgain).toBeGreaterThan(before + 2);
});

it("opens no connection after it was closed, also for who waits for a receipt", async () => {
  await node.info();
  const waiting = node.received("", 20_000);
  await node.close();
  await expect(waiting).rejects.toThrow("the connection was closed");
  await expect(node.info()).rejects.toThrow("the connection was closed");
});

it("opens a new connection after a request over which nothing came, and none because a reply is late", async () => {
  await node.info();
  wallet.fault = "lose";
  expect(await pay(node, await wallet.node.counterparty.invoice({ msats: 1_000_000n }))).toMatchObject({
    kind: "unknown",
  });
  expect(wallet.relay.accepted).toBe(1);

  wallet.relay.freeze();
  speed = 20;
  await expect(node.info()).rejects.toThrow("did not reply");
  const { nodeId } = await node.info();
  expect(nodeId).toContain(wallet.key);
  expect(wallet.relay.accepted).toBe(2);
});

it("sees at once a wallet service that leaves a request without a reply", async () => {
  await node.info();
  wallet.fault = "lose";
  await pay(node, await wallet.node.counterparty.invoice({ msats: 1_000_000n }));
  const { answer } = wallet.methods;
  wallet.methods.answer = (method, params) =>
    method === "get_info" ? errorOf("INTERNAL", "because") : answer(method, params);
  await expect(node.info("brief")).rejects.toThrow("INTERNAL");
  await expect(node.info("brief")).rejects.toThrow("INTERNAL");
});

it.each([
  ["a minute with notifications", TAGS, 60_000],
  ["ten seconds without", [], 10_000],
])(
  "reads receipts each %s, finds one without a notification, and reads at once where it is asked to",
  async (...of) => {
    const [, tags, everyMs] = of;
    wallet.present(tags);
    wallet.isSilent = true;
    await node.info(); // connects, which is news as well
    expect(await node.received("", 0)).toEqual([]);
    const before = asked("list_transactions");
    const { invoice, paymentHash } = await invoiceOf(node, 1_000n);
    await wallet.receive(invoice);
    for (let i = 0; i < 3; i += 1) expect(await node.received("", 10)).toEqual([]);
    aheadMs += everyMs - 5_000;
    expect(await node.received("", 10)).toEqual([]);
    expect(asked("list_transactions")).toBe(before);
    aheadMs += 5_000;
    const found = await node.received("", 10);
    expect(found).toMatchObject([{ paymentHash }]);
    const cursor = found[0]?.cursor ?? "";
    const reads = asked("list_transactions");
    for (let i = 0; i < 2; i += 1) expect(await node.received(cursor, 0)).toEqual([]);
    expect(asked("list_transactions")).toBeGreaterThan(reads + 1);
  },
);
