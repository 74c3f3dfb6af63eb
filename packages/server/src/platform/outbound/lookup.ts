import { lookup as lookupInSystem, Resolver } from "node:dns/promises";

/** The addresses of a host name; an empty list or an error when there are none. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
/** Of each family. A name with hundreds of addresses is not worth trying them all. */
const ADDRESSES_MAX = 4;

/**
 * Asks the configured name servers. Not `dns.lookup`: that one blocks one of four threads while a slow name server lets
 * it wait, knows the hosts file, and completes short names with the search domains of an internal network.
 */
export const lookupInDns: Lookup = async (host, signal) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value.slice(0, ADDRESSES_MAX) : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

/** Asks the machine as every program does, hosts file included. For the hosts that the operator named. */
export const lookupOnMachine: Lookup = async (host) => {
  const addresses = await lookupInSystem(host, { all: true });
  return addresses.map(({ address }) => address);
};
