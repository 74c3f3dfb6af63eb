import { randomBytes } from "node:crypto";
import { p2wpkh, TEST_NETWORK } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";

/** An address of regtest that nobody has used. */
export function freshAddress(): string {
  const network = { ...TEST_NETWORK, bech32: "bcrt" };
  return p2wpkh(pubECDSA(Uint8Array.from(randomBytes(32))), network).address ?? "";
}
