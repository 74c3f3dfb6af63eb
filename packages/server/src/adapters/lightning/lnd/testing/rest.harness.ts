import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fault, type RawReply, type Reply, withFault } from "./faults.harness.ts";
import { type Fields, type Kind, RpcError, readBody, readTexts } from "./fields.harness.ts";

/** A call that the node knows, behind its gateway. */
export type Rpc = {
  /** As macaroons name it: `/lnrpc.Lightning/GetInfo`. */
  readonly uri: string;
  readonly method: string;
  readonly path: readonly string[];
  /** What a macaroon must allow: `offchain:read`. */
  readonly needs: readonly string[];
  readonly fields: Readonly<Record<string, Kind>>;
  readonly isStream: boolean;
  readonly answer: (request: Fields, reply: Reply) => void | Promise<void>;
};

type Place = { readonly uri: string; readonly at: string; readonly needs: string };

/** A call with one answer. `at`: method and path, `GET /v1/invoice/{r_hash_str}`. */
export function plain(
  { uri, at, needs }: Place,
  fields: Rpc["fields"],
  answer: (request: Fields) => object | Promise<object>,
): Rpc {
  return {
    ...placeOf({ uri, at, needs }),
    fields,
    isStream: false,
    async answer(request, reply) {
      reply.send(await answer(request));
      reply.end();
    },
  };
}

/** A call with a stream of answers. */
export function stream(place: Place, fields: Rpc["fields"], answer: Rpc["answer"]): Rpc {
  return { ...placeOf(place), fields, isStream: true, answer };
}

function placeOf({ uri, at, needs }: Place) {
  const [method = "", path = ""] = at.split(" ");
  return { uri, method, path: path.split("/"), needs: needs === "" ? [] : needs.split(" ") };
}

/** A call as it arrived. */
export type Arrived = { readonly name: string; readonly request: Fields };

export type RestOptions = {
  readonly rpcs: () => readonly Rpc[];
  /** Whether the node takes calls of this kind now, with this macaroon. @throws {RpcError} */
  readonly admit: (rpc: Rpc, macaroon: string | undefined) => void;
  readonly onCall: (call: Arrived) => void;
  /** What goes wrong with the call that has just arrived. */
  readonly faultOf: (name: string) => Fault | undefined;
};

const STATUS = { 2: 500, 3: 400, 5: 404, 6: 409, 12: 501 } as const;

/** LND's gateway: from HTTP to calls and back. */
export function restListener(options: RestOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    request.on("end", () => {
      answerOne(options, request, response, Buffer.concat(chunks).toString("utf8")).catch((error: unknown) => {
        // A mistake of the fake itself: the test must see it, not a node that has an error.
        response.destroy();
        queueMicrotask(() => {
          throw error;
        });
      });
    });
  };
}

async function answerOne(
  { rpcs, admit, onCall, faultOf }: RestOptions,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { rpc, read } = parsed(rpcs(), request, body);
  if (rpc === undefined) return rawReply(response, false).fail(read as RpcError);
  const raw = rawReply(response, rpc.isStream);
  if (read instanceof RpcError) return rawReply(response, false).fail(read);
  const name = nameOf(rpc);
  onCall({ name, request: read });
  const fault = faultOf(name);
  const reply = fault === undefined ? raw : withFault(fault, raw);
  try {
    const macaroon = request.headers["grpc-metadata-macaroon"];
    admit(rpc, Array.isArray(macaroon) ? macaroon.join() : macaroon);
    if (fault !== undefined && "acts" in fault && !fault.acts) return reply.end();
    await rpc.answer(read, reply);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    reply.fail(error);
  }
}

/** `SendPaymentV2` */
export function nameOf({ uri }: Pick<Rpc, "uri">): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}

function parsed(rpcs: readonly Rpc[], request: IncomingMessage, body: string) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "https://node");
  const place = decodeURIComponent(pathname).split("/");
  const there = rpcs.filter(({ path }) => matches(path, place));
  const rpc = there.find(({ method }) => method === request.method);
  if (rpc === undefined) {
    const error = there.length === 0 ? new RpcError(5, "Not Found") : new RpcError(12, "Method Not Allowed");
    return { rpc, read: error };
  }
  try {
    const inPath = rpc.path.flatMap((part, i) => (isName(part) ? [[part.slice(1, -1), place[i] ?? ""] as const] : []));
    const texts = [...inPath, ...(rpc.method === "POST" ? [] : searchParams)];
    const inBody = rpc.method === "POST" ? readBody({ fields: rpc.fields }, body) : {};
    return { rpc, read: { ...inBody, ...readTexts({ fields: rpc.fields }, texts) } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { rpc, read: error };
  }
}

function matches(path: readonly string[], place: readonly string[]): boolean {
  return (
    path.length === place.length && path.every((part, i) => part === place[i] || (isName(part) && place[i] !== ""))
  );
}

function isName(part: string): boolean {
  return part.startsWith("{");
}

function rawReply(response: ServerResponse, isStream: boolean): RawReply {
  const left = new AbortController();
  let text = "";
  let isOver = false;
  let flushed: Promise<unknown> = Promise.resolve();
  response.on("close", () => left.abort());
  const reply: RawReply = {
    isStream,
    left: left.signal,
    textOf: (message) => jsonOf(isStream ? { result: message } : message) + (isStream ? "\n" : ""),
    // A stream has no head before its first message.
    write(part, status = 200) {
      if (response.destroyed || isOver) return;
      if (!response.headersSent) response.writeHead(status, { "content-type": "application/json" });
      flushed = new Promise<unknown>((resolve) => response.write(part, resolve));
      text += part;
    },
    send: (message) => reply.write(reply.textOf(message)),
    end() {
      if (response.destroyed || isOver) return;
      isOver = true;
      response.end();
    },
    fail({ code, message }) {
      const error = { code, message, details: [] };
      reply.write(jsonOf(isStream ? { error } : error) + (isStream ? "\n" : ""), STATUS[code]);
      reply.end();
    },
    cut: () => void flushed.then(() => response.destroy()),
    repeat() {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}`;
      response.req.socket.write(`${head}\r\n\r\n${text}`);
    },
  };
  return reply;
}

/** JSON as the gateway writes it: 64-bit numbers as strings, bytes in base64. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(wireOf(value));
}

function wireOf(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(wireOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, wireOf(field)]));
}
