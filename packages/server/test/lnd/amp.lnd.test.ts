import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LightningNode, ReceivedItem } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { type Counterparty, pay, receive } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode } from "../../src/adapters/lightning/lnd/lnd.ts";
import type { LndNode } from "./lnd-node.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

const START_MS = 300_000;

describe("AMP payments, which other programs of the operator make with LND", () => {
  let network: LndNetwork;
  let counterparty: Counterparty;
  let node: LightningNode;

  beforeAll(async () => {
    network = await startLndNetwork();
    counterparty = await counterpartyOf(network.recipient);
    const { certFile, adminMacaroonFile: credentialFile, restPort: port } = network.ours;
    node = connectLndNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
  }, START_MS);
  afterAll(async () => {
    await node?.close();
    await network?.stop();
  });

  /** An invoice of the one, which `payer` pays so many times. */
  async function payAmp(payer: LndNode, payee: LndNode, { times }: { times: number }): Promise<string> {
    const made = await payee.post("/v1/invoices", { value_msat: "5000000", is_amp: true });
    const limits = { timeout_seconds: 30, fee_limit_msat: "1000000", max_parts: 16, no_inflight_updates: true };
    for (let i = 0; i < times; i++) {
      const order = { payment_request: made.payment_request, amp: true, ...limits };
      const { result } = await payer.post("/v2/router/send", order);
      expect(result.status).toBe("SUCCEEDED");
    }
    return Buffer.from(made.r_hash, "base64").toString("hex");
  }

  it("have a place in the list, do not hide what is behind them, and a look-up says what they took", async () => {
    await payAmp(network.ours, network.recipient, { times: 1 });
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    expect((await pay(node, wanted)).kind).toBe("settled");

    const items = await node.outgoing("");
    expect(items).toMatchObject([
      { kind: "unreadable", amount: 5_000_000n },
      { kind: "payment", paymentHash: wanted.paymentHash },
    ]);
    const [amp] = items;
    if (amp?.paymentHash === undefined) throw new Error("its hash cannot be read");
    expect(amp).toMatchObject({ place: Buffer.from(amp.paymentHash).toString("hex") });
    expect(await node.lookupOutgoing(amp.paymentHash)).toMatchObject({ kind: "settled", fee: 1_500n });
    expect(await node.outgoing(amp.cursor)).toHaveLength(1);
  });

  it("that are received are each an item by hash and set, live and from the beginning, and lead on", async () => {
    const world = { node, counterparty } as Parameters<typeof receive>[0];
    const first = await receive(world, 2_000_000n);
    const hash = await payAmp(network.recipient, network.ours, { times: 2 });
    const last = await receive(world, 3_000_000n);
    const read = async (after: string) => {
      const items: ReceivedItem[] = [];
      for (let cursor = after; ; cursor = items.at(-1)?.cursor ?? "") {
        const page = await node.received(cursor, 0);
        if (page.length === 0) return items;
        items.push(...page);
      }
    };
    const past = await read("");
    const set = { kind: "unreadable", place: expect.stringMatching(new RegExp(`^${hash}\\.[0-9a-f]{64}$`)) };
    const receipt = (paymentHash: Uint8Array) => ({ kind: "receipt", paymentHash });
    expect(past).toMatchObject([receipt(first), set, set, receipt(last)]);
    expect(new Set(past.map((item) => item.kind === "unreadable" && item.place)).size).toBe(3);
    expect(await read(past[1]?.cursor ?? "")).toEqual(past.slice(2));

    const coming = node.received(past.at(-1)?.cursor ?? "", 10_000);
    await payAmp(network.recipient, network.ours, { times: 1 });
    expect(await coming).toMatchObject([{ kind: "unreadable" }]);
    expect(await read("")).toHaveLength(5);
  });
});
