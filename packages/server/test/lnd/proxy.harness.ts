import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { LndNode } from "./lnd-node.harness.ts";

/**
 * What a proxy does with each request that comes. `cuts`: the answer ends at some byte, as if it were whole or not.
 * `answers_itself`: the node gets the request, and its answer is replaced. `is_alone`: no node behind it.
 */
export type GateMode = "passes" | "cuts" | "answers_itself" | "is_alone";

export type Gate = {
  readonly port: number;
  mode: GateMode;
  close(): void;
};

const PAGE = "<html><head><title>502 Bad Gateway</title></head></html>";
/** Most answers are longer. */
const CUT_WITHIN_BYTES = 600;

/** A proxy with the node's own certificate. */
export async function standBefore({ folder, certFile, restPort }: LndNode): Promise<Gate> {
  const key = readFileSync(join(folder, "tls.key"));
  const server = createServer({ key, cert: readFileSync(certFile) }, (asked, response) => {
    if (gate.mode === "is_alone") return refuse(response);
    const { method, url: path, headers } = asked;
    const target = { host: "127.0.0.1", port: restPort, method, path, headers, rejectUnauthorized: false };
    const ahead = request(target, (answer) => hand(answer, response, gate.mode));
    ahead.on("error", () => response.destroy());
    response.on("close", () => ahead.destroy());
    asked.pipe(ahead);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const gate: Gate = {
    port: (server.address() as AddressInfo).port,
    mode: "passes",
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return gate;
}

function refuse(response: ServerResponse): void {
  response.writeHead(502, { "content-type": "text/html" }).end(PAGE);
}

function hand(answer: IncomingMessage, response: ServerResponse, mode: GateMode): void {
  if (mode === "answers_itself") {
    answer.resume();
    refuse(response);
    return;
  }
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.flushHeaders();
  answer.on("error", () => response.destroy());
  if (mode === "passes") {
    answer.pipe(response);
    return;
  }
  let left = randomInt(CUT_WITHIN_BYTES);
  answer.on("end", () => response.end());
  answer.on("data", (bytes: Buffer) => {
    const part = bytes.subarray(0, left);
    left -= part.length;
    if (part.length === bytes.length) {
      response.write(part);
      return;
    }
    answer.destroy();
    if (randomInt(2) === 0) response.end(part);
    else response.write(part, () => response.destroy());
  });
}
