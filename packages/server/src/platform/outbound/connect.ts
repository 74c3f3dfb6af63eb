import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { buildConnector } from "undici";
import type { Clock } from "#kernel/clock.ts";
import { OutboundFailed } from "./errors.ts";
import type { Lookup } from "./lookup.ts";
import { type Policy, portOf } from "./policy.ts";
import { within } from "./within.ts";

/** Name look-up, connection and TLS handshake together. */
const CONNECT_TIMEOUT_MS = 5_000;

export type ConnectorOptions = {
  readonly policy: Policy;
  readonly lookup: Lookup;
  readonly clock: Clock;
  /** Certificate authorities that are trusted instead of the usual ones, as PEM. */
  readonly ca: string | undefined;
};

/**
 * Opens connections for the HTTP client, and only to addresses that the policy takes. The name is resolved here, once a
 * connection; what it resolves to is checked before anything is sent, and what the socket says it is connected to
 * is checked again before the first byte. So it does not matter what a name resolved to before, or is said to resolve
 * to next, nor in which spelling an address came.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    open(options, target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

type Target = { readonly hostname: string; readonly port: string; readonly protocol: string };

function open({ policy, lookup, clock, ca }: ConnectorOptions, target: Target): Promise<Socket> {
  const { hostname } = target;
  const port = portOf(target);
  const late = () => new OutboundFailed("connect");

  return within({ clock, ms: CONNECT_TIMEOUT_MS }, { late, abandoned: late }, async (signal) => {
    const addresses = isIP(hostname) === 0 ? await resolve(lookup, hostname, signal) : [hostname];
    for (const address of addresses) policy.checkAddress(hostname, port, address);

    const socket = await openSocket(addresses, port, signal);
    try {
      policy.checkAddress(hostname, port, socket.remoteAddress ?? "");
      return target.protocol === "https:" ? await startTls(socket, hostname, ca, signal) : socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  });
}

async function resolve(lookup: Lookup, host: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const addresses = await lookup(host, signal);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    throw new OutboundFailed("dns", { cause });
  }
  throw new OutboundFailed("dns");
}

/** Connects to the first address that answers (RFC 8305). They are literals: no further look-up takes place. */
async function openSocket(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connect({
    host: known.length === 1 ? addresses[0] : "resolved.invalid",
    port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: (_host, _options, callback) => callback(null, known),
  });
  await established(socket, "connect", "connect", signal);
  return socket;
}

async function startTls(socket: Socket, host: string, ca: string | undefined, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : "",
    ALPNProtocols: ["http/1.1"],
    ...(ca === undefined ? {} : { ca }),
  });
  await established(secure, "secureConnect", "tls", signal);
  return secure;
}

async function established(
  socket: Socket,
  event: "connect" | "secureConnect",
  reason: "connect" | "tls",
  signal: AbortSignal,
): Promise<void> {
  try {
    await once(socket, event, { signal });
  } catch (cause) {
    socket.on("error", () => undefined).destroy();
    throw new OutboundFailed(reason, { cause });
  }
}
