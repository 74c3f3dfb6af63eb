import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { connectClnNode } from "../../src/adapters/lightning/cln/cln.ts";
import {
  allOutgoing,
  type Counterparty,
  pay,
  type Wanted,
} from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { counterpartyOf } from "../lnd/recipient.harness.ts";
import { type ClnNetwork, startClnNetwork } from "./network.harness.ts";
import { restrictionsOfGuide, writeRune } from "./rune.harness.ts";

const START_MS = 300_000;
/** More than either of our two channels can carry, and less than both. */
const AMOUNT = 5_000_000_000n;
const FEE_LIMIT = msats(2_000_000n);

describe("a node of Core Lightning that pays in parts", () => {
  let network: ClnNetwork;
  let counterparty: Counterparty;
  let node: LightningNode;

  beforeAll(async () => {
    network = await startClnNetwork();
    const { ours, router, recipient } = network;
    counterparty = await counterpartyOf(recipient);
    const credentialFile = await writeRune(ours, "leyden", restrictionsOfGuide());
    const { certFile, restPort: port } = ours;
    node = connectClnNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
    const evening = await (await counterpartyOf(router)).invoice({ msats: 2_500_000_000n });
    expect((await pay(node, evening)).kind).toBe("settled");
  }, START_MS);
  afterAll(async () => {
    await node?.close();
    await network?.stop();
  });

  const hexOf = ({ paymentHash }: Wanted) => Buffer.from(paymentHash).toString("hex");
  const partsOf = async (wanted: Wanted): Promise<readonly { readonly status: string }[]> =>
    (await network.ours.call("listsendpays", { payment_hash: hexOf(wanted) })).payments;
  const pending = async (wanted: Wanted) => (await partsOf(wanted)).filter(({ status }) => status === "pending");
  const payLarge = (wanted: Wanted) => pay(node, wanted, { feeLimit: FEE_LIMIT });

  it("fails for good when the recipient gives all parts back", async () => {
    const wanted = await counterparty.invoice({ msats: AMOUNT, hold: true });
    const before = await node.balances();
    const paid = payLarge(wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    expect((await pending(wanted)).length).toBeGreaterThan(1);
    const during = await node.balances();
    expect(during.channels + during.outgoingHtlcs).toBe(before.channels);
    await counterparty.fail(wanted.paymentHash);
    expect(await paid).toEqual({ kind: "failed", reason: "recipient_rejected" });
    await expect.poll(async () => (await node.balances()).channels).toBe(before.channels);
  });

  it("knows after a kill that all parts are held, and then what they cost", { timeout: START_MS }, async () => {
    const wanted = await counterparty.invoice({ msats: AMOUNT, hold: true });
    const before = await node.balances();
    const { cursor } = await node.finished("", 0);
    const paid = payLarge(wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await network.ours.end();
    expect((await paid).kind).toBe("unknown");
    await network.ours.start();
    await network.usable();
    expect(await node.lookupOutgoing(wanted.paymentHash)).toMatchObject({
      kind: "in_flight",
      htlcs: { place: "in_channel" },
    });

    await counterparty.settle(wanted.paymentHash);

    const kind = async () => (await node.lookupOutgoing(wanted.paymentHash)).kind;
    await expect.poll(kind).toBe("settled");
    const status = await node.lookupOutgoing(wanted.paymentHash);
    if (status.kind !== "settled") throw new Error("it has not settled");
    expect(status.fee).toBeGreaterThan(AMOUNT / 10_000n);
    await expect.poll(async () => (await node.balances()).outgoingHtlcs).toBe(0n);
    expect(before.channels - (await node.balances()).channels).toBe(AMOUNT + status.fee);
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(AMOUNT);
    const { payments } = await node.finished(cursor, 0);
    expect(payments.filter(({ paymentHash }) => Buffer.compare(paymentHash, wanted.paymentHash) === 0)).toEqual([
      { paymentHash: wanted.paymentHash, status },
    ]);
    expect((await allOutgoing(node, "")).at(-1)).toMatchObject({ amount: AMOUNT, status });
  });
});
