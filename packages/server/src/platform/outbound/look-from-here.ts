import { TLSSocket } from "node:tls";
import { createConnector } from "./connect.ts";
import { OutboundFailed, type OutboundFailureReason, OutboundRefused } from "./errors.ts";
import { lookupInDns, lookupOnMachine } from "./lookup.ts";
import { createOutbound, type OutboundOptions } from "./outbound.ts";
import { createPolicy, interfaceAddresses, portOf } from "./policy.ts";

/** How an address of our own answers to this machine. */
export type Sight = {
  /**
   * `outside`: its address is a public one and none of this machine, so others go the same way. `inside`: only this
   * machine, or its network, is known to get there.
   */
  readonly from: "outside" | "inside";
  readonly answer:
    | { readonly kind: "answers"; readonly status: number; readonly body: Uint8Array }
    | { readonly kind: "silent"; readonly reason: OutboundFailureReason };
};

const DEADLINE_MS = 10_000;
/** Of the answer's body. */
const BYTES_MAX = 4_096;

/** Asks with a GET by the rules for calls of others' addresses, and without them when these refuse it. */
export async function lookFromHere(url: URL, options: Omit<OutboundOptions, "allow">): Promise<Sight> {
  const outside = await ask(url, { ...options, allow: [] });
  if (outside !== "refused") return { from: "outside", answer: outside };
  const inside = await ask(url, { ...options, allow: [pairOf(url)] });
  if (inside === "refused") throw new Error(`${url.origin} is refused although it is allowed`);
  return { from: "inside", answer: inside };
}

async function ask(url: URL, options: OutboundOptions): Promise<Sight["answer"] | "refused"> {
  const outbound = createOutbound(options);
  try {
    const request = { url, method: "GET", maxBytes: BYTES_MAX, deadlineMs: DEADLINE_MS, redirects: "none" } as const;
    const { status, body } = await outbound.request({ ...request, longer: "cut" });
    return { kind: "answers", status, body };
  } catch (error) {
    if (error instanceof OutboundRefused) return "refused";
    if (error instanceof OutboundFailed) return { kind: "silent", reason: error.reason };
    throw error;
  } finally {
    await outbound.close();
  }
}

/**
 * Until when the certificate of an https address is good. Wherever its name leads: nothing is asked there.
 * @throws {OutboundFailed} when there is no connection, or the certificate is not trusted.
 */
export async function readCertificateEnd(url: URL, options: Omit<OutboundOptions, "allow">): Promise<Date> {
  const { clock, ca, ownAddresses, machineAddresses = interfaceAddresses } = options;
  const policy = createPolicy({ allow: [pairOf(url)], ownAddresses: [...ownAddresses, ...machineAddresses()] });
  const lookup =
    options.lookup ?? ((host, signal) => (policy.names(host) ? lookupOnMachine : lookupInDns)(host, signal));
  const connect = createConnector({ policy, lookup, clock, ca });
  const socket = await new Promise((resolve, reject) => {
    const target = { hostname: url.hostname, port: url.port, protocol: url.protocol };
    connect(target as Parameters<typeof connect>[0], (error, opened) =>
      error === null ? resolve(opened) : reject(error),
    );
  });
  if (!(socket instanceof TLSSocket)) throw new Error(`${url.origin} has no certificate`);
  const { valid_to: end } = socket.getPeerCertificate();
  socket.destroy();
  return new Date(end);
}

function pairOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}
