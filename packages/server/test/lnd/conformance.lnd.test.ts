import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { lightningConformance } from "../../src/adapters/lightning/conformance/conformance.harness.ts";
import {
  type Conformance,
  type Counterparty,
  sha256,
} from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode } from "../../src/adapters/lightning/lnd/lnd.ts";
import { bakeLeydens } from "./credential.harness.ts";
import type { LndNode } from "./lnd-node.harness.ts";
import { startLndNetwork } from "./network.harness.ts";

lightningConformance("the adapter of LND on real nodes", async (): Promise<Conformance> => {
  const network = await startLndNetwork();
  const { chain, ours, recipient } = network;
  const { certFile, folder } = ours;
  const credentialFile = join(folder, "leyden.macaroon");
  writeFileSync(credentialFile, await bakeLeydens(ours));
  const address = { host: "127.0.0.1", certFile, credentialFile, clock: machineClock };
  const node = connectLndNode({ ...address, port: ours.restPort });
  return {
    node,
    unreachable: connectLndNode({ ...address, port: 1 }),
    counterparty: await counterpartyOf(recipient),
    chain: { mine: network.mine, receivedAt: chain.receivedAt },
    async restart() {
      await ours.end();
      await ours.start();
      await network.usable();
    },
    async stop() {
      await node.close();
      await network.stop();
    },
  };
});

async function counterpartyOf(recipient: LndNode): Promise<Counterparty> {
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
