import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** How programs on this machine call it. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** Headers that reverse proxies add. */
const FORWARDED = /^(?:via|forwarded|x-forwarded-.+|x-real-ip)$/;

/** Whether a host, with or without a port, can name this machine alone. */
export function isLocalHost(host: string): boolean {
  return LOCAL_HOST.test(host);
}

/**
 * Whether a program on this machine asks. A forwarded request does not count although it comes from this machine: the
 * proxy may run on it, and its client is then not known. Nor does one for another name: a proxy passed it on, or a web
 * page in a browser on this machine sent it, with a name that was made to mean this machine (DNS rebinding).
 */
export function isLocal({ raw: { socket, headers } }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  return (
    !Object.keys(headers).some((name) => FORWARDED.test(name)) &&
    isLocalHost(headers.host ?? "") &&
    isIP(address) !== 0 &&
    (address === "::1" || address.startsWith("127."))
  );
}
