import { invalidInput, LeydenError } from "./errors.ts";
import { readStream, type ServerSentEvent, type StreamState, StreamTooLong, streamStart } from "./event-stream.ts";
import { type Failure, notSent, readFailure } from "./failure.ts";
import { type CallOptions, type HttpOptions, urlOf } from "./http.ts";
import type { Machine } from "./machine.ts";
import { moneyOf } from "./money.ts";
import type { paths } from "./openapi.ts";
import { passes, pauseBeforeReconnect, pauseBeforeRetry } from "./retry.ts";
import { attempt, endOf, type Outcome, sleep } from "./send.ts";

/** An event as it came. */
export type StreamedEvent = {
  readonly id: string;
  readonly type: string;
  /** The body that endpoints get, to the letter. */
  readonly text: string;
};

export type StreamOptions<Item> = CallOptions & {
  /** Only events of these types; all without it. */
  readonly types?: readonly string[] | undefined;
  /** The id of the event to begin after; from now on without it. */
  readonly after?: string | undefined;
  /** What is handed out of an event. What it throws ends the stream. */
  readonly read: (event: StreamedEvent) => Item;
  /** The first connection is tried like each later one: until it succeeds or cannot get better. */
  readonly keepsTrying?: boolean | undefined;
  /** Called for each connection that was opened. */
  readonly onOpen?: (() => void) | undefined;
  /** Called for each connection that could not be opened and is tried again. */
  readonly onFailure?: ((error: LeydenError) => void) | undefined;
};

/** The service, and how it is called. */
export type StreamSource = { readonly machine: Machine; readonly options: HttpOptions };

type Reader = {
  read(): Promise<{ readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
};

/** The service sends a heartbeat after 15 seconds of silence. */
const SILENCE_MS = 40_000;
const PATH = "/v0/events/stream" satisfies keyof paths;

/**
 * The events of a project, from connection to connection. Nothing is sent before the first is asked for, and nothing is
 * read before the next is asked for. `return` ends the connection, also while an event is waited for.
 *
 * @throws {LeydenError} from `next`.
 */
export function streamEvents<Item>(
  source: StreamSource,
  options: StreamOptions<Item>,
): AsyncIterableIterator<Item, void, undefined> {
  const end = new AbortController();
  const items = itemsUntil(end, source, options);
  return {
    next: () => items.next(),
    return() {
      end.abort();
      return items.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* itemsUntil<Item>(
  end: AbortController,
  source: StreamSource,
  options: StreamOptions<Item>,
): AsyncGenerator<Item, void, undefined> {
  const { signal } = end;
  const { signal: callers, after = "", onOpen } = options;
  if (options.types?.length === 0) throw invalidInput("types", "must name a type; without it all are sent");
  const onAbort = () => end.abort(callers?.reason);
  if (callers?.aborted) onAbort();
  callers?.addEventListener("abort", onAbort, { once: true });
  try {
    let state = streamStart(after);
    for (let isFirst = options.keepsTrying !== true; ; isFirst = false) {
      const reader = await connect(source, options, { state, isFirst, signal });
      if (reader === undefined) break;
      onOpen?.();
      try {
        state = yield* itemsOf(reader, source, { ...options, state, signal });
      } finally {
        void reader.cancel().catch(() => undefined); // it may be broken already
      }
      const pauseMs = pauseBeforeReconnect({ failures: 0, askedMs: state.retryMs }, source.machine.random);
      await sleep(source.machine, pauseMs, signal);
    }
  } finally {
    callers?.removeEventListener("abort", onAbort);
  }
  if (callers?.aborted) throw errorOf(notSent("aborted", "the stream was aborted", callers.reason), 0);
}

type Connecting = { readonly state: StreamState; readonly isFirst: boolean; readonly signal: AbortSignal };

/**
 * Opens a connection, however often that takes. `undefined` when `signal` has ended it. @throws {LeydenError} when it
 * cannot get better.
 */
async function connect<Item>(
  source: StreamSource,
  { types, onFailure }: StreamOptions<Item>,
  { state, isFirst, signal }: Connecting,
): Promise<Reader | undefined> {
  const { machine, options } = source;
  const query = { types: types?.join(","), after: state.lastId === "" ? undefined : state.lastId };
  const url = urlOf(options.baseUrl, { path: PATH, query });
  for (let attempts = 1; !signal.aborted; attempts++) {
    const opened = await open(url, source, signal);
    if (opened.kind === "answer") return opened.answer;
    if (signal.aborted) return undefined;
    const { failure } = opened;
    const pauseMs = isFirst
      ? pauseBeforeRetry(
          failure,
          { attempts, retriesMax: options.retries, isRepeatable: true, hasKey: false },
          machine.random,
        )
      : pauseAfter(failure, { failures: attempts, askedMs: state.retryMs }, machine);
    const error = errorOf(failure, attempts);
    if (pauseMs === undefined) throw error;
    onFailure?.(error);
    await sleep(machine, pauseMs, signal);
  }
  return undefined;
}

/** `undefined` when another connection cannot help. */
function pauseAfter(failure: Failure, at: { failures: number; askedMs: number }, { random }: Machine) {
  const { retryAfterSeconds } = failure;
  return passes(failure) ? pauseBeforeReconnect({ ...at, retryAfterSeconds }, random) : undefined;
}

/** Asks once for the stream. */
async function open(url: string, { machine, options }: StreamSource, signal: AbortSignal): Promise<Outcome<Reader>> {
  const headers = { accept: "text/event-stream", ...options.credentials };
  const request = { method: "GET", url, headers, body: undefined, timeoutMs: options.timeoutMs, signal };
  return await attempt(readOpened, request, machine);
}

async function readOpened(response: Response, ended: AbortSignal): Promise<Outcome<Reader>> {
  if (response.status === 200 && isEventStream(response) && response.body !== null) {
    const reader = response.body.getReader() as Reader;
    if (ended.aborted) void reader.cancel().catch(() => undefined); // it came too late
    return { kind: "answer", answer: reader };
  }
  if (!response.ok) return { kind: "failure", failure: readFailure(response, await response.text()) };
  void response.body?.cancel().catch(() => undefined); // it may have no end
  return { kind: "failure", failure: readFailure(response, "") };
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\s*(?:;|$)/i.test(headers.get("content-type") ?? "");
}

type Reading<Item> = Pick<StreamOptions<Item>, "read"> & { readonly state: StreamState; readonly signal: AbortSignal };

/** The items of one connection; returns how far it came. */
async function* itemsOf<Item>(
  reader: Reader,
  { machine }: StreamSource,
  { read, signal, ...reading }: Reading<Item>,
): AsyncGenerator<Item, StreamState, undefined> {
  let state = streamStart(reading.state.lastId, reading.state.retryMs);
  for (;;) {
    const bytes = await nextBytes(reader, machine, signal);
    if (bytes === undefined) return state;
    const next = readOn(state, bytes);
    for (const { id, type, data } of next.events) {
      if (signal.aborted) return state;
      yield read({ id, type, text: data });
    }
    state = next.state;
  }
}

/** `undefined` when the connection has ended, broke, or was silent for too long, and when `signal` aborts. */
async function nextBytes(reader: Reader, machine: Machine, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (signal.aborted) return undefined;
  const ended = endOf(machine, SILENCE_MS, signal);
  try {
    return await Promise.race([reader.read().then(({ value }) => value), ended.failure.then(() => undefined)]);
  } catch {
    return undefined;
  } finally {
    ended.stopWaiting();
  }
}

function readOn(state: StreamState, bytes: Uint8Array): { state: StreamState; events: readonly ServerSentEvent[] } {
  try {
    return readStream(state, bytes);
  } catch (error) {
    throw error instanceof StreamTooLong ? damagedStream(error.message, error) : error;
  }
}

/** What came is not what the service sends, and would come again. */
export function damagedStream(message: string, cause?: unknown): LeydenError {
  return errorOf(notSent("unexpected_answer", message, cause), 1);
}

function errorOf(failure: Failure, attempts: number): LeydenError {
  const money = moneyOf(failure, { movesMoney: false, idempotencyKey: undefined, inDoubt: false });
  return new LeydenError({ ...failure, ...money, attempts });
}
