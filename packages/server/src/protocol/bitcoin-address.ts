import { Address, NETWORK, OutScript, TEST_NETWORK } from "@scure/btc-signer";
import { ProtocolError } from "./protocol-error.ts";

/** An address of bitcoin's chain, as it is compared and shown: bech32 in lower case. */
export type BitcoinAddress = {
  readonly text: string;
  /** What a transaction pays to (scriptPubKey). */
  readonly script: Uint8Array;
};

export type BitcoinNetwork = "mainnet" | "testnet" | "testnet4" | "signet" | "regtest";

/** Of segwit addresses up to version 1; the longest is for a script (BIP 173: at most 90). */
const LENGTH_MAX = 90;
/** base58 (P2PKH, P2SH), bech32 and bech32m (BIP 173, BIP 350), on every network. */
const SHAPE = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/;

/** Of what the library can read. It also knows an output that anybody may spend (P2A). */
const KINDS: readonly string[] = ["pkh", "sh", "wpkh", "wsh", "tr"];

/** The networks for tests share the prefixes of base58; all but regtest those of bech32 too. */
const PREFIXES = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  testnet4: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: "bcrt" },
} as const satisfies Record<BitcoinNetwork, typeof NETWORK>;

/** Whether a text has the shape of an address of the chain, of any network; its checksum may be wrong. */
export function hasBitcoinAddressShape(text: string): boolean {
  return text.length <= LENGTH_MAX && SHAPE.test(lowered(text));
}

/**
 * Reads an address of a network: P2PKH, P2SH, P2WPKH, P2WSH, P2TR. Later versions of segwit are refused: who would
 * spend them is not decided.
 * @throws {ProtocolError} `malformed`; `network` when it is an address of another network.
 */
export function parseBitcoinAddress(input: string, network: BitcoinNetwork): BitcoinAddress {
  const text = lowered(input);
  const script = scriptOf(text, network);
  if (script !== undefined) return { text, script };
  const others = (Object.keys(PREFIXES) as BitcoinNetwork[]).filter((other) => other !== network);
  if (others.some((other) => scriptOf(text, other) !== undefined))
    throw new ProtocolError("network", `the address is not one of ${network}`);
  throw new ProtocolError("malformed", "that is no bitcoin address");
}

function scriptOf(text: string, network: BitcoinNetwork): Uint8Array | undefined {
  if (!hasBitcoinAddressShape(text)) return undefined;
  try {
    const output = Address(PREFIXES[network]).decode(text);
    return KINDS.includes(output.type) ? OutScript.encode(output) : undefined;
  } catch {
    return undefined;
  }
}

/** bech32 may be all upper case, in QR codes (BIP 173); base58 is what it is. */
function lowered(text: string): string {
  return /^(?:BC|TB|BCRT)1[0-9A-Z]+$/.test(text) ? text.toLowerCase() : text;
}
