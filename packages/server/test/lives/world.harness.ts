import { setTimeout as sleep } from "node:timers/promises";
import { type Controls, controlsOf, type NetworkAddresses, type OutgoingPayment } from "@leyden/regtest";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import type { Json } from "./deed.harness.ts";

const PAY = { feeLimitMsats: "20000", cltvLimitBlocks: 1_008, remainingMs: 20_000, waitMs: 20_000 };

/** Everybody outside: the merchant, who is paid, pays, holds back and takes, and the words of both nodes. */
export type World = {
  invoice(amount: bigint, how?: "hold" | "cancelled"): Promise<{ invoice: string; hash: string }>;
  /** Settles or fails what is held back; false where nothing is held. */
  endHeld(hash: string, end: "settle" | "fail"): Promise<boolean>;
  pay(invoice: string): Promise<void>;
  /** Asks a link for its money, with an invoice of the merchant; resolves with its hash. */
  take(lnurl: string, known: (hash: string) => void): Promise<Json>;
  /** Asks an address or LNURL-pay for an invoice, and pays it. */
  payAt(url: string, amount: bigint, known: (hash: string) => void): Promise<void>;
  /** What our node has sent, by hash. */
  sent(): Promise<ReadonlyMap<string, OutgoingPayment>>;
  /** What our node has received for this invoice. */
  received(hash: string): Promise<bigint>;
  /** What has arrived at the merchant for this invoice. */
  arrived(hash: string): Promise<bigint>;
};

export function openWorld(network: NetworkAddresses): World {
  const { node, merchant }: Controls = controlsOf(network);
  const invoice: World["invoice"] = async (amount, how) => {
    const made = await merchant.createInvoice({
      amountMsats: String(amount),
      description: { text: "a life" },
      expirySeconds: 3_600,
      hold: how === "hold",
    });
    if (how === "cancelled") await merchant.cancelInvoice({ paymentHash: made.paymentHash });
    return { invoice: made.invoice, hash: made.paymentHash };
  };
  const pay = async (request: string) => void (await merchant.pay({ invoice: request, ...PAY }));
  const settledAt = async (side: Controls["node"], paymentHash: string) => {
    const state = await side.lookupIncoming({ paymentHash });
    return state.kind === "settled" ? BigInt(state.amountMsats) : 0n;
  };
  return {
    invoice,
    pay,
    async endHeld(paymentHash, end) {
      return (await merchant[end]({ paymentHash })).result !== "not_held";
    },
    async take(lnurl, known) {
      const offer = await read(decodeLnurl(lnurl));
      if (offer.tag !== "withdrawRequest") return offer;
      const { invoice: request, hash } = await invoice(BigInt(offer.maxWithdrawable));
      known(hash);
      const url = new URL(offer.callback);
      url.searchParams.set("k1", offer.k1);
      url.searchParams.set("pr", request);
      return await read(url);
    },
    async payAt(at, amount, known) {
      const offer = await read(at.startsWith("lnurl") ? decodeLnurl(at) : new URL(at));
      if (offer.tag !== "payRequest") return;
      const url = new URL(offer.callback);
      url.searchParams.set("amount", String(amount));
      const { pr } = await read(url);
      if (typeof pr !== "string") return;
      known(hashOf(pr));
      await pay(pr);
    },
    async sent() {
      const all = new Map<string, OutgoingPayment>();
      for (let after = ""; ; ) {
        const { payments } = await node.outgoing({ after });
        for (const payment of payments) all.set(payment.paymentHash, payment);
        const last = payments.at(-1);
        if (last === undefined) return all;
        after = last.cursor;
      }
    },
    received: (hash) => settledAt(node, hash),
    arrived: (hash) => settledAt(merchant, hash),
  };
}

export function hashOf(invoice: string): string {
  return Buffer.from(decodeInvoice(invoice).paymentHash).toString("hex");
}

async function read(url: URL): Promise<Json> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  return await response.json();
}

/** Looks until it is so; says what was not so when it takes too long. */
export async function until(what: string, isSo: () => Promise<boolean>, limitMs = 90_000): Promise<void> {
  for (const end = performance.now() + limitMs; !(await isSo()); await sleep(250))
    if (performance.now() > end) throw new Error(`too long: ${what}`);
}
