import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { controlsOf, startNetwork } from "@leyden/regtest";
import { connectEmbeddedNode } from "../../../packages/server/src/adapters/lightning/embedded/embedded.ts";
import { msats } from "../../../packages/server/src/kernel/money.ts";
import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { createOutbound } from "../../../packages/server/src/platform/outbound/outbound.ts";
import { parseLightningAddress } from "../../../packages/server/src/protocol/lightning-address.ts";
import { CLTV_LIMIT_BLOCKS, PAY_DEADLINE_MS } from "../../../packages/server/src/slices/lightning/index.ts";
import { fetchInvoice } from "../../../packages/server/src/slices/payments/drive/lnurl-client.ts";
import type { Installation } from "./installation.ts";

/** Pays the merchant of an embedded network, two channels away. */
export type Payer = {
  /** One payment, from the wish to the proof. @throws when it does not settle. */
  pay(): Promise<void>;
  /** Has the merchant give what so many payments take. */
  fund(payments: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Above what is dust in a commitment transaction, so that every payment is an output there with a signature of its own.
 */
const AMOUNT = msats(2_000_000n);
/** More than the router takes for this amount. */
const FEE_LIMIT = msats(20_000n);

/** Pays as a client of Leyden does: one HTTP request, answered when the payment is finished. */
export function payThroughLeyden({ development, network }: Installation): Payer {
  const { baseUrl, apiKey, merchant } = development;
  const headers = { apikey: apiKey, "content-type": "application/json" };
  const call = async (method: "GET" | "POST", path: string, body?: object) => {
    const answer = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  };
  const balance = async () => BigInt((await call("GET", "/v0/wallet")).balance);

  return {
    async pay() {
      const message = { lnAddress: merchant.lnAddress, amount: String(AMOUNT) };
      const { status } = await call("POST", "/v0/ln-address/send-payment", message);
      if (status !== "completed") throw new Error(`a payment is ${status}`);
    },
    async fund(payments) {
      const needed = (AMOUNT + FEE_LIMIT) * BigInt(payments);
      const charge = await call("POST", "/v0/charges", { amount: String(needed), description: "for the benchmark" });
      const message = {
        feeLimitMsats: String(needed / 100n),
        cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
        remainingMs: 10_000,
        waitMs: 30_000,
      };
      const paid = await controlsOf(network).merchant.pay({ ...message, invoice: charge.invoice.request });
      if (paid.kind !== "settled") throw new Error(`the merchant's payment is ${JSON.stringify(paid)}`);
      while ((await balance()) < needed) await sleep(50);
    },
    close: async () => undefined,
  };
}

/**
 * Pays without Leyden: asks the merchant's server for an invoice with the same client and gives it to the same adapter.
 * The network is another one of the same kind, because foreign payments of its node pause the sending of Leyden.
 */
export async function payByNodeAlone(folder: string): Promise<Payer> {
  const network = await startNetwork({ dataDir: join(folder, "network"), instanceId: randomUUID() });
  const clock = machineClock;
  const node = connectEmbeddedNode({ ...network.node, clock });
  const outbound = createOutbound({ allow: [network.merchantHost], ownAddresses: [], clock });
  const target = parseLightningAddress(network.merchantAddress);
  return {
    async pay() {
      const fetched = await fetchInvoice({ outbound, clock, network: "regtest" }, { target, amount: AMOUNT });
      if (fetched.kind === "failed") throw new Error(fetched.detail);
      const { text, paymentHash, expiresAt } = fetched.invoice;
      const deadlineMonotonicMs = clock.monotonicMs() + PAY_DEADLINE_MS;
      const invoice = { invoice: text, paymentHash, expiresAt, amount: undefined };
      const limits = { feeLimit: FEE_LIMIT, cltvLimitBlocks: CLTV_LIMIT_BLOCKS, deadlineMonotonicMs };
      const outcome = await node.pay({ ...invoice, ...limits, onReference: () => undefined });
      if (outcome.kind !== "settled") throw new Error(`a payment is ${outcome.kind}`);
    },
    fund: async () => undefined, // the node's channel has enough for 12,000
    async close() {
      await Promise.all([node.close(), outbound.close()]);
      await network.stop();
    },
  };
}
