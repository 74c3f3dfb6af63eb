/** What the limits of logins count together. */
import type { Brand } from "#kernel/brand.ts";

export type CodeNetwork = Brand<string, "CodeNetwork">;

/**
 * Of a browser's network, as rate limits count it: the /24 of an IPv4 address, and the /48 of the /64 of IPv6. Ours:
 * senders of mail floods rent neighbouring IPv4 addresses by the block, and a /48, which is 65,536 networks, is what
 * one customer gets for nothing; wider ones stop whole providers for one of them.
 */
export function codeNetworkOf(network: string): CodeNetwork {
  const [, block] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network) ?? [];
  if (block !== undefined) return `${block}.0/24` as CodeNetwork;
  return network.replace(/^(\w+:\w+:\w+):\w+$/, "$1::/48") as CodeNetwork;
}
