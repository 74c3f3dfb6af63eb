import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { decodeLnurl } from "#protocol/lnurl.ts";

/** A Lightning wallet that answers LNURL-auth (LUD-04). */
export function softwareWallet() {
  const secret = secp256k1.utils.randomSecretKey();
  const key = bytesToHex(secp256k1.getPublicKey(secret, true));
  return {
    key,
    /** What it sends for the QR code that it is shown. */
    answer(qr: string) {
      const k1 = decodeLnurl(qr).searchParams.get("k1") ?? "";
      const sig = bytesToHex(secp256k1.sign(hexToBytes(k1), secret, { prehash: false, format: "der" }));
      return { k1, sig, key };
    },
  };
}
