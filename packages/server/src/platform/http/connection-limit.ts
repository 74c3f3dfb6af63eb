/** How many connections may be open together: in all, and from one address. */
import ipaddr from "ipaddr.js";
import { networkOf } from "./rate-limit.ts";

/** What is known of the other end of a new connection. */
export type Peer = {
  readonly address: string;
  /** `proxy`: a trusted reverse proxy. `key`: a valid project key came from this address in the last hour. */
  readonly standing: "proxy" | "key" | "unknown";
};

/** A connection as its place sees it. */
export type Holder = {
  /** It may be ended for another one: no request is worked on for it. */
  isIdle(): boolean;
  end(): void;
};

export type ConnectionLimit = {
  /** Counts a connection and returns how to take it off the count; `undefined` when it is one too many. */
  open(peer: Peer, holder: Holder): (() => void) | undefined;
};

/**
 * At most `max` connections. The last quarter is kept for proxies and addresses with a key, so that unknown addresses
 * cannot take all. One address gets a sixteenth, with a key a half; a proxy passes on the requests of many and gets
 * all.
 *
 * When unknown addresses have taken their places, an idle connection of the one that has most gives way to an address
 * that has fewer. So idle ones of a few keep no others out, and each gets its share.
 */
export function connectionLimit(max: number): ConnectionLimit {
  const limits = {
    proxy: { inAll: max, perAddress: max },
    key: { inAll: max, perAddress: Math.ceil(max / 2) },
    unknown: { inAll: Math.ceil(max * 0.75), perAddress: Math.ceil(max / 16) },
  } as const;
  const counts = new Map<string, number>();
  /** Connections of unknown addresses, the oldest first, and how to take each off the count. */
  const strangers = new Map<string, Map<Holder, () => void>>();
  let inAll = 0;

  return {
    open({ address, standing }, holder) {
      const network = networkOf(address);
      const count = counts.get(network) ?? 0;
      const limit = limits[standing];
      if (count >= limit.perAddress) return undefined;
      if (inAll >= limit.inAll && (standing !== "unknown" || !makeWay(strangers, count))) return undefined;
      inAll++;
      counts.set(network, count + 1);
      const release = once(() => {
        inAll--;
        const left = (counts.get(network) ?? 0) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
        forget(strangers, network, holder);
      });
      if (standing === "unknown") remember(strangers, network, holder, release);
      return release;
    },
  };
}

type Strangers = Map<string, Map<Holder, () => void>>;

/** Ends an idle connection of the address that has most, and more than `count`. False when there is none. */
function makeWay(strangers: Strangers, count: number): boolean {
  let most = count;
  let found: readonly [Holder, () => void] | undefined;
  for (const held of strangers.values()) {
    const idle = held.size > most ? [...held].find(([holder]) => holder.isIdle()) : undefined;
    if (idle === undefined) continue;
    most = held.size;
    found = idle;
  }
  if (found === undefined) return false;
  const [holder, release] = found;
  release();
  holder.end();
  return true;
}

function remember(strangers: Strangers, network: string, holder: Holder, release: () => void): void {
  const held = strangers.get(network) ?? new Map<Holder, () => void>();
  strangers.set(network, held.set(holder, release));
}

function forget(strangers: Strangers, network: string, holder: Holder): void {
  const held = strangers.get(network);
  held?.delete(holder);
  if (held?.size === 0) strangers.delete(network);
}

/** A connection that gave way closes later. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/**
 * Whether an address is in one of `networks` ("10.0.0.0/8", "::1"). A connection that is gone already has the address
 * "".
 */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const among = networks.map((network): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (network.includes("/")) return ipaddr.parseCIDR(network);
    const address = ipaddr.parse(network);
    return [address, 8 * address.toByteArray().length];
  });
  return (address) =>
    ipaddr.isValid(address) && ipaddr.subnetMatch(ipaddr.process(address), { among }, "other") === "among";
}
