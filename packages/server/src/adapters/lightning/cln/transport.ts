import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { buildConnector, Dispatcher } from "undici";
import type { Clock } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import { readAnswer } from "#platform/outbound/read-answer.ts";
import { Agent } from "#platform/outbound/undici.ts";
import { within } from "#platform/outbound/within.ts";
import { type Fields, fieldsOf, textOf } from "../answers.ts";
import { parseAnswer } from "./answers.ts";

/** Where clnrest answers. `certFile`: its `server.pem` or `ca.pem`. `credentialFile`: a rune. */
export type ClnAddress = {
  readonly host: string;
  readonly port: number;
  readonly certFile: string;
  readonly credentialFile: string;
};

export type CallOptions = {
  /** Silence of the node after which we give up. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of `Clock.monotonicMs()` after which no byte of the call may leave. */
  readonly deadlineMonotonicMs?: number;
};

/** Calls commands of the node: `POST /v1/<command>` with a rune (Core Lightning, plugins/rest-plugin). */
export type Transport = {
  /**
   * @throws {NotConnected} {TooLate} {OtherNode} {Refused} when the command never reached the node.
   * @throws {CommandFailed} when the node answered with an error, whatever it had done before.
   * @throws {NodeUnavailable} for everything else: what the node did is then not known.
   */
  readonly call: (command: string, params?: object, options?: CallOptions) => Promise<Fields>;
  /** The same at any node. */
  readonly callAny: (command: string) => Promise<Fields>;
  readonly requireNode: (nodeId: string) => void;
  readonly close: () => Promise<void>;
};

/** What the parts of the adapter need to ask the node. */
export type Caller = Pick<Transport, "call"> & { readonly clock: Clock };

/** No connection stood, so no byte of the call has left. */
export class NotConnected extends NodeUnavailable {}

/** The call was too late when it could have left. */
export class TooLate extends NodeUnavailable {}

/** Another node is in its place and got no command but `getinfo`. */
export class OtherNode extends NodeUnavailable {}

/** clnrest did not hand the command on: the rune does not allow it, or the node has no such command. */
export class Refused extends NodeUnavailable {}

/** The command's own error. `code`: common/jsonrpc_errors.h of Core Lightning. */
export class CommandFailed extends NodeUnavailable {
  readonly code: number;
  readonly data: Fields;

  constructor(message: string, { code, data }: { readonly code: number; readonly data: Fields }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A node that is silent for so long is not there. */
const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_CONNECTION_MS = 4_000;
/** A page of a thousand parts of payments is less than one of these, a hundred channels half of one. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;
const RUNE = /^[A-Za-z0-9_-]{43,10000}={0,2}$/;
/** clnrest checks the rune and finds the command before it hands it on. */
const REFUSALS: readonly number[] = [401, 403, 404, 405, 406];

export function createTransport({ clock, ...address }: ClnAddress & { readonly clock: Clock }): Transport {
  const agent = new Agent({
    connect: pinnedConnector({ ...address, clock }),
    allowH2: false,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const origin = `https://${address.host}:${address.port}`;
  let required: string | undefined;
  /** Whose node takes this rune. A rune is made with the secret of its node, and no other node takes it. */
  let known: { readonly rune: string; readonly nodeId: string } | undefined;

  const send = (rune: string, command: string, params: object, options: CallOptions) =>
    exchange({ agent, clock, origin, rune, command, params, ...options });

  async function requireOwner(rune: string): Promise<void> {
    if (required === undefined) return;
    if (known?.rune !== rune) known = { rune, nodeId: textOf((await send(rune, "getinfo", {}, {}))["id"]) };
    if (known.nodeId !== required) throw new OtherNode("another node answers in its place");
  }

  return {
    async call(command, params = {}, options = {}) {
      const rune = await readRune(address.credentialFile);
      await requireOwner(rune);
      return await send(rune, command, params, options);
    },
    callAny: async (command) => send(await readRune(address.credentialFile), command, {}, {}),
    requireNode(nodeId) {
      required = nodeId;
    },
    close: () => agent.destroy(),
  };
}

/** Read for each call, so that another rune needs no restart. @throws {NotConnected} */
export async function readRune(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((cause) => {
    throw new NotConnected("the file of the rune cannot be read", { cause });
  });
  const rune = text.trim();
  if (!RUNE.test(rune)) throw new NotConnected("the file of the credential holds no rune");
  return rune;
}

type Exchange = CallOptions & {
  readonly agent: Agent;
  readonly clock: Clock;
  readonly origin: string;
  readonly rune: string;
  readonly command: string;
  readonly params: object;
};

async function exchange({ agent, clock, origin, rune, command, params, ...options }: Exchange): Promise<Fields> {
  const { timeoutMs = TIMEOUT_MS, signal: outer, deadlineMonotonicMs } = options;
  let isWritten = false;
  const unavailable = (why: string, cause?: unknown) =>
    isWritten
      ? new NodeUnavailable(`the node did not answer ${command}: ${why}`, { cause })
      : new NotConnected(`no connection to the node for ${command}: ${why}`, { cause });
  const ends = {
    late: () => unavailable(`silent for ${timeoutMs} ms`),
    abandoned: () => unavailable("nobody waits any more"),
  };
  const headers = { rune, "content-type": "application/json", accept: "application/json" };
  const request = { origin, path: `/v1/${command}`, method: "POST", headers, body: JSON.stringify(params) } as const;

  /** The last moment before the first byte. */
  const mayLeave = (controller: Dispatcher.DispatchController, signal: AbortSignal): boolean => {
    const isLate = deadlineMonotonicMs !== undefined && clock.monotonicMs() >= deadlineMonotonicMs;
    if (signal.aborted) controller.abort(signal.reason);
    else if (isLate) controller.abort(new TooLate("the deadline of the attempt has passed"));
    else isWritten = true;
    return isWritten;
  };
  try {
    return await within({ clock, ms: timeoutMs, outer }, ends, async (signal) => {
      const { status, body } = await readAnswer({ maxBytes: ANSWER_MAX_BYTES }, signal, (reader) =>
        agent.dispatch(request, {
          ...reader,
          onRequestStart(controller, context) {
            if (mayLeave(controller, signal)) reader.onRequestStart?.(controller, context);
          },
        }),
      );
      await clock.turn(); // in this one the connection still counts as busy
      return answerOf(status, Buffer.from(body).toString("utf8"));
    });
  } catch (error) {
    if (error instanceof NodeUnavailable) throw error;
    throw unavailable(error instanceof Error ? error.message : String(error), error);
  }
}

function answerOf(status: number, text: string): Fields {
  if (status === 200 || status === 201) return fieldsOf(parseAnswer(text));
  const { code, message, data } = errorOf(text);
  const said = `the node answered ${status}: ${message}`;
  if (REFUSALS.includes(status)) throw new Refused(said);
  if (status === 500 && code !== undefined) throw new CommandFailed(said, { code, data });
  throw new NodeUnavailable(said);
}

function errorOf(text: string): { readonly code: number | undefined; readonly message: string; readonly data: Fields } {
  try {
    const { code, message, data } = fieldsOf(parseAnswer(text));
    const number = typeof code === "string" && /^-?[0-9]{1,9}$/.test(code) ? Number(code) : undefined;
    const isObject = typeof data === "object" && data !== null;
    return { code: number, message: String(message).slice(0, 300), data: isObject ? (data as Fields) : {} };
  } catch {
    return { code: undefined, message: text.slice(0, 200), data: {} };
  }
}

/**
 * Opens connections that end at the holder of one certificate. The file is read for each: a node that made itself
 * another one is found again without a restart. Names in the certificate count for nothing, since nobody else has it.
 */
function pinnedConnector(address: ClnAddress & { readonly clock: Clock }): buildConnector.connector {
  return (_, callback) => {
    openPinned(address).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

async function openPinned({ host, port, certFile, clock }: ClnAddress & { readonly clock: Clock }): Promise<TLSSocket> {
  const late = () => new Error(`no TLS connection within ${CONNECT_TIMEOUT_MS} ms`);
  return await within({ clock, ms: CONNECT_TIMEOUT_MS }, { late, abandoned: late }, async (signal) => {
    const name = host.replace(/^\[|\]$/g, "");
    const socket = connectTls({
      host: name,
      port,
      servername: isIP(name) === 0 ? name : "",
      ALPNProtocols: ["http/1.1"],
      ca: await readFile(certFile),
      allowPartialTrustChain: true, // the file may hold the server's own certificate instead of its authority's
      checkServerIdentity: () => undefined,
    });
    try {
      await once(socket, "secureConnect", { signal });
      return socket.setNoDelay(true);
    } catch (error) {
      socket.on("error", () => undefined).destroy();
      throw error;
    }
  });
}
