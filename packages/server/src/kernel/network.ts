/** IP addresses and networks as text. */

/** Whether `text` is an IP address ("10.0.0.1", "::1") or a network in CIDR notation ("10.0.0.0/8", RFC 4632). */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = ipVersion(address);
  if (version === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function ipVersion(text: string): 4 | 6 | undefined {
  if (/^(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(\.(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}$/.test(text)) return 4;
  return text.includes(":") && URL.canParse(`http://[${text}]`) ? 6 : undefined;
}

const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/;
/** The /64 of IPv6, such as `2001:db8:0:1`. */
const IPV6 = /^(\w+:\w+:\w+):\w+$/;

/**
 * What limits of money and logins count together, of a network as rate limits count it: the /24 of an IPv4 address, and
 * the /48 of the /64 of IPv6. Any other text stays. Ours: neighbouring IPv4 addresses are rented by the block, and a
 * /48, which is 65,536 networks, is what one customer gets for nothing; wider ones stop whole providers for one of
 * them. Source: docs/decisions/0030, 0040.
 */
export function blockOf(network: string): string {
  return network.replace(IPV4, "$1.0/24").replace(IPV6, "$1::/48");
}

const IPV6_GROUPS = /^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}$/;
/** What IPv4 and IPv6 have for the machine itself, the second as a /64. */
const OWN_MACHINE = /^127\.|^0:0:0:0$/;

/** A network as rate limits count it, as people write it: `2001:db8:0:1` is `2001:db8:0:1::/64`. Source: RFC 5952. */
export function readableNetwork(network: string): string {
  return IPV6_GROUPS.test(network) ? `${network.replace(/(:0)+$/, "").replace(/^0$/, "")}::/64` : network;
}

/** The same for a person who asks where a browser was; undefined: it says nothing, or was not recorded. */
export function networkToShow(network: string): string | undefined {
  return network === "" || OWN_MACHINE.test(network) ? undefined : readableNetwork(network);
}
