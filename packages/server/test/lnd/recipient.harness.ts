import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { type Counterparty, sha256 } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import type { LndNode } from "./lnd-node.harness.ts";

/** A node of LND on the other side of a route. */
export async function counterpartyOf(recipient: LndNode): Promise<Counterparty> {
  const { identity_pubkey } = await recipient.get("/v1/getinfo");
  const preimages = new Map<string, Uint8Array>();
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const lookUp = (hash: Uint8Array) => recipient.get(`/v1/invoice/${hex(hash)}`).catch(() => ({ state: "" }));
  return {
    nodeId: async () => identity_pubkey,
    async invoice({ msats, expirySeconds = 600, hold = false }) {
      const preimage = Uint8Array.from(randomBytes(32));
      const paymentHash = sha256(preimage);
      preimages.set(hex(paymentHash), preimage);
      const body = {
        memo: "conformance",
        expiry: String(expirySeconds),
        ...(msats !== undefined && { value_msat: String(msats) }),
      };
      const { payment_request: invoice } = hold
        ? await recipient.post("/v2/invoices/hodl", { ...body, hash: base64(paymentHash) })
        : await recipient.post("/v1/invoices", { ...body, r_preimage: base64(preimage) });
      return { invoice, paymentHash, expiresAt: new Date(Date.now() + expirySeconds * 1_000) };
    },
    async settle(hash) {
      const preimage = preimages.get(hex(hash));
      if (preimage === undefined) throw new Error("no invoice has this hash");
      await recipient.post("/v2/invoices/settle", { preimage: base64(preimage) });
    },
    async fail(hash) {
      await recipient.post("/v2/invoices/cancel", { payment_hash: base64(hash) });
    },
    isHeld: async (hash) => (await lookUp(hash)).state === "ACCEPTED",
    async receivedMsats(hash) {
      const { state, amt_paid_msat } = await lookUp(hash);
      return state === "SETTLED" ? BigInt(amt_paid_msat) : 0n;
    },
    async pay(invoice) {
      const limits = { timeout_seconds: 30, fee_limit_msat: "1000000", max_parts: 16, no_inflight_updates: true };
      const { result } = await recipient.post("/v2/router/send", { payment_request: invoice, ...limits });
      expect(["SUCCEEDED", "FAILED"]).toContain(result.status);
      return result.status === "SUCCEEDED";
    },
  };
}
