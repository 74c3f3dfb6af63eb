const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/;

/**
 * Of this machine, and of a reverse proxy on it that says nothing of its callers: limits do not count it, since
 * everybody has it.
 */
export const LOOPBACK = "loopback";

/**
 * As what limits count the network of a browser: the /24 of an IPv4 address, and of IPv6 the /64, which is all that
 * `network` has of it. Source: docs/decisions/0030.
 */
export function networkKeyOf(network: string): string {
  if (network.startsWith("127.") || network === "0:0:0:0") return LOOPBACK;
  return network.replace(IPV4, "$1.0/24");
}
