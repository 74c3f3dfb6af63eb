import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a process with receivers is asked for: to listen on so many ports, or for the last body that came. */
export type ReceiversMessage = { readonly listen: number } | { readonly lastBody: true };

const ANSWER = "HTTP/1.1 204 No Content\r\n\r\n";
let lastBody = "";

async function answer(message: ReceiversMessage): Promise<readonly number[] | string> {
  if ("lastBody" in message) return lastBody;
  const servers = Array.from({ length: message.listen }, () => createServer(receive).listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  return servers.map((server) => (server.address() as AddressInfo).port);
}

/**
 * Answers each request with 204. Speaks just as much HTTP/1.1 as it needs: its time is missing where it is measured.
 */
function receive(socket: Socket): void {
  let received = "";
  socket.setNoDelay(true).on("error", () => undefined);
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    for (let length = requestLength(received); received.length >= length; length = requestLength(received)) {
      lastBody = received.slice(received.indexOf("\r\n\r\n") + 4, length);
      received = received.slice(length);
      socket.write(ANSWER, "latin1");
    }
  });
}

/** Length of the first request, infinite while its head has not arrived. */
function requestLength(received: string): number {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: ([0-9]+)\r\n/i.exec(received)?.[1];
  if (length === undefined) throw new Error(`a request without length: ${received}`);
  return head + 4 + Number(length);
}

process.on("message", async (message) => process.send?.(await answer(message as ReceiversMessage)));
process.on("disconnect", () => process.exit());
