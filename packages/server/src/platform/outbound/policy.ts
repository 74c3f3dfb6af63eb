import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { createNetworks } from "../networks.ts";
import { OutboundRefused, type Refusal } from "./errors.ts";

/** Says which addresses may be called. */
export type Policy = {
  /** True for the host:port pairs that the operator named: http, any port and any address are fine there. */
  allows(hostAndPort: string): boolean;
  /** True for the hosts of these pairs. */
  names(host: string): boolean;
  /** @throws {OutboundRefused} when the URL alone shows that it may not be called. */
  checkUrl(url: URL): void;
  /** Whether `checkUrl` lets it pass. Where a name leads is known only when it is called. */
  mayCall(url: URL): boolean;
  /** Why `checkUrl` does not let it pass; undefined when it does. */
  refusalOf(url: URL): Refusal | undefined;
  /** @throws {OutboundRefused} when a connection to `host` and `port` may not go to `address`. */
  checkAddress(host: string, port: number, address: string): void;
};

export type PolicyOptions = {
  /** "host:port" pairs that may be called besides, for instance "127.0.0.1:9737". */
  readonly allow: readonly string[];
  /** Addresses and CIDR ranges through which our own services can be reached. They count as private. */
  readonly ownAddresses: readonly string[];
};

/** @throws {Error} when an entry of the options is not of its form: a mistake in the configuration. */
export function createPolicy({ allow, ownAddresses }: PolicyOptions): Policy {
  const allowed = new Set(allow.map(hostAndPort));
  const named = new Set([...allowed].map((pair) => pair.slice(0, pair.lastIndexOf(":"))));
  const own = createNetworks(ownAddresses);

  const allows = (pair: string) => allowed.has(pair);

  const checkAddress: Policy["checkAddress"] = (host, port, address) => {
    if (allows(`${bracketed(host)}:${port}`)) return;
    if (!isPublicUnicast(address)) throw new OutboundRefused("address");
    if (own.contains(address)) throw new OutboundRefused("address");
  };

  const checkUrl: Policy["checkUrl"] = (url) => {
    const port = portOf(url);
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new OutboundRefused("scheme");
    if (url.username !== "" || url.password !== "") throw new OutboundRefused("userinfo");
    if (allows(`${url.hostname}:${port}`)) return;
    if (url.protocol !== "https:") throw new OutboundRefused("scheme");
    if (port !== 443) throw new OutboundRefused("port");
    if (url.hostname.endsWith(".") || url.hostname.endsWith(".onion")) throw new OutboundRefused("host");
    const literal = unbracketed(url.hostname);
    if (isIP(literal) !== 0) checkAddress(literal, port, literal);
  };

  const refusalOf: Policy["refusalOf"] = (url) => {
    try {
      checkUrl(url);
      return undefined;
    } catch (error) {
      if (error instanceof OutboundRefused) return error.reason;
      throw error;
    }
  };
  const mayCall: Policy["mayCall"] = (url) => refusalOf(url) === undefined;

  return { allows, names: (host) => named.has(host), checkAddress, checkUrl, mayCall, refusalOf };
}

/** The port that a request to this URL connects to. */
export function portOf(url: { readonly protocol: string; readonly port: string }): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/**
 * True when the address belongs to one host on the public internet. Everything that stands for another network is not:
 * loopback, private, link-local, shared (CGNAT), multicast, documentation, benchmarking, and IPv6 addresses that carry
 * an IPv4 one: mapped, compatible, NAT64, 6to4, Teredo (IANA special-purpose address registries; IPv6 outside 2000::/3
 * is not global unicast, RFC 4291).
 */
export function isPublicUnicast(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === "unicast" && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST));
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** The addresses of this machine's own network interfaces. A public one of them leads to our own services. */
export function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
}

/** One spelling for a pair: the host as the URL standard writes it. */
function hostAndPort(entry: string): string {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\]+):([1-9][0-9]{0,4})$/i.exec(entry) ?? [];
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (!url || Number(port) > 65_535) throw new Error(`"${entry}" is not of the form host:port`);
  return `${url.hostname}:${port}`;
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
