import type { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "./run-child.ts";

const PORT_WAIT_MS = 8_000;

/**
 * Listens on a port of this machine; waits while an earlier process of ours still has it.
 * @throws {Refusal} when the port stays taken.
 */
export async function listenWhenFree(server: Server, port: number): Promise<void> {
  const giveUpMs = performance.now() + PORT_WAIT_MS;
  for (;;) {
    const error = await tryToListen(server, port);
    if (error === undefined) return;
    if (error.code !== "EADDRINUSE") throw error;
    if (performance.now() > giveUpMs) throw new Refusal(`port ${port} on 127.0.0.1 is taken by another program`);
    await sleep(50);
  }
}

function tryToListen(server: Server, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", resolve);
      resolve(undefined);
    });
  });
}
