import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";

/** An invoice of the counterparty, or a keysend that it took. */
export type Recipient = {
  readonly preimage: Uint8Array;
  /** Undefined: what the payer chooses. */
  readonly amount: bigint | undefined;
  /** Holds what arrives until `settle` or `fail`. */
  readonly hold: boolean;
  isCancelled: boolean;
  /** In HTLCs that it has not decided about. */
  arrived: bigint;
  /** What it took, in all. */
  received: bigint;
};

export type InvoiceDraft = {
  readonly msats?: bigint;
  readonly expirySeconds?: number;
  readonly hold?: boolean;
  readonly minFinalCltvExpiry?: number;
};

/** The counterparty behind the router, as far as payments to it go. */
export type Recipients = {
  readonly nodeId: string;
  /** By payment hash, lower-case hex. */
  readonly known: Map<string, Recipient>;
  invoice(draft: InvoiceDraft): {
    readonly invoice: string;
    readonly paymentHash: Uint8Array;
    readonly expiresAt: Date;
  };
};

const FINAL_CLTV = 80;

export function createRecipients(clock: Clock): Recipients {
  const key = Uint8Array.from(randomBytes(32));
  const known = new Map<string, Recipient>();
  return {
    nodeId: bytesToHex(secp256k1.getPublicKey(key)),
    known,
    invoice({ msats: amount, expirySeconds = 600, hold = false, minFinalCltvExpiry = FINAL_CLTV }) {
      const preimage = Uint8Array.from(randomBytes(32));
      const paymentHash = sha256(preimage);
      const timestamp = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
      known.set(bytesToHex(paymentHash), { preimage, amount, hold, isCancelled: false, arrived: 0n, received: 0n });
      const fields = {
        network: "regtest" as const,
        paymentHash,
        paymentSecret: Uint8Array.from(randomBytes(32)),
        timestamp,
        description: { kind: "text", text: "counterparty" } as const,
        expirySeconds,
        minFinalCltvExpiry,
        features: [8, 14, 17],
        ...(amount !== undefined && { amount: msats(amount) }),
      };
      const expiresAt = new Date(timestamp.getTime() + expirySeconds * 1_000);
      return { invoice: encodeInvoice(fields, key), paymentHash, expiresAt };
    },
  };
}
