import type { Clock } from "#kernel/clock.ts";
import type { Network, NodeClock, NodeTrouble } from "#lightning";
import { Client } from "#platform/outbound/undici.ts";
import { within } from "#platform/outbound/within.ts";
import { type Fields, listOf, oneOf } from "../answers.ts";
import { beforeOrder, Late, NotConnected, OtherNode } from "../errors.ts";
import { beginTiming, secondsOf } from "../node-clock.ts";
import { connectPinned, type PinnedAddress } from "../pinned.ts";
import { nodeIdOf, textOrEmpty } from "./answers.ts";
import { readMacaroon } from "./credential.ts";
import { isNoPath, named, Refusal } from "./errors.ts";
import { type LndRequest, openLines, readAnswer, readMessage } from "./exchange.ts";

export type LndAddress = PinnedAddress & {
  /** The macaroon, as bytes or hex. Read at each connection. */
  readonly credentialFile: string;
};

/** A stream of the node. */
export type LndStream = {
  /**
   * The next message; undefined at the end. Without `ms` it waits for as long as it takes.
   * @throws {Late} {Refusal} {NodeUnavailable}
   */
  next(ms?: number): Promise<Fields | undefined>;
  /** Leaves it, and its connection. What it is about goes on. */
  close(): void;
  /** Waits shortly for the end, after which the connection can serve again; else leaves it. */
  finish(): Promise<void>;
};

/** One connection, with the node at its end. */
export type Connection = {
  readonly nodeId: string;
  readonly network: Network;
  isOpen(): boolean;
  /** @throws {Refusal} {NodeUnavailable} */
  ask(request: LndRequest, limits?: AskLimits): Promise<Fields>;
  /** The connection is of no other use until the stream has ended. */
  stream(request: LndRequest): LndStream;
  close(): void;
};

export type AskLimits = {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Called with what the answer says of the node's clock. */
  readonly onClock?: (clock: NodeClock | undefined) => void;
};

/** Connections to one node, each with a credential and a node that were read when it was made. */
export type Connections = {
  requireNode(nodeId: string): void;
  /** To the required node. @throws {NotConnected} */
  take(): Promise<Connection>;
  /** To whatever node answers. @throws {NotConnected} */
  takeAny(): Promise<Connection>;
  /** For the next one that wants it. */
  giveBack(connection: Connection): void;
  /** One question on a connection of its own choice. @throws {NodeUnavailable} */
  ask(request: LndRequest, limits?: AskLimits): Promise<Fields>;
  /** Ends all connections, and with them whatever waits for an answer. */
  close(): Promise<void>;
};

/** An answer that is due. */
export const ANSWER_MS = 15_000;
/** A page of a thousand payments has some megabytes. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;
/** A stream that has said its last word ends at once. */
const ENDING_MS = 1_000;
/** To begin one takes the node and us several milliseconds of work: as many are kept as a wallet may have payments. */
const IDLE_MAX = 32;
const IDLE_MS = 60_000;
const NETWORKS = ["mainnet", "testnet", "testnet4", "signet", "regtest"] as const;

export function createConnections(address: LndAddress, clock: Clock): Connections {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  let required: string | undefined;
  let isClosed = false;

  const isWanted = ({ nodeId }: Connection) => required === undefined || nodeId === required;

  async function takeAny(): Promise<Connection> {
    for (let connection = idle.pop(); connection !== undefined; connection = idle.pop())
      if (connection.isOpen()) return connection;
    if (isClosed) throw new NotConnected("the adapter was closed");
    const connection = await connect(address, clock);
    for (const one of all) if (!one.isOpen()) all.delete(one);
    all.add(connection);
    if (isClosed) connection.close();
    return connection;
  }

  async function take(): Promise<Connection> {
    for (const connection of idle.splice(0))
      if (isWanted(connection)) idle.push(connection);
      else connection.close();
    const connection = await takeAny();
    if (isWanted(connection)) return connection;
    connection.close();
    throw new OtherNode(`another node answers in its place: ${connection.nodeId}`);
  }

  function giveBack(connection: Connection): void {
    if (connection.isOpen() && !isClosed && idle.length < IDLE_MAX) idle.push(connection);
    else connection.close();
  }

  return {
    requireNode(nodeId) {
      required = nodeId;
    },
    take,
    takeAny,
    giveBack,
    async ask(request, limits) {
      const connection = await take();
      try {
        return await connection.ask(request, limits);
      } finally {
        giveBack(connection);
      }
    },
    async close() {
      isClosed = true;
      idle.splice(0);
      for (const connection of all) connection.close();
      all.clear();
    },
  };
}

/**
 * A connection on which the node has said who it is. Before it serves, all it would answer is that it does not.
 * @throws {NotConnected}
 */
async function connect(address: LndAddress, clock: Clock): Promise<Connection> {
  const macaroon = await readMacaroon(address.credentialFile);
  const client = await openClient(address, clock);
  const ask = askOn(client, macaroon, clock);
  try {
    const { state } = await ask({ method: "GET", path: "/v1/state" });
    if (state !== "SERVER_ACTIVE")
      throw new NotConnected(`the node does not serve: ${notServing(state)}`, { why: troubleOf(state) });
    const info = await named("GetInfo", ask({ method: "GET", path: "/v1/getinfo" }));
    const [chain] = listOf(info["chains"]);
    const nodeId = nodeIdOf(info["identity_pubkey"]);
    const network = oneOf(NETWORKS, chain?.["network"]);
    return connectionOf(client, { nodeId, network, macaroon, clock, ask });
  } catch (cause) {
    void client.destroy();
    if (cause instanceof Refusal) throw new NotConnected(cause.message, { cause, why: refusedBecause(cause) });
    throw beforeOrder(cause);
  }
}

/**
 * It serves, and does not say who it is. An answer without a code is not LND's, nor is one that says that there is no
 * such path.
 */
function refusedBecause(refusal: Refusal): NodeTrouble | undefined {
  return refusal.code === undefined || isNoPath(refusal) ? "stranger" : refusal.why;
}

function troubleOf(state: unknown): NodeTrouble | undefined {
  if (state === "LOCKED") return "locked";
  return state === "NON_EXISTING" ? undefined : "starting";
}

/** What a state of LND means to people. */
function notServing(state: unknown): string {
  switch (state) {
    case "LOCKED":
      return "its wallet is locked";
    case "NON_EXISTING":
      return "it has no wallet yet";
    default:
      return `it is starting (${textOrEmpty(state).slice(0, 40)})`;
  }
}

/** A client of one connection: when it ends, nothing makes another one unseen. */
async function openClient(address: LndAddress, clock: Clock): Promise<Client> {
  const socket = await connectPinned(address, clock, { names: "count" });
  let isTaken = false;
  return new Client(`https://${address.host}:${address.port}`, {
    connect(_, done) {
      const isGone = isTaken || socket.destroyed;
      isTaken = true;
      // Later than in this turn: the client does not expect to be answered while it asks.
      void Promise.resolve().then(() =>
        isGone ? done(new NotConnected("the connection to the node has ended"), null) : done(null, socket),
      );
    },
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0, // where an answer is due, `askOn` has the limit
    bodyTimeout: 0,
  });
}

type Ask = Connection["ask"];

function askOn(client: Client, macaroon: string, clock: Clock): Ask {
  return async (request, { timeoutMs = ANSWER_MS, maxBytes = ANSWER_MAX_BYTES, onClock } = {}) => {
    const timed = beginTiming(clock);
    const onDate = (date: unknown) => onClock?.(timed(secondsOf(date)));
    const lines = openLines(client, request, { headers: headersOf(macaroon), maxBytes, onDate });
    const late = () => new Late(`the node did not answer within ${timeoutMs} ms`);
    try {
      return await within({ clock, ms: timeoutMs }, { late, abandoned: late }, () => readAnswer(lines));
    } finally {
      if (!lines.isWhole()) void client.destroy();
    }
  };
}

function connectionOf(
  client: Client,
  { macaroon, clock, ...who }: Pick<Connection, "nodeId" | "network" | "ask"> & { macaroon: string; clock: Clock },
): Connection {
  let isOpen = true;
  const end = () => {
    isOpen = false;
    void client.destroy();
  };
  client.once("disconnect", end);
  return {
    ...who,
    isOpen: () => isOpen && !client.destroyed,
    stream(request) {
      const lines = openLines(client, request, { headers: headersOf(macaroon), maxBytes: ANSWER_MAX_BYTES });
      const late = () => new Late("nothing came in time");
      const next = async (ms: number) =>
        await within({ clock, ms }, { late, abandoned: late }, (signal) => readMessage(lines, signal));
      const close = () => {
        if (!lines.isWhole()) end();
      };
      return {
        next: async (ms) => (ms === undefined ? await readMessage(lines) : await next(ms)),
        close,
        finish: () => next(ENDING_MS).then(close, close),
      };
    },
    close: end,
  };
}

function headersOf(macaroon: string): Readonly<Record<string, string>> {
  return { "grpc-metadata-macaroon": macaroon };
}
