import { BlockList, isIP } from "node:net";

/** Addresses and networks, as a set. */
export type Networks = {
  /**
   * Whether it is one of them, also when it is an IPv4 address written as IPv6. False for text that is no IP address.
   */
  contains(address: string): boolean;
};

/**
 * @param entries such as "10.0.0.1", "10.0.0.0/8" or "2001:db8::/32".
 * @throws {Error} when an entry is not of its form: a mistake in the configuration.
 */
export function createNetworks(entries: readonly string[]): Networks {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", length] = entry.split("/");
    if (isIP(address) === 0) throw new Error(`"${entry}" is not an IP address or a CIDR range`);
    if (length === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(length), familyOf(address));
  }
  return { contains: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
