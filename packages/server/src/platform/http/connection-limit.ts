/** How many connections may be open together: in all, and from one address. */
import ipaddr from "ipaddr.js";
import { networkOf } from "./rate-limit.ts";

/** What is known of the other end of a new connection. */
export type Peer = {
  readonly address: string;
  /** `proxy`: a trusted reverse proxy. `key`: a valid project key came from this address in the last hour. */
  readonly standing: "proxy" | "key" | "unknown";
};

export type ConnectionLimit = {
  /** Counts a connection and returns how to take it off the count; `undefined` when it is one too many. */
  open(peer: Peer): (() => void) | undefined;
};

/**
 * At most `max` connections. The last quarter is kept for proxies and addresses with a key, so that unknown addresses cannot
 * take all. One address gets a sixteenth, with a key a half; a proxy passes on the requests of many and gets all.
 */
export function connectionLimit(max: number): ConnectionLimit {
  const limits = {
    proxy: { inAll: max, perAddress: max },
    key: { inAll: max, perAddress: Math.ceil(max / 2) },
    unknown: { inAll: Math.ceil(max * 0.75), perAddress: Math.ceil(max / 16) },
  } as const;
  const counts = new Map<string, number>();
  let inAll = 0;

  return {
    open({ address, standing }) {
      const network = networkOf(address);
      const count = counts.get(network) ?? 0;
      const limit = limits[standing];
      if (inAll >= limit.inAll || count >= limit.perAddress) return undefined;
      inAll++;
      counts.set(network, count + 1);
      return () => {
        inAll--;
        const left = (counts.get(network) ?? 0) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

/** Whether an address is in one of `networks` ("10.0.0.0/8", "::1"). A connection that is gone already has the address "". */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const among = networks.map((network): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (network.includes("/")) return ipaddr.parseCIDR(network);
    const address = ipaddr.parse(network);
    return [address, 8 * address.toByteArray().length];
  });
  return (address) =>
    ipaddr.isValid(address) && ipaddr.subnetMatch(ipaddr.process(address), { among }, "other") === "among";
}
