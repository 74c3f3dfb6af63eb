import { AppError, InvalidInput } from "#kernel/errors.ts";
import { parseLightningAddress } from "#protocol/lightning-address.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** Addresses of bitcoin's chain: base58 (P2PKH, P2SH), bech32 and bech32m (BIP 173, BIP 350), on every network. */
const CHAIN = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/i;

/** As what limits count a Lightning address: without what stands after a `+`, which leads to the same wallet (LUD-16). */
export function destinationKeyOf(address: string): string {
  const [name = "", host = ""] = address.split("@");
  return `${name.split("+", 1)[0]}@${host}`;
}

/**
 * Where bought bitcoin goes, as it is kept.
 * @throws {InvalidInput} when it is none.
 * @throws {AppError} `not_supported` for an address of the chain: the connected node cannot pay one.
 */
export function rampDestination(text: string): string {
  if (CHAIN.test(text))
    throw new AppError("not_supported", "the connected Lightning node pays no addresses of the chain", {
      details: [{ field: "destination", issue: "must be a Lightning address" }],
    });
  try {
    return parseLightningAddress(text).text;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new InvalidInput("destination", "must be a Lightning address, such as name@example.com");
  }
}
