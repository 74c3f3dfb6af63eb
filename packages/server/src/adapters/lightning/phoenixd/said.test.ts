import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { clockConforms } from "../conformance/clock.harness.ts";
import { invoiceOf } from "../conformance/counterparty.harness.ts";
import { connectPhoenixdNode } from "./phoenixd.ts";
import { type FakePhoenixd, startFakePhoenixd } from "./testing/phoenixd.harness.ts";

let fake: FakePhoenixd;
let node: LightningNode;
beforeEach(async () => {
  fake = await startFakePhoenixd();
  const { host, port, credentialFile } = fake;
  node = connectPhoenixdNode({ host, port, credentialFile, clock: machineClock });
});
afterEach(async () => {
  await node.close();
  await fake.stop();
});

describe("the clock of a node", () => {
  clockConforms(() => ({
    node,
    say(said) {
      fake.clockSays = said;
    },
  }));
});

it("has an open invoice until it is paid, and none that has expired", async () => {
  expect(await node.hasOpenInvoices()).toBe(false);
  const { invoice } = await invoiceOf(node, 1_000_000n);
  expect(await node.hasOpenInvoices()).toBe(true);
  await fake.receive(invoice);
  expect(await node.hasOpenInvoices()).toBe(false);
  await invoiceOf(node, 1_000_000n);
  fake.api.bend = (item) => ({ ...item, isExpired: true });
  expect(await node.hasOpenInvoices()).toBe(false);
});

it("shortens a text that is too long for phoenixd, and cuts no character in two", async () => {
  const text = `${"a".repeat(126)}⚡${"😀".repeat(40)}`;
  const asked = { amount: msats(1_000n), description: { kind: "text", text } as const, expirySeconds: 60 };
  const { invoice } = await node.createInvoice(asked);
  expect(decodeInvoice(invoice).description).toEqual({ kind: "text", text: `${"a".repeat(126)}⚡…` });
  await expect(node.createInvoice({ ...asked, amount: msats(1_001n) })).rejects.toThrow("whole sats");
});
