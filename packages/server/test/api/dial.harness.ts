import { once } from "node:events";
import { connect } from "node:net";

export type Answer = { readonly status: number; readonly headers: string; readonly body: string };

/** A connection that is written to by hand. With `staysOpen` it is not closed when the server ends it. */
export async function dialTo(port: number, staysOpen = false) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: staysOpen });
  await once(socket, "connect");
  socket.on("error", () => undefined); // a connection that the server ends shows in `ended`
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const ended = once(socket, "close");
  return {
    socket,
    ended,
    send: (text: string | Buffer) => socket.write(text),
    /** The next answer; rejects when the connection ends before it is whole. */
    async answer(): Promise<Answer> {
      for (;;) {
        const [head = "", rest] = received.split(/\r\n\r\n(.*)/s);
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
        if (rest !== undefined && Buffer.byteLength(rest) >= length) {
          received = rest.slice(length);
          return { status: Number(head.split(" ")[1]), headers: head.toLowerCase(), body: rest.slice(0, length) };
        }
        if (socket.closed) throw new Error(`the connection ended after: ${received}`);
        await Promise.race([once(socket, "data"), ended]);
      }
    },
  };
}
