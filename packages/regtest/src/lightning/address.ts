import { Address, OutScript } from "@scure/btc-signer";

export const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

const KINDS: readonly string[] = ["pkh", "sh", "wpkh", "wsh", "tr"];

/** The script that an address of regtest stands for: P2PKH, P2SH, P2WPKH, P2WSH, P2TR. Undefined for any other text. */
export function scriptOf(address: string): Uint8Array | undefined {
  try {
    const output = Address(REGTEST).decode(address);
    return KINDS.includes(output.type) ? OutScript.encode(output) : undefined;
  } catch {
    return undefined;
  }
}
