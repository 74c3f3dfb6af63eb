import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { Clock } from "#kernel/clock.ts";
import { within } from "#platform/outbound/within.ts";
import { NotConnected } from "./errors.ts";

export type PinnedAddress = {
  readonly host: string;
  readonly port: number;
  /** PEM: clnrest's `server.pem`, or `ca.pem`, by which it signs nothing but that. Read at each connection. */
  readonly certFile: string;
};

/** Name look-up, connection and TLS handshake together. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A peer that has gone without a word is noticed after some of these. */
const KEEP_ALIVE_MS = 15_000;

/**
 * A connection to the holder of the certificate in the file. Names in the certificate count for nothing: clnrest writes
 * "cln" and "localhost", wherever it runs.
 * @throws {NotConnected}
 */
export function connectPinned({ host, port, certFile }: PinnedAddress, clock: Clock): Promise<TLSSocket> {
  const late = () => new NotConnected(`no connection to ${host}:${port} within ${CONNECT_TIMEOUT_MS} ms`);
  return within({ clock, ms: CONNECT_TIMEOUT_MS }, { late, abandoned: late }, async (signal) => {
    const ca = await readFile(certFile).catch((cause: Error) => {
      throw new NotConnected(`the node's certificate cannot be read: ${cause.message}`, { cause });
    });
    const name = host.replace(/^\[|\]$/g, ""); // of IPv6
    const socket = connect({
      host: name,
      port,
      ca,
      allowPartialTrustChain: true, // the server's own certificate is trusted without its authority
      servername: isIP(name) === 0 ? name : "",
      ALPNProtocols: ["http/1.1"],
      checkServerIdentity: () => undefined,
    });
    try {
      await once(socket, "secureConnect", { signal });
      return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    } catch (cause) {
      socket.on("error", () => undefined).destroy();
      throw new NotConnected(`no connection to ${host}:${port}: ${(cause as Error).message}`, { cause });
    }
  });
}
