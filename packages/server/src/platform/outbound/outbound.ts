import type { Clock } from "#kernel/clock.ts";
import { createConnector } from "./connect.ts";
import { OutboundFailed, type Refusal } from "./errors.ts";
import { type Lookup, lookupInDns, lookupOnMachine } from "./lookup.ts";
import { createPolicy, interfaceAddresses, type Policy } from "./policy.ts";
import { type OutboundAnswer, readAnswer } from "./read-answer.ts";
import { Agent, errors } from "./undici.ts";
import { within } from "./within.ts";

export { OutboundFailed, type OutboundFailureReason, OutboundRefused, type Refusal } from "./errors.ts";
export type { Lookup } from "./lookup.ts";
export type { OutboundAnswer } from "./read-answer.ts";

export type OutboundOptions = {
  /**
   * "host:port" pairs that may be called besides public addresses over https: there http, that port and any address are
   * fine. For development; empty with real money.
   */
  readonly allow: readonly string[];
  /** Public addresses and CIDR ranges of this service, besides those of this machine. They count as private. */
  readonly ownAddresses: readonly string[];
  /** The addresses of this machine, instead of those of its network interfaces. */
  readonly machineAddresses?: () => readonly string[];
  readonly clock: Clock;
  /** How names become addresses, instead of the name servers. */
  readonly lookup?: Lookup;
  /** Certificate authorities that are trusted instead of the usual ones, as PEM. */
  readonly ca?: string;
};

export type OutboundRequest = {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The most that is read of the answer's body. */
  readonly maxBytes: number;
  /**
   * What to do with a body that is longer, or is compressed although we asked for none: refuse the answer (unless
   * given), or `cut` it, for callers who need the status alone. Of a compressed body nothing is kept then.
   */
  readonly longer?: "refuse" | "cut";
  /** From now to the last byte of the answer, redirect included. */
  readonly deadlineMs: number;
  /** `one-same-host`: a GET follows one redirect, to https on the same host. */
  readonly redirects: "none" | "one-same-host";
};

/**
 * The one way to call addresses that others gave us: webhooks, Lightning addresses, LNURLs. Such an address must not
 * become a way into our own network, and whoever answers there must not be able to hold or fill us.
 */
export type Outbound = {
  /**
   * @throws {OutboundRefused} when the address may not be called; nothing was sent.
   * @throws {OutboundFailed} when there is no answer.
   */
  request(request: OutboundRequest, signal?: AbortSignal): Promise<OutboundAnswer>;
  /** True when the operator allows this "host:port" besides, also over http. */
  allows(hostAndPort: string): boolean;
  /** False when the URL alone shows that it may not be called. Where a name leads is known only when it is called. */
  mayCall(url: URL): boolean;
  /** Why `mayCall` is false; undefined when it is true. */
  refusalOf(url: URL): Refusal | undefined;
  /** Ends all connections. */
  close(): Promise<void>;
};

/** To one host at a time; further requests wait for one to end. */
const CONNECTIONS_MAX = 16;
const HEADER_BYTES_MAX = 16 * 1024;
const IDLE_CONNECTION_MS = 4_000;

/** Connections are kept for the next request to the same origin, and are of no use to any other. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { allow, clock, machineAddresses = interfaceAddresses } = options;
  const policy = createPolicy({ allow, ownAddresses: [...options.ownAddresses, ...machineAddresses()] });
  const lookup =
    options.lookup ?? ((host, signal) => (policy.names(host) ? lookupOnMachine : lookupInDns)(host, signal));
  const agent = new Agent({
    connect: createConnector({ policy, lookup, clock, ca: options.ca }),
    allowH2: false,
    connections: CONNECTIONS_MAX,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The deadline of each request stands for these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    allows: policy.allows,
    mayCall: policy.mayCall,
    refusalOf: policy.refusalOf,
    close: () => agent.destroy(),
    request: (request, outer) =>
      within(
        { clock, ms: request.deadlineMs, outer },
        { late: () => new OutboundFailed("timeout"), abandoned: () => new OutboundFailed("aborted") },
        async (signal) => {
          const answer = await exchange({ agent, policy, clock }, request, request.url, signal);
          const target = redirectTarget(answer, request.url);
          if (target === undefined) return answer;
          if (!mayFollow(request, target)) throw new OutboundFailed("redirect");
          const second = await exchange({ agent, policy, clock }, request, target, signal);
          if (redirectTarget(second, target) !== undefined) throw new OutboundFailed("redirect");
          return second;
        },
      ),
  };
}

async function exchange(
  { agent, policy, clock }: { agent: Agent; policy: Policy; clock: Clock },
  request: OutboundRequest,
  url: URL,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  policy.checkUrl(url);
  const { method, body = null, headers, ...limits } = request;
  try {
    const answer = await readAnswer(limits, signal, (reader) =>
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { "user-agent": "leyden", ...headers, "accept-encoding": "identity" },
          body,
        },
        reader,
      ),
    );
    // In this turn the connection still counts as busy: a next request would open another one.
    await clock.turn();
    return answer;
  } catch (error) {
    throw outboundError(error);
  }
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function redirectTarget({ status, headers }: OutboundAnswer, from: URL): URL | undefined {
  if (!REDIRECTS.includes(status)) return undefined;
  const target = URL.parse(headers.get("location") ?? "", from.href);
  if (!target || !headers.has("location")) throw new OutboundFailed("redirect");
  return target;
}

function mayFollow({ method, redirects, url }: OutboundRequest, target: URL): boolean {
  const secure = target.protocol === "https:" || target.protocol === url.protocol;
  return method === "GET" && redirects === "one-same-host" && target.hostname === url.hostname && secure;
}

/** What the HTTP client throws, in our words. What remains is a bug and stays as it is. */
function outboundError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof errors.HeadersOverflowError) return new OutboundFailed("too_large", { cause: error });
  if (error instanceof errors.SocketError || /^E[A-Z]+$/.test(code))
    return new OutboundFailed("connect", { cause: error });
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseContentLengthMismatchError)
    return new OutboundFailed("protocol", { cause: error });
  if (error instanceof errors.ClientDestroyedError) return new OutboundFailed("aborted", { cause: error });
  return error;
}
