import type { Dispatcher } from "undici";
import type { Clock } from "#kernel/clock.ts";
import { type NodeClock, NodeUnavailable } from "#lightning";
import { readAnswer } from "#platform/outbound/read-answer.ts";
import { Agent } from "#platform/outbound/undici.ts";
import { within } from "#platform/outbound/within.ts";
import { type Fields, fieldsOf, textOf } from "../answers.ts";
import { beforeOrder, NotConnected, OtherNode, TooLate, unanswered } from "../errors.ts";
import { beginTiming, secondsOf } from "../node-clock.ts";
import { connectPinned, type PinnedAddress } from "../pinned.ts";
import { parseAnswer } from "./answers.ts";
import { readRune } from "./credential.ts";
import { CommandFailed, Refused, RuneExpired } from "./errors.ts";
import { NOT_PERMITTED, type Unmet, unmetIn } from "./runes.ts";

/** Where clnrest answers, and a file with a rune. */
export type ClnAddress = PinnedAddress & { readonly credentialFile: string };

export type CallOptions = {
  /** Silence of the node after which we give up. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of `Clock.monotonicMs()` after which no byte of the call may leave. */
  readonly deadlineMonotonicMs?: number;
  /** Called with what the answer says of the node's clock. */
  readonly onClock?: (clock: NodeClock | undefined) => void;
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
  readonly callAny: Transport["call"];
  readonly requireNode: (nodeId: string) => void;
  readonly close: () => Promise<void>;
};

/** What the parts of the adapter need to ask the node. */
export type Caller = Pick<Transport, "call"> & { readonly clock: Clock };

/** A node that is silent for so long is not there. */
export const TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_MS = 4_000;
/** A page of a thousand parts of payments is less than one of these, a hundred channels half of one. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;
/** clnrest checks the rune and finds the command before it hands it on. */
const REFUSALS: readonly number[] = [401, 403, 404, 405, 406];
/** Of these, what it says of the rune. */
const REFUSED_RUNE: readonly number[] = [401, 403];
/** Without a code: clnrest could not have the rune checked, since lightningd has ended or not begun. */
const UNCHECKED = 401;

export function createTransport(address: ClnAddress, clock: Clock): Transport {
  const agent = new Agent({
    connect(_, done) {
      connectPinned(address, clock, { names: "are_free" }) // "cln" and "localhost", wherever it runs
        .then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        );
    },
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

  /** Nothing of the call that asks for it has left. */
  async function ownerOf(rune: string): Promise<string> {
    try {
      return textOf((await send(rune, "getinfo", {}, {}))["id"]);
    } catch (error) {
      throw error instanceof Refused ? error : beforeOrder(error);
    }
  }

  async function requireOwner(rune: string): Promise<void> {
    if (required === undefined) return;
    if (known?.rune !== rune) known = { rune, nodeId: await ownerOf(rune) };
    if (known.nodeId !== required) throw new OtherNode("another node answers in its place");
  }

  return {
    async call(command, params = {}, options = {}) {
      const rune = await readRune(address.credentialFile);
      await requireOwner(rune);
      return await send(rune, command, params, options);
    },
    callAny: async (command, params = {}, options = {}) =>
      send(await readRune(address.credentialFile), command, params, options),
    requireNode(nodeId) {
      required = nodeId;
    },
    close: () => agent.destroy(),
  };
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
  const { timeoutMs = TIMEOUT_MS, signal: outer, deadlineMonotonicMs, onClock } = options;
  let isWritten = false;
  let timed: ReturnType<typeof beginTiming> | undefined;
  const late = () =>
    unanswered(`the node did not answer ${command} within ${timeoutMs} ms`, { isWritten, isLate: true });
  const abandoned = () => unanswered(`${command} is not waited for any more`, { isWritten });
  const headers = { rune, "content-type": "application/json", accept: "application/json" };
  const request = { origin, path: `/v1/${command}`, method: "POST", headers, body: JSON.stringify(params) } as const;

  /** The last moment before the first byte. */
  const mayLeave = (controller: Dispatcher.DispatchController, signal: AbortSignal): boolean => {
    const isLate = deadlineMonotonicMs !== undefined && clock.monotonicMs() >= deadlineMonotonicMs;
    if (signal.aborted) controller.abort(signal.reason);
    else if (isLate) controller.abort(new TooLate("the deadline of the attempt has passed"));
    else isWritten = true;
    timed = beginTiming(clock);
    return isWritten;
  };
  try {
    return await within({ clock, ms: timeoutMs, outer }, { late, abandoned }, async (signal) => {
      const { status, body } = await readAnswer({ maxBytes: ANSWER_MAX_BYTES }, signal, (reader) =>
        agent.dispatch(request, {
          ...reader,
          onRequestStart(controller, context) {
            if (mayLeave(controller, signal)) reader.onRequestStart?.(controller, context);
          },
          onResponseStart(controller, code, heads, words) {
            if (code >= 200) onClock?.(timed?.(secondsOf(heads["date"])));
            reader.onResponseStart?.(controller, code, heads, words);
          },
        }),
      );
      await clock.turn(); // in this one the connection still counts as busy
      return answerOf(command, status, Buffer.from(body).toString("utf8"));
    });
  } catch (error) {
    if (error instanceof NodeUnavailable) throw error;
    const message = `the connection to the node broke: ${error instanceof Error ? error.message : String(error)}`;
    throw unanswered(message, { isWritten, cause: error });
  }
}

function answerOf(command: string, status: number, text: string): Fields {
  if (status === 200 || status === 201) return fieldsOf(parseAnswer(text));
  const { code, message, data, unmet } = errorOf(text);
  const said = `the node answered ${status}: ${message}`;
  if (status === UNCHECKED && code === undefined) throw new NotConnected(said, { why: "down" });
  if (REFUSALS.includes(status) && code === NOT_PERMITTED) throw notPermitted(command, message, unmet);
  const why = code === undefined ? "stranger" : REFUSED_RUNE.includes(status) ? "credential" : undefined;
  if (REFUSALS.includes(status)) throw new Refused(said, { why });
  if (status === 500 && code !== undefined) throw new CommandFailed(said, { code, data });
  throw new NodeUnavailable(said, { why });
}

/** The command has not reached the node, whichever it is. */
function notPermitted(command: string, message: string, unmet: Unmet): NodeUnavailable {
  if (unmet === "rate") return new NotConnected(`the rune allows no further call now: ${message}`, { why: "limited" });
  if (unmet === "time") return new RuneExpired(`the rune is not valid now: ${message}`, { why: "credential" });
  return new Refused(`the rune does not allow ${command}: ${message}`, { why: "permission" });
}

type ErrorBody = {
  readonly code: number | undefined;
  readonly message: string;
  readonly data: Fields;
  readonly unmet: Unmet;
};

function errorOf(text: string): ErrorBody {
  try {
    const { code, message, data } = fieldsOf(parseAnswer(text));
    const number = typeof code === "string" && /^-?[0-9]{1,9}$/.test(code) ? Number(code) : undefined;
    const isObject = typeof data === "object" && data !== null;
    return {
      code: number,
      message: String(message).slice(0, 300),
      data: isObject ? (data as Fields) : {},
      unmet: unmetIn(String(message)),
    };
  } catch {
    return { code: undefined, message: text.slice(0, 200), data: {}, unmet: "call" };
  }
}
