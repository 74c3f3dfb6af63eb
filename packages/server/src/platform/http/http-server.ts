/** The connections: how many there may be, what is answered to bytes that are no request, and how they end. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock, Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Log } from "../log.ts";
import { createServer } from "../machine/node-http.ts";
import { connectionLimit, isAmong, type Load, type Peer } from "./connection-limit.ts";
import { clientFailure } from "./failures.ts";
import { answerText, failureAnswer, type PlainAnswer, writeAnswer } from "./plain-answer.ts";
import { requestIds } from "./request-id.ts";
import { restartingAnswer } from "./restarting.ts";

export type HttpServerOptions = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Name of the service. */
  readonly serviceName: string;
  /** Addresses or networks of reverse proxies. */
  readonly trustedProxies: readonly string[];
  /** Connections that may be open together. */
  readonly connectionsMax: number;
  /** Whether a valid project key came from this address lately. */
  readonly showedKey: (address: string) => boolean;
};

export type HttpServer = {
  readonly server: Server;
  /**
   * Ends what can be ended: connections that carry no whole request now, the others after their answers, and all that
   * are left after `STOP_MS`. Resolves when they have ended. What comes from now on gets 503, until nobody listens; a
   * second call ends the connections of that.
   */
  endConnections(): Promise<void>;
};

/** Time to send all headers, and the whole request. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** How often connections are checked against the two. */
const CHECK_MS = 2_000;
/** Idle connections are kept longer than reverse proxies keep theirs (60 s), so that none is cut while they use it. */
const KEEP_ALIVE_MS = 72_000;
/**
 * Connections over which nothing moves are destroyed, also while an answer is not read. A request waits 60 s at most.
 */
const SILENCE_MS = 120_000;
/** So long who connects has time to say something before it counts as silent. Two round trips around the world. */
const NEW_MS = 1_000;
const HEADER_BYTES_MAX = 16 * 1024;
/** How long the other end may take to read a last answer and to close. */
const GRACE_MS = 1_000;
/** Refused connections are logged at most once in this time. */
const REFUSED_LOG_MS = 60_000;
/** How long requests under way may take once the server stops. Those that only wait are answered immediately. */
const STOP_MS = 5_000;

type Connection = {
  /** Of the clock that only grows. */
  readonly openedMs: number;
  /** Requests that came over it and whose answers are not complete. */
  readonly responses: Set<ServerResponse>;
  /** Bytes that had come when the last answer was complete. */
  bytesAnswered: number;
};
type Connections = Map<Socket, Connection>;

export function createHttpServer(handle: RequestListener, options: HttpServerOptions): HttpServer {
  const connections: Connections = new Map();
  const last = lastWords(options);
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    requireHostHeader: false, // refused by the app, in the form of all failures
  });
  server.timeout = SILENCE_MS;
  let isStopping = false;

  admitConnections(server, connections, { ...options, last });
  answerOddProtocols(server, { ...options, last });
  server.on("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return; // refused; its last answer is on its way
    connection.responses.add(response);
    response.once("close", () => {
      connection.responses.delete(response);
      connection.bytesAnswered = socket.bytesRead;
      if (isStopping && connection.responses.size === 0) last.end(socket);
    });
    if (isStopping || isFramedTwice(request)) response.shouldKeepAlive = false;
    if (isStopping) writeAnswer(response, last.stopping(request));
    else handle(request, response);
  });

  return {
    server,
    async endConnections() {
      isStopping = true;
      const open = [...connections];
      const ended = open.map(([socket]) => new Promise((resolve) => socket.once("close", resolve)));
      for (const [socket, connection] of open) endUnlessAnswering(socket, connection, last);
      const allEnded = new AbortController();
      void options.clock.sleep(STOP_MS, allEnded.signal).then(() => {
        for (const [socket] of open) socket.destroy();
      });
      await Promise.all(ended);
      allEnded.abort();
    },
  };
}

/** Ends a connection that carries no whole request; any other ends after its answers. */
function endUnlessAnswering(socket: Socket, { responses, bytesAnswered }: Connection, last: LastWords): void {
  for (const response of responses) response.shouldKeepAlive = false;
  if ([...responses].some(({ req }) => req.complete)) return;
  const hasBegun = socket.bytesRead > bytesAnswered;
  last.end(socket, hasBegun ? last.stopping() : undefined);
}

/** RFC 9112, section 6.1: `Transfer-Encoding` is not part of HTTP/1.0, so the end of such a request is not certain. */
function isFramedTwice({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.0" && headers["transfer-encoding"] !== undefined;
}

/** Node has handed an answer to the system when its response closes; until then it is among `responses`. */
function loadOf({ bytesRead }: Socket, { openedMs, responses, bytesAnswered }: Connection, nowMs: number): Load {
  const complete = [...responses].filter(({ req }) => req.complete);
  if (complete.some(({ writableEnded }) => !writableEnded)) return "working";
  if (complete.length > 0) return "unread";
  if (responses.size > 0 || bytesRead > bytesAnswered) return "begun";
  if (bytesAnswered > 0) return "idle";
  return nowMs - openedMs < NEW_MS ? "new" : "silent";
}

/** Remembers the connections, and ends those that are too many with 503. */
function admitConnections(
  server: Server,
  connections: Connections,
  { clock, log, last, connectionsMax, trustedProxies, showedKey }: HttpServerOptions & { readonly last: LastWords },
): void {
  const limit = connectionLimit(connectionsMax);
  const isProxy = isAmong(trustedProxies);
  let loggedMs = Number.NEGATIVE_INFINITY;

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const standing = isProxy(address) ? "proxy" : showedKey(address) ? "key" : "unknown";
    const peer: Peer = { address, standing };
    const connection: Connection = { openedMs: clock.monotonicMs(), responses: new Set(), bytesAnswered: 0 };
    const load = () => loadOf(socket, connection, clock.monotonicMs());
    const release = limit.open(peer, { load, end: () => socket.destroy() });
    if (release !== undefined) {
      connections.set(socket, connection);
      socket.once("close", () => {
        connections.delete(socket);
        release();
      });
      return;
    }
    last.refuse(socket, last.failed(new AppError("unavailable", "too many connections are open, try again later")));
    if (clock.monotonicMs() - loggedMs < REFUSED_LOG_MS) return;
    loggedMs = clock.monotonicMs();
    log.warn({ ...peer, open: connections.size }, "connection.refused");
  });
}

type LastWords = ReturnType<typeof lastWords>;

/** How a connection ends: with a last answer, and after a grace in any case: the other end may never close. */
function lastWords({
  clock,
  random,
  baseUrl,
  serviceName: service,
}: Pick<HttpServerOptions, "clock" | "random" | "baseUrl" | "serviceName">) {
  const nextRequestId = requestIds(random);
  const failed = (failure: AppError): PlainAnswer =>
    failureAnswer(failure, { requestId: nextRequestId(undefined), baseUrl });
  return {
    failed,
    /** `request`: undefined where none has come as a whole. */
    stopping(request?: IncomingMessage): PlainAnswer {
      const failure = new AppError("unavailable", "the service is stopping, try again");
      if (request === undefined) return failed(failure);
      return restartingAnswer(failure, request, { requestId: nextRequestId(undefined), baseUrl, service });
    },
    end(socket: Duplex, answer?: PlainAnswer): void {
      if (socket.writableEnded) return;
      const closed = new AbortController();
      socket.once("close", () => closed.abort());
      socket.end(answer && answerText(answer));
      void clock.sleep(GRACE_MS, closed.signal).then(() => socket.destroy());
    },
    /** Without a grace, which would let a client that opens too many connections hold more of them. */
    refuse(socket: Socket, answer: PlainAnswer): void {
      socket.end(answerText(answer), () => socket.destroy());
    },
  };
}

/** What Node answers by itself, without a body, gets the form of all failures instead. */
function answerOddProtocols(
  server: Server,
  { log, last }: Pick<HttpServerOptions, "log"> & { readonly last: LastWords },
): void {
  server.on("connect", (_request, socket) =>
    last.end(socket, last.failed(new AppError("not_found", "this is no proxy"))),
  );
  // RFC 9110, section 10.1.1: an expectation that is not known may be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Bytes that are not HTTP, headers that are too large, requests that take too long to arrive.
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answer = last.failed(clientFailure(error.code));
    log.info({ code: error.code, requestId: answer.headers["x-request-id"] }, "request.refused");
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else last.end(socket, answer);
  });
}
