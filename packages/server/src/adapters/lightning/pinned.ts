import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type TLSSocket } from "node:tls";
import type { Clock } from "#kernel/clock.ts";
import type { NodeTrouble } from "#lightning";
import { within } from "#platform/outbound/within.ts";
import { NotConnected } from "./errors.ts";

export type PinnedAddress = {
  readonly host: string;
  readonly port: number;
  /** PEM. Read at each connection: nodes make a new one when it has expired. */
  readonly certFile: string;
};

/** Name look-up, connection and TLS handshake together. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A peer that has gone without a word is noticed after some of these. */
const KEEP_ALIVE_MS = 15_000;
const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/**
 * A connection to the server that has the certificate of the file, whatever names stand in it, or one that an authority
 * in the file has signed. There are no other authorities. `names`: whether what an authority has signed must be for
 * this host; not where it signs for this node alone.
 * @throws {NotConnected}
 */
export function connectPinned(
  { host, port, certFile }: PinnedAddress,
  clock: Clock,
  { names }: { readonly names: "count" | "are_free" },
): Promise<TLSSocket> {
  const late = () =>
    new NotConnected(`no connection to ${host}:${port} within ${CONNECT_TIMEOUT_MS} ms`, { why: "down" });
  return within({ clock, ms: CONNECT_TIMEOUT_MS }, { late, abandoned: late }, async (signal) => {
    const pem = await readCertificates(certFile);
    const pinned = [...pem.matchAll(PEM)].map(([, base64 = ""]) => Buffer.from(base64, "base64"));
    const name = host.replace(/^\[|\]$/g, ""); // of IPv6
    const socket = connect({
      host: name,
      port,
      ca: pem,
      allowPartialTrustChain: true, // the server's own certificate is trusted without its authority
      servername: isIP(name) === 0 ? name : "",
      ALPNProtocols: ["http/1.1"],
      checkServerIdentity: (_, peer) => {
        const isFree = names === "are_free" || pinned.some((certificate) => certificate.equals(peer.raw));
        return isFree ? undefined : checkServerIdentity(name, peer);
      },
    });
    try {
      await once(socket, "secureConnect", { signal });
      socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      return socket;
    } catch (cause) {
      socket.on("error", () => undefined).destroy();
      const { message, code } = cause as NodeJS.ErrnoException;
      throw new NotConnected(`no connection to ${host}:${port}: ${message}`, { cause, why: troubleOf(code) });
    }
  });
}

async function readCertificates(certFile: string): Promise<string> {
  try {
    return await readFile(certFile, "utf8");
  } catch (cause) {
    throw new NotConnected(`the node's certificate cannot be read: ${(cause as Error).message}`, {
      cause,
      why: "file",
    });
  }
}

/**
 * Codes of Node and OpenSSL: what they say of something that answers without TLS, of a certificate that is not the one
 * of the file, and of a silent host.
 */
function troubleOf(code: string | undefined): NodeTrouble {
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") return "stranger";
  return code !== undefined && /CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code) ? "certificate" : "down";
}
