import type { Socket } from "node:net";
import type { Clock } from "#kernel/clock.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";
import { type NodeClock, NodeUnavailable } from "#lightning";
import { Agent, request as startRequest } from "#platform/machine/node-http.ts";
import { createNetworks, type Networks } from "#platform/networks.ts";
import { fieldsOf, textOf } from "../answers.ts";
import { beforeOrder, NotConnected, OtherNode, unanswered } from "../errors.ts";
import { beginTiming, secondsOf } from "../node-clock.ts";
import { readPassword } from "./credential.ts";

/** Where phoenixd's HTTP API answers, and the file with its password. The file is read at each call. */
export type PhoenixdAddress = { readonly host: string; readonly port: number; readonly credentialFile: string };

export type Order = {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The form of a POST. Called when nothing of the order was written yet, so that it may still refuse by throwing. */
  readonly form?: () => URLSearchParams;
  /** Of the whole call, however its answer trickles. */
  readonly timeoutMs?: number;
};

export type Reply = {
  readonly status: number;
  readonly text: string;
  /** What its head says of phoenixd's clock, or of that of a proxy before it; phoenixd 0.8.0 itself says no time. */
  readonly clock: NodeClock | undefined;
};

export type PhoenixdLink = {
  /** Sends an order to the required node alone. A reply of any status is an answer. */
  send(order: Order): Promise<Reply>;
  /** What `GET /getinfo` says, whichever node it is. */
  who(): Promise<Reply>;
  requireNode(nodeId: string): void;
  /** The address that the last call was answered from, and the header that lets us in. Undefined before the first. */
  lastSeen(): { readonly address: string; readonly authorization: string } | undefined;
};

/** phoenixd answers from its own database, or from memory. */
const TIMEOUT_MS = 10_000;
/** Begins the codes of Node for an answer that is not HTTP. */
const NO_HTTP = "HPE_";
/** Channels with many HTLCs are the longest answer. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
/** Loopback, private and link-local networks: the password and all amounts travel in the clear. */
const NEAR = createNetworks([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/**
 * The way to phoenixd: plain HTTP, and so only to an address that is loopback or private. Each call has a connection of
 * its own, and asks on it which node is there before it sends its order. So an order never meets another node, nor a
 * connection that the other side is about to close, and when the first question fails nothing was sent.
 */
export function createPhoenixdLink(
  { host: written, port, credentialFile }: PhoenixdAddress,
  clock: Clock,
  near: Networks = NEAR,
): PhoenixdLink {
  const host = written.replace(/^\[(.*)\]$/, "$1"); // an IPv6 address has brackets in a URL alone
  let required: string | undefined;
  let seen: ReturnType<PhoenixdLink["lastSeen"]>;

  async function onOneConnection<T>(use: (ask: (order: Order) => Promise<Reply>) => Promise<T>): Promise<T> {
    const authorization = `Basic ${Buffer.from(`:${await readPassword(credentialFile)}`).toString("base64")}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let socket: Socket | undefined;
    try {
      return await use((order) =>
        exchange({ agent, clock, host, port, authorization, order }, (given) => {
          if (socket !== undefined && given !== socket) throw new NotConnected("phoenixd closed the connection");
          socket = given;
          if (!near.contains(given.remoteAddress ?? "")) throw new NotConnected(farMessage(host));
          seen = { address: given.remoteAddress ?? host, authorization };
        }),
      );
    } finally {
      agent.destroy();
    }
  }

  const askWho = async (ask: (order: Order) => Promise<Reply>): Promise<Reply> => {
    const reply = await ask({ method: "GET", path: "/getinfo" });
    if (reply.status === 401)
      throw new NotConnected("phoenixd does not take the password in LEYDEN_NODE_CREDENTIAL", { why: "credential" });
    if (reply.status !== 200)
      throw new NotConnected(`phoenixd answered ${reply.status} to the question who it is`, { why: "stranger" });
    return reply;
  };

  return {
    send: (order) =>
      onOneConnection(async (ask) => {
        try {
          const { text } = await askWho(ask);
          if (required !== undefined && nodeIdIn(text) !== required)
            throw new OtherNode("another node answers in its place");
        } catch (cause) {
          throw beforeOrder(cause);
        }
        return await ask(order);
      }),
    who: () => onOneConnection(askWho),
    requireNode(nodeId) {
      required = nodeId;
    },
    lastSeen: () => seen,
  };
}

function farMessage(host: string): string {
  return `${host} is neither this machine nor in a private network, and phoenixd speaks plain HTTP: use a tunnel`;
}

function nodeIdIn(text: string): string {
  return textOf(fieldsOf(parseJson(text))["nodeId"]);
}

/** @throws {NodeUnavailable} */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NodeUnavailable("phoenixd answered something that is not JSON", { cause, why: "stranger" });
  }
}

type Exchange = {
  readonly agent: InstanceType<typeof Agent>;
  readonly clock: Clock;
  readonly host: string;
  readonly port: number;
  readonly authorization: string;
  readonly order: Order;
};

/** `onSocket` may refuse the connection by throwing: then nothing is written. */
function exchange(
  { agent, clock, host, port, authorization, order }: Exchange,
  onSocket: (socket: Socket) => void,
): Promise<Reply> {
  const { method, path, form, timeoutMs = TIMEOUT_MS } = order;
  return new Promise((resolve, reject) => {
    let isWritten = false;
    let isLate = false;
    let timed: ReturnType<typeof beginTiming> | undefined;
    const ended = new AbortController();
    const fail = (cause: Error) => {
      const why = (cause as NodeJS.ErrnoException).code?.startsWith(NO_HTTP) ? "stranger" : undefined;
      reject(unanswered(`phoenixd did not answer: ${cause.message}`, { isWritten, isLate, cause, why }));
    };
    const headers = { authorization, ...(form && { "content-type": "application/x-www-form-urlencoded" }) };
    const sent = startRequest({ agent, host, port, path, method, headers }, (answer) => {
      const said = timed?.(secondsOf(answer.headers.date));
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > ANSWER_MAX_BYTES) sent.destroy(new Error("the answer is too long"));
        else chunks.push(chunk);
      });
      answer.on("error", fail);
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (answer.complete) resolve({ status: answer.statusCode ?? 0, text, clock: said });
      });
    });
    sent.on("error", fail);
    sent.once("close", () => ended.abort(NO_LONGER));
    void clock.sleep(timeoutMs, ended.signal).then(() => {
      if (ended.signal.aborted) return;
      isLate = true;
      sent.destroy(new Error(`no whole answer within ${timeoutMs} ms`));
    });
    sent.once("socket", (socket) => {
      const write = () => {
        try {
          onSocket(socket);
          const text = form?.().toString();
          isWritten = true;
          timed = beginTiming(clock);
          sent.end(text);
        } catch (error) {
          reject(error); // the refusal, as it is
          sent.destroy();
        }
      };
      if (socket.connecting) socket.once("connect", write);
      else write();
    });
  });
}
