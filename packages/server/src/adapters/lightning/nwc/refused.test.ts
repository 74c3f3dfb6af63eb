import { afterEach, beforeEach, expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay } from "../conformance/counterparty.harness.ts";
import { connectNwcNode } from "./nwc.ts";
import { errorOf } from "./testing/service.harness.ts";
import { type FakeWallet, startFakeWallet } from "./testing/wallet.harness.ts";

let wallet: FakeWallet;
let node: LightningNode;
/** How many look-ups are refused. */
let looksRefused: number;
let begins: FakeWallet["methods"]["begin"];

/** It begins the payment, and refuses what comes after: as where the relay has delivered the request twice. */
beforeEach(async () => {
  wallet = await startFakeWallet();
  node = connectNwcNode({ credentialFile: wallet.credentialFile, clock: machineClock, payWaitMs: 60_000 });
  looksRefused = 0;
  const { answer, begin } = wallet.methods;
  begins = begin;
  let isBegun = false;
  wallet.methods.begin = (params) => {
    begin(params);
    isBegun = true;
    return errorOf("QUOTA_EXCEEDED", "the budget of this connection is used up") as never;
  };
  wallet.methods.answer = (method, params) => {
    if (method !== "lookup_invoice" || !isBegun || looksRefused === 0) return answer(method, params);
    looksRefused -= 1;
    return errorOf("RATE_LIMITED", "too fast");
  };
});
afterEach(async () => {
  await node.close();
  await wallet.stop();
});
const wanted = () => wallet.node.counterparty.invoice({ msats: 1_000_000n });

it("a refusal proves nothing where no look-up is answered", async () => {
  const one = await wanted();
  looksRefused = 100;
  expect((await pay(node, one)).kind).toBe("unknown");
  looksRefused = 0;
  expect((await node.lookupOutgoing(one.paymentHash)).kind).toBe("settled");
});

it("a look-up that is refused at first is repeated", async () => {
  looksRefused = 2;
  expect((await pay(node, await wanted())).kind).toBe("settled");
});

it("a refusal with the preimage of the hash proves nothing, though the wallet has no record of it", async () => {
  const { outcome, answer } = wallet.methods;
  const one = await wanted();
  wallet.methods.begin = begins;
  wallet.methods.outcome = (begun) => ({
    ...outcome(begun),
    ...errorOf("QUOTA_EXCEEDED", "late"),
    result: outcome(begun)["result"],
  });
  wallet.methods.answer = (method, params) =>
    method === "lookup_invoice" ? errorOf("NOT_FOUND", "none") : answer(method, params);
  expect((await pay(node, one)).kind).toBe("unknown");
});
