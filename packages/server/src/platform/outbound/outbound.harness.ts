import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";
import { afterEach } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "../machine/clock.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "./outbound.ts";

/** Servers on this machine for tests of what calls others: well-behaved, hostile, and over TLS. */
export type TestServer = {
  readonly port: number;
  /** "127.0.0.1:port", as the allow list wants it. */
  readonly pair: string;
  /** Connections that were opened so far. */
  readonly connections: readonly Socket[];
  close(): Promise<void>;
};

/** Closes after each test the servers and clients that it was given. */
export function closingAfterEach() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  return {
    async given(server: Promise<TestServer>): Promise<TestServer> {
      open.push(await server);
      return server;
    },
    /** Closed before the servers. */
    createClient(options: Pick<OutboundOptions, "allow"> & Partial<OutboundOptions>): Outbound {
      const client = createOutbound({ ownAddresses: [], clock: machineClock, ...options });
      open.unshift(client);
      return client;
    },
  };
}

/** An HTTP server. */
export function serveHttp(listener: RequestListener): Promise<TestServer> {
  return started(createServer((request, response) => void answered(listener, request, response)));
}

/** A caller that leaves before its request is whole ends what reads it. */
async function answered(listener: RequestListener, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await listener(request, response);
  } catch (error) {
    if (request.complete) throw error;
  }
}

/** An HTTPS server with the certificate below. */
export function serveHttps(listener: RequestListener): Promise<TestServer> {
  return started(createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, listener));
}

/** A server that does with each connection what it likes. */
export function serveRaw(onConnection: (socket: Socket) => void, host = "127.0.0.1", port = 0): Promise<TestServer> {
  return started(createRawServer(onConnection), host, port);
}

/** A real clock whose sleeps are twenty times shorter. */
export const hurriedClock: Clock = {
  ...machineClock,
  sleep: (ms, signal) => machineClock.sleep(ms / 20, signal),
};

async function started(server: Server, host = "127.0.0.1", port = 0): Promise<TestServer> {
  const connections: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    connections.push(socket);
    socket.on("error", () => undefined);
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    pair: `${host}:${address.port}`,
    connections,
    async close() {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Made for these tests, trusted by nobody: shop.test, other.test and 127.0.0.1, until 2120. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBeTCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxsZXlkZW4g
dGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDGxleWRlbiB0ZXN0czBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHeUPd9h
cPaEUp1H21NK3eJEiX1tpNmmODqrRgTsVwTcl4y3EcyYdO+B3ZwX7rXtRDlB+mHu
bOesRdyXQM9rBFCjWjBYMA8GA1UdEwEB/wQFMAMBAf8wJgYDVR0RBB8wHYIJc2hv
cC50ZXN0ggpvdGhlci50ZXN0hwR/AAABMB0GA1UdDgQWBBQ1Nce1ZA289CVjGizs
y+QaGd8P6zAKBggqhkjOPQQDAgNIADBFAiEA2z3VGiA3E3XCay6mT/8laeRW73TA
mba597s24jVmFykCIHfJ9u1CT4Sj6ib3dDc6s1BonjDMPA4wtBoGweyvl2XP
-----END CERTIFICATE-----
`;

export const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgobk9gtID1g3cGAZb
ruWO/n/H7irLStkKgzXSHcb/N9ehRANCAAR3lD3fYXD2hFKdR9tTSt3iRIl9baTZ
pjg6q0YE7FcE3JeMtxHMmHTvgd2cF+617UQ5Qfph7mznrEXcl0DPawRQ
-----END PRIVATE KEY-----
`;
