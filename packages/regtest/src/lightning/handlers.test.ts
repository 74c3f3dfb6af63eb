import { describe, expect, it } from "vitest";
import { BadRequest, type Handlers, NotReady } from "../children/control-server.ts";
import { handlersOf } from "./handlers.ts";
import type { History } from "./history.ts";
import { type IncomingDeps, incoming } from "./incoming.ts";
import type { Node } from "./node.ts";

const HASH = "aa".repeat(32);
const never = new AbortController().signal;

describe("a node that drains", () => {
  const handlers = handlersOf({ isDraining: () => true } as unknown as Node);

  it("sends no payment, and says so", async () => {
    const input = { invoice: "lnbcrt1", feeLimitMsats: "1", cltvLimitBlocks: 100, remainingMs: 1_000, waitMs: 1_000 };
    expect(await handlers.pay(input, never)).toEqual({ kind: "not_sent", reason: "deadline" });
  });

  it.each(["createInvoice", "openChannel", "buildOnchain", "publishOnchain"] as const)(
    "refuses %s for now",
    async (name) => {
      await expect(handlers[name]({}, never)).rejects.toThrow(NotReady);
    },
  );
});

describe("an answer of the node", () => {
  /** A node whose state changes when it becomes durable: an answer shows whether it was read before. */
  function given() {
    let isDurable = false;
    const state = () => (isDurable ? "durable" : "not durable");
    const node = {
      settled: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        isDurable = true;
      },
      incoming: { state, cancel: () => "cancelled", settle: () => true, fail: () => true },
      outgoing: { state, list: state },
    } as unknown as Node;
    return { handlers: handlersOf(node), isDurable: () => isDurable };
  }

  it.each(["lookupIncoming", "lookupOutgoing", "outgoing"] as const)("to %s is what is durable", async (name) => {
    const { handlers } = given();
    const answer = await (handlers[name] as Handlers["outgoing"])({ paymentHash: HASH, after: "" }, never);
    expect(JSON.stringify(answer)).toContain('"durable"');
  });

  it.each(["cancelInvoice", "settle", "fail"] as const)("to %s comes when its effect is durable", async (name) => {
    const { handlers, isDurable } = given();
    await handlers[name]({ paymentHash: HASH }, never);
    expect(isDurable()).toBe(true);
  });

  it("to received comes when the receipts are durable", async () => {
    let isDurable = false;
    const receipt = { hash: HASH, msats: 1n, at: 1 };
    const received = incoming({
      store: { keys: () => [] },
      history: { receipts: () => [receipt] } as unknown as History,
      durable: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        isDurable = true;
      },
    } as unknown as IncomingDeps).received(0, 0, never);
    expect(await received).toHaveLength(1);
    expect(isDurable).toBe(true);
  });
});

describe("a request for the chain", () => {
  const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  const DRAFT = { address: ADDRESS, amountMsats: "330000", feeLimitMsats: "1999", reference: "a-1" };
  const asked: unknown[] = [];
  const onchain = {
    estimate: (request: unknown) => void asked.push(request),
    build: async (draft: unknown) => void asked.push(draft),
    publish: async (raw: string, reference: string) => void asked.push(raw, reference),
    list: async (after: string) => void asked.push(after),
    lookup: async (txid: string) => void asked.push(txid),
  };
  const handlers = handlersOf({ isDraining: () => false, onchain } as unknown as Node);

  it("is given on in whole satoshis, its fee limit rounded down", async () => {
    await handlers.buildOnchain(DRAFT, never);
    expect(asked.splice(0)).toMatchObject([{ sats: 330n, feeLimitSats: 1n, reference: "a-1" }]);
    await handlers.publishOnchain({ transaction: "02", reference: "a-1" }, never);
    expect(asked.splice(0)).toEqual(["02", "a-1"]);
    for (const after of ["", "ab".repeat(32)]) await handlers.listOnchain({ after }, never);
    expect(asked.splice(0)).toEqual(["", "ab".repeat(32)]);
  });

  it.each([
    { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
    { address: 1 },
    { amountMsats: "329000" },
    { amountMsats: "330001" },
    { amountMsats: "-330000" },
    { address: "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", amountMsats: "545000" },
    { feeLimitMsats: 1_000 },
    { reference: "" },
    { reference: "A" },
    { reference: "a".repeat(65) },
  ])("must be as it says (%j)", async (wrong) => {
    await expect(handlers.buildOnchain({ ...DRAFT, ...wrong }, never)).rejects.toThrow(BadRequest);
    expect(asked).toEqual([]);
  });

  it.each(["", "0", "zz", "AB", "00".repeat(40_001), undefined])("publishes no nonsense (%#)", async (transaction) => {
    await expect(handlers.publishOnchain({ transaction, reference: "a" }, never)).rejects.toThrow(BadRequest);
    await expect(async () => handlers.lookupOnchain({ txid: transaction }, never)).rejects.toThrow(BadRequest);
    await expect(handlers.publishOnchain({ transaction: "02", reference: "A" }, never)).rejects.toThrow(BadRequest);
    if (transaction !== "")
      await expect(handlers.listOnchain({ after: transaction }, never)).rejects.toThrow(BadRequest);
    expect(asked).toEqual([]);
  });
});
