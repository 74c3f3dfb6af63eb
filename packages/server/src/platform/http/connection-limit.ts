/** How many connections may be open together: in all, and from one address. */
import ipaddr from "ipaddr.js";
import { networkOf } from "./rate-limit.ts";

/** What is known of the other end of a new connection. */
export type Peer = {
  readonly address: string;
  /** `proxy`: a trusted reverse proxy. `key`: a valid project key came from this address in the last hour. */
  readonly standing: "proxy" | "key" | "unknown";
};

/**
 * What a connection carries. `silent`: nothing has come yet. `new`: nor has it, and there was no time for it. `idle`:
 * its requests are answered. `begun`: a part of a request has come. `unread`: an answer that the other end has not
 * read. `working`: a whole request whose answer is not written.
 */
export type Load = "silent" | "idle" | "new" | "begun" | "unread" | "working";

/**
 * What may be ended for another one: the lowest stage first; in a stage one of the address that has most, then by the
 * order, then the oldest. Undefined: nothing ends it.
 */
const DISPENSABLE: Readonly<Record<Load, Rank | undefined>> = {
  silent: { stage: 0, order: 0 },
  idle: { stage: 0, order: 1 },
  new: { stage: 1, order: 0 },
  begun: { stage: 1, order: 0 },
  unread: { stage: 2, order: 0 },
  working: undefined,
};

type Rank = { readonly stage: number; readonly order: number };

/** A connection as its place sees it. */
export type Holder = {
  load(): Load;
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
 * When unknown addresses have taken their places, a connection gives way to an address that has fewer: one without a
 * request or an unread answer if there is any, of the address that has most, the oldest. So those of a few keep no
 * others out, each gets its share, and who is served loses nothing to a newcomer. Where all have a part of a request,
 * or an answer that is not read, one of these goes: they cost an attacker nothing. One that has just come stays then
 * as long as an older one has a part of a request: else the next one of many addresses would end it before it has
 * asked for anything.
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

type Candidate = Rank & {
  readonly held: number;
  readonly holder: Holder;
  readonly release: () => void;
};

/** Ends the most dispensable connection of the addresses that have more than `count`. False when there is none. */
function makeWay(strangers: Strangers, count: number): boolean {
  let found: Candidate | undefined;
  for (const held of strangers.values()) {
    if (held.size <= count) continue;
    for (const [holder, release] of held) {
      const rank = DISPENSABLE[holder.load()];
      if (rank === undefined) continue;
      const candidate = { ...rank, held: held.size, holder, release };
      if (found === undefined || isBefore(candidate, found)) found = candidate;
    }
  }
  found?.release();
  found?.holder.end();
  return found !== undefined;
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.stage !== other.stage) return one.stage < other.stage;
  if (one.held !== other.held) return one.held > other.held;
  return one.order < other.order;
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
