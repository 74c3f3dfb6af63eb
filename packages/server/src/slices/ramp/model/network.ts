const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/;

/**
 * As what limits count the network of a browser: the /24 of an IPv4 address, and of IPv6 the /64, which is all that `network` has of it.
 * Source: design of the on-ramp.
 */
export function networkKeyOf(network: string): string {
  return network.replace(IPV4, "$1.0/24");
}
