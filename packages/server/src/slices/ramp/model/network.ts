const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/;
const IPV6 = /^(\w+:\w+:\w+):\w+$/;

/**
 * Of this machine, and of a reverse proxy on it that says nothing of its callers: limits do not count it, since
 * everybody has it.
 */
export const LOOPBACK = "loopback";

/**
 * As what limits count the network of a browser: the /24 of an IPv4 address, and the /48 of the /64 of IPv6. A /48 is
 * what one customer gets for nothing, and who has stolen cards must not have a share for each of its 65,536 networks.
 * Source: docs/decisions/0030, 0040.
 */
export function networkKeyOf(network: string): string {
  if (network.startsWith("127.") || network === "0:0:0:0") return LOOPBACK;
  return network.replace(IPV4, "$1.0/24").replace(IPV6, "$1::/48");
}
