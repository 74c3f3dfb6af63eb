import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import type { Network } from "../model/node-info.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";
import type { OnchainRequest } from "../model/onchain-transaction.ts";

/**
 * Overhead of a transaction with a witness, and an input of the wallet with the longest signature. Virtual bytes, in
 * quarters.
 */
const OVERHEAD_WEIGHT = 42n;
const INPUT_WEIGHT = 272n;
/** Amount, length of the script. */
export const OUTPUT_BYTES = 9n;
export const DUST_SATS = { segwit: 330n, older: 546n };

/** @throws {NodeUnavailable} as an adapter does for a request that its node refuses to read. */
export function read({ address, amount }: OnchainRequest, network: Network) {
  const { script, isSegwit } = readAddress(address, network);
  const dust = isSegwit ? DUST_SATS.segwit : DUST_SATS.older;
  if (amount % 1_000n !== 0n || amount < dust * 1_000n) throw new NodeUnavailable("the amount cannot be paid");
  return { script, sats: amount / 1_000n };
}

function readAddress(address: string, network: Network) {
  try {
    const { text, script } = parseBitcoinAddress(address, network);
    return { script, isSegwit: /^(bc|tb|bcrt)1/.test(text) };
  } catch (cause) {
    throw new NodeUnavailable("the address cannot be read", { cause });
  }
}

/** In satoshis, from the virtual size with the longest signatures. */
export function feeOf(inputs: number, scripts: readonly Uint8Array[], feeRate: bigint): bigint {
  const outputs = scripts.reduce((sum, { length }) => sum + OUTPUT_BYTES + BigInt(length), 0n);
  const weight = OVERHEAD_WEIGHT + BigInt(inputs) * INPUT_WEIGHT + outputs * 4n;
  return ((weight + 3n) / 4n) * feeRate;
}
