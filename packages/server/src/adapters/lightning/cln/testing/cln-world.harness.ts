import { createHash, randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";
import type { Conformance, Counterparty } from "../../conformance/counterparty.harness.ts";
import { connectClnNode } from "../cln.ts";
import { type FakeCln, startFakeCln } from "./fake-cln.harness.ts";

export type ClnWorld = Conformance & { readonly fake: FakeCln };

/** A fake Core Lightning node, the adapter connected to it, and somebody to pay. */
export async function clnWorld(): Promise<ClnWorld> {
  const fake = await startFakeCln();
  const node = connectTo(fake);
  const unreachable = connectTo({ ...fake, port: 1 });
  return {
    fake,
    node,
    unreachable,
    counterparty: counterpartyOf(fake),
    saysWhy: "at_once",
    chain: {
      async mine(blocks) {
        fake.state().height += blocks;
      },
      receivedAt: async () => 0n,
    },
    async forward(fee_msat) {
      const resolved_time = machineClock.now().getTime() / 1_000;
      fake.forwards.push({ updated_index: BigInt(fake.forwards.length * 3 + 2), fee_msat, resolved_time });
    },
    async receiveUnreadable() {
      const { bolt11 } = fake.receiving.invoice({ amount_msat: "1000msat", label: "unreadable", description: "" });
      const invoice = fake.receiving.find(bolt11);
      if (invoice !== undefined) fake.receiving.receive(invoice, -1n);
    },
    async makeUnreadable(hash) {
      for (const part of fake.paying.partsOf(bytesToHex(hash))) part.preimage = "not known";
    },
    restart: async () => fake.restart(),
    async stop() {
      await node.close();
      await unreachable.close();
      await fake.stop();
    },
  };
}

export function connectTo({ port, certFile, credentialFile }: Pick<FakeCln, "port" | "certFile" | "credentialFile">) {
  const node: LightningNode = connectClnNode({
    host: "127.0.0.1",
    port,
    certFile,
    credentialFile,
    clock: machineClock,
  });
  return node;
}

function counterpartyOf({ paying, receiving }: FakeCln): Counterparty {
  const key = randomBytes(32);
  const pending = (hash: Uint8Array) =>
    paying.partsOf(bytesToHex(hash)).filter(({ status, inChannel }) => status === "pending" && inChannel);
  return {
    nodeId: async () => bytesToHex(secp256k1.getPublicKey(key)),
    async invoice({ msats: amount, expirySeconds = 600, hold = false }) {
      const preimage = randomBytes(32);
      const paymentHash = Uint8Array.from(createHash("sha256").update(preimage).digest());
      const timestamp = new Date(Math.floor(Date.now() / 1_000) * 1_000);
      const invoice = encodeInvoice(
        {
          network: "regtest",
          paymentHash,
          paymentSecret: randomBytes(32),
          timestamp,
          description: { kind: "text", text: "conformance" },
          expirySeconds,
          ...(amount !== undefined && { amount: msats(amount) }),
        },
        key,
      );
      paying.recipients.set(bytesToHex(paymentHash), { preimage: preimage.toString("hex"), hold });
      return { invoice, paymentHash, expiresAt: new Date(timestamp.getTime() + expirySeconds * 1_000) };
    },
    async settle(hash) {
      for (const part of pending(hash)) paying.resolve(part, "complete");
    },
    async fail(hash) {
      paying.recipients.delete(bytesToHex(hash));
      for (const part of pending(hash)) paying.resolve(part, "failed");
    },
    isHeld: async (hash) => pending(hash).length > 0,
    receivedMsats: async (hash) =>
      paying
        .partsOf(bytesToHex(hash))
        .reduce((sum, { status, delivered }) => (status === "complete" ? sum + delivered : sum), 0n),
    async pay(bolt11) {
      const invoice = receiving.find(bolt11);
      if (invoice === undefined || receiving.statusOf(invoice) !== "unpaid") return false;
      receiving.receive(invoice, invoice.amount);
      return true;
    },
  };
}

/** The hash of an invoice as the node's commands take it. */
export function hexOf(paymentHash: Uint8Array): string {
  return bytesToHex(paymentHash);
}
