import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { chainRpc } from "./rpc.ts";

/** A chain that answers each connection's first request with how many came, and closes it at the second one. */
async function givenClosingChain() {
  let requests = 0;
  const server = createServer((socket: Socket) => {
    let own = 0;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      own += 1;
      requests += 1;
      if (own > 1) return socket.destroy();
      const body = JSON.stringify({ result: requests, error: null });
      return socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return {
    rpc: chainRpc({ url: `http://127.0.0.1:${port}`, user: "a", password: "b" }),
    requests: () => requests,
  };
}

it("asks once more, on a new connection, when the chain has closed the kept one", async () => {
  const { rpc } = await givenClosingChain();
  expect(await rpc("getblockcount")).toBe(1);
  expect(await rpc("getblockcount")).toBe(3);
});

it("repeats nothing that would happen twice", async () => {
  const { rpc, requests } = await givenClosingChain();
  await rpc("getblockcount");
  await expect(rpc("generatetoaddress", 1, "bcrt1")).rejects.toThrow(/hang up|ECONNRESET/);
  expect(requests()).toBe(2);
});

it("says it when a fresh connection is closed too", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const rpc = chainRpc({ url: `http://127.0.0.1:${port}`, user: "a", password: "b" });
  await expect(rpc("getblockcount")).rejects.toThrow(/hang up|ECONNRESET/);
});
