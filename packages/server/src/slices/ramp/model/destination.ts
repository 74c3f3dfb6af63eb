import { InvalidInput } from "#kernel/errors.ts";
import { type BitcoinNetwork, hasBitcoinAddressShape, parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { parseLightningAddress } from "#protocol/lightning-address.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** True for an address of the chain, false for a Lightning address. */
export function isOnchain(destination: string): boolean {
  return !destination.includes("@");
}

/**
 * As what limits count a destination: a Lightning address without what stands after a `+`, which leads to the same
 * wallet (LUD-16).
 */
export function destinationKeyOf(destination: string): string {
  if (isOnchain(destination)) return destination;
  const [name = "", host = ""] = destination.split("@");
  return `${name.split("+", 1)[0]}@${host}`;
}

/**
 * Where bought bitcoin goes, as it is kept: a Lightning address, or what has the shape of an address of the chain.
 * @throws {InvalidInput} when it is neither.
 */
export function rampDestination(text: string): string {
  if (hasBitcoinAddressShape(text)) return text;
  try {
    return parseLightningAddress(text).text;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new InvalidInput(
      "destination",
      "must be a Lightning address, such as name@example.com, or an address of the chain",
    );
  }
}

/**
 * The same, when the network of the node is known.
 * @throws {InvalidInput} for an address of another network, or with a mistake in it.
 */
export function destinationOn(network: BitcoinNetwork, destination: string): string {
  if (!isOnchain(destination)) return destination;
  try {
    return parseBitcoinAddress(destination, network).text;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new InvalidInput("destination", `must be an address of ${network}, without a mistake in it`);
  }
}
