import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { CALLS, type CallName, type Calls } from "../control-api.ts";
import { listenWhenFree } from "./listen.ts";
import { type Log, textOf } from "./log.ts";
import { createServer } from "./node-http.ts";
import { end } from "./run-child.ts";

/** One handler for each call. The input is unchecked: handlers check it. */
export type Handlers = {
  readonly [Name in CallName]: (input: Fields, signal: AbortSignal) => Promise<Calls[Name]["output"]>;
};

/** Fields of a body or a query before they are checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The input is wrong. Nothing was done. */
export class BadRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadRequest";
  }
}

/** The node cannot do this now, but soon. Nothing was done. */
export class NotReady extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotReady";
  }
}

const BODY_MAX_BYTES = 64 * 1024;

/**
 * A node that is served. A call with the header `x-node-id` is for the node with this public key alone: any other
 * answers 409 and does nothing.
 */
export type Served = { readonly id: string; readonly handlers: Handlers };

/** Nodes by the first part of the path, for instance `router` for `http://127.0.0.1:1/router`. */
export type ControlServer = {
  /** From now on calls are handled. Until then they are answered with 503. */
  serve(nodes: Readonly<Record<string, Served>>): void;
  close(): void;
};

/**
 * Listens before anything else of the child happens. The port also is the lock of the child's data: two processes on
 * one channel log would lose money, and the system frees a port as soon as its process has exited.
 * @throws {Refusal} when another program holds the port.
 */
export async function listenForControl(port: number, token: string, log: Log): Promise<ControlServer> {
  let nodes: Readonly<Record<string, Served>> | undefined;
  const server = createServer((request, response) => {
    answer(request, response, token, nodes).catch((error) => {
      // A panic of the Lightning library: its instance is lost, and its memory must not reach the disk.
      if (error instanceof Error && error.name === "RuntimeError") end(log, error);
      log("error", "control.failed", { path: request.url, error: textOf(error) });
      reply(response, 500, { error: textOf(error) });
    });
  });
  server.requestTimeout = 0; // a long poll may last
  server.keepAliveTimeout = 60_000;
  await listenWhenFree(server, port);
  return {
    serve(served) {
      nodes = served;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  nodes: Readonly<Record<string, Served>> | undefined,
): Promise<void> {
  if (!sameText(request.headers.authorization ?? "", `Bearer ${token}`))
    return reply(response, 401, { error: "wrong token" });
  if (nodes === undefined) return reply(response, 503, { error: "the node is starting" });
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const [, node = "", ...rest] = url.pathname.split("/");
  const name = callNamed(`${request.method} /${rest.join("/")}`);
  const served = Object.hasOwn(nodes, node) ? nodes[node] : undefined;
  if (name === undefined || served === undefined) return reply(response, 404, { error: "no such call" });
  const wanted = request.headers["x-node-id"];
  if (wanted !== undefined && wanted !== served.id) return reply(response, 409, { error: "this is another node" });

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const input = request.method === "GET" ? Object.fromEntries(url.searchParams) : await jsonBody(request);
    reply(response, 200, await served.handlers[name](input, gone.signal));
  } catch (error) {
    if (error instanceof BadRequest) reply(response, 400, { error: error.message });
    else if (error instanceof NotReady) reply(response, 503, { error: error.message });
    else throw error;
  }
}

function callNamed(line: string): CallName | undefined {
  return (Object.keys(CALLS) as CallName[]).find((name) => CALLS[name] === line);
}

async function jsonBody(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new BadRequest("the body is too large");
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (typeof body === "object" && body !== null) return body as Fields;
  } catch {
    // thrown below
  }
  throw new BadRequest("the body must be a JSON object");
}

function reply(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Compares digests, so that the time it takes says nothing about the token. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
