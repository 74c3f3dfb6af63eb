import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import type { OnchainPublished } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { freshAddress } from "../testing/address.harness.ts";
import { findPublishedFor, listPublished } from "./list-published.ts";

const SINCE = new Date(0);

async function given() {
  const node = createFakeNode({ clock: machineClock });
  const draft = { address: freshAddress(), amount: sats(20_000n), feeLimit: sats(1_000n), reference: "one" };
  const built = await node.buildOnchain(draft);
  if (built.kind !== "built") throw new Error("it was not built");
  await node.publishOnchain(built.transaction, "one");
  return { node, built };
}

it("finds what the wallet has published for a thing, also one that no database knows", async () => {
  const { node, built } = await given();
  const found = async (id: string) => (await findPublishedFor({ node }, { id, since: SINCE })).map(({ txid }) => txid);
  expect([await found("one"), await found("two")]).toEqual([[built.txid], []]);
});

it("asks no node that pays no addresses of the chain", async () => {
  const { node } = await given();
  expect(await listPublished({ node: { ...node, capabilities: { onchain: false } } }, SINCE)).toEqual([]);
});

it.each<[string, Partial<OnchainPublished>]>([
  ["of another name", { txid: "ab".repeat(32) }],
  ["no transaction", { transaction: Uint8Array.of(2) }],
  ["of a fee below nothing", { fee: -1_000n as OnchainPublished["fee"] }],
  ["of a fee that is no whole sats", { fee: 1_001n as OnchainPublished["fee"] }],
])("leaves out what is not as the node says: %s", async (_, change) => {
  const { node } = await given();
  const lying = {
    ...node,
    listOnchain: async () => (await node.listOnchain(SINCE)).map((one) => ({ ...one, ...change })),
  };
  expect(await listPublished({ node: lying }, SINCE)).toEqual([]);
});
