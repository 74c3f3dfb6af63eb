import { createServer, type Server } from "node:http";
import { connect, createServer as createNetServer, type Server as NetServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Listening, listenAt } from "./listen.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const answering = (): Server => createServer((_, response) => response.end("here"));

async function listening(host: string, port = 0, server = answering()): Promise<Listening> {
  const made = await listenAt(server, { host, port });
  open.push(made);
  return made;
}

const ask = async (host: string, port: number) => await (await fetch(`http://${host}:${port}`)).text();

/** Takes a port at one loopback, as another program does. */
async function taken(host: string, port = 0): Promise<number> {
  const server: NetServer = createNetServer();
  await new Promise<void>((resolve) => server.listen({ host, port }, resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return (server.address() as { port: number }).port;
}

describe("a server at `localhost`", () => {
  it("answers at both loopbacks with one port", async () => {
    const { port } = await listening("localhost");
    expect(await Promise.all(["127.0.0.1", "[::1]", "localhost"].map((host) => ask(host, port)))).toEqual([
      "here",
      "here",
      "here",
    ]);
  });

  it("is refused where the port is taken at one of them, and holds the other one no longer", async () => {
    const port = await taken("::1");
    await expect(listening("localhost", port)).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect(await taken("127.0.0.1", port)).toBe(port);
  });

  it("is closed when the connections of both have ended", async () => {
    const { port, close } = await listening("localhost");
    const sockets = ["127.0.0.1", "::1"].map((host) => connect({ host, port }));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    let isClosed = false;
    const closing = close().then(() => (isClosed = true));
    for (const socket of sockets) {
      expect(isClosed).toBe(false);
      await new Promise((resolve) => socket.once("close", resolve).end());
    }
    await closing;
    await expect(ask("[::1]", port)).rejects.toThrow();
  });
});

it("listens at one address where one is named", async () => {
  const { port } = await listening("127.0.0.1");
  expect(await ask("127.0.0.1", port)).toBe("here");
  await expect(ask("[::1]", port)).rejects.toThrow();
});
