/** What may ask for codes for only so many addresses. */
import type { Brand } from "#kernel/brand.ts";

export type CodeNetwork = Brand<string, "CodeNetwork">;

/**
 * Of a browser's network, as rate limits count it: the /24 of an IPv4 address, and the /64 of IPv6 as it is. Ours:
 * senders of mail floods rent neighbouring IPv4 addresses by the block, and of IPv6 one customer has the /64; wider
 * ones stop whole providers for one of them.
 */
export function codeNetworkOf(network: string): CodeNetwork {
  const [, block] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network) ?? [];
  return (block === undefined ? network : `${block}.0/24`) as CodeNetwork;
}
