import { LeydenError } from "./errors.ts";
import { type Failure, noAnswer, notSent, objectOf, parseJson, readFailure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { moneyOf } from "./money.ts";
import { pauseBeforeRetry } from "./retry.ts";

/** One call, ready to be sent as often as needed: every sending is the same. */
export type Request = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly movesMoney: boolean;
  /** How long one sending may take until its answer is read. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

type Failed = { readonly kind: "failure"; readonly failure: Failure };
export type Outcome<Answer> = { readonly kind: "answer"; readonly answer: Answer } | Failed;

/** Makes an answer of a response, or says why it is none. Once `ended` aborts, what it returns is dropped. */
export type Read<Answer> = (response: Response, ended: AbortSignal) => Promise<Outcome<Answer>>;

type Body = Readonly<Record<string, unknown>>;

/** Sends `request` until there is an answer, or no reason to send it again. @throws {LeydenError} */
export async function send(request: Request, retriesMax: number, machine: Machine): Promise<Body> {
  return await sendFor(readWhole, request, retriesMax, machine);
}

/**
 * As `send`, for an answer that is too long for the memory: its lines, one by one.
 *
 * @throws {LeydenError} also on the way.
 */
export async function* sendForLines(
  request: Request,
  retriesMax: number,
  machine: Machine,
): AsyncGenerator<string, void, undefined> {
  const response = await sendFor(readOpen, request, retriesMax, machine);
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await readPart(reader, request, machine);
      const lines = `${rest}${done ? decoder.decode() : decoder.decode(value, { stream: true })}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The time of the request is for each part anew: a caller may take as long as it likes between two of them. */
async function readPart(reader: Reader, { timeoutMs, signal }: Request, machine: Machine) {
  if (signal?.aborted) throw brokenOff(noAnswer("aborted", "the call was aborted", signal.reason));
  const ended = endOf(machine, timeoutMs, signal);
  try {
    const part = await Promise.race([reader.read(), ended.failure]);
    if ("done" in part) return part;
    throw brokenOff(part.failure);
  } catch (cause) {
    if (cause instanceof LeydenError) throw cause;
    throw brokenOff(noAnswer("connection_failed", "the answer broke off", cause));
  } finally {
    ended.stopWaiting();
  }
}

function brokenOff(failure: Failure): LeydenError {
  return new LeydenError({
    ...failure,
    ...moneyOf(failure, { movesMoney: false, idempotencyKey: undefined, inDoubt: false }),
  });
}

/** As `send`, with an answer of another form. @throws {LeydenError} */
export async function sendFor<Answer>(
  read: Read<Answer>,
  request: Request,
  retriesMax: number,
  machine: Machine,
): Promise<Answer> {
  const { signal, idempotencyKey, movesMoney } = request;
  const hasKey = idempotencyKey !== undefined;
  const isRepeatable = request.method === "GET" || hasKey;
  let inDoubt = false;
  let attempts = 0;
  const errorOf = (failure: Failure) =>
    new LeydenError({
      ...failure,
      ...moneyOf(failure, { movesMoney, idempotencyKey, inDoubt }),
      idempotencyKey,
      attempts,
    });

  for (;;) {
    if (signal?.aborted) throw errorOf(notSent("aborted", "the call was aborted", signal.reason));
    attempts++;
    const outcome = await attempt(read, request, machine);
    if (outcome.kind === "answer") return outcome.answer;

    const { failure } = outcome;
    const pauseMs = pauseBeforeRetry(failure, { attempts, retriesMax, isRepeatable, hasKey }, machine.random);
    if (pauseMs === undefined) throw errorOf(failure);
    inDoubt ||= failure.leavesDoubt;
    await sleep(machine, pauseMs, signal);
  }
}

const readWhole: Read<Body> = async (response) => {
  const text = await response.text();
  const answer = objectOf(parseJson(text));
  if (response.ok && answer?.["success"] === true && "data" in answer) return { kind: "answer", answer };
  return { kind: "failure", failure: readFailure(response, text) };
};

const readOpen: Read<Response> = async (response) => {
  if (response.ok) return { kind: "answer", answer: response };
  return { kind: "failure", failure: readFailure(response, await response.text()) };
};

type Once = Pick<Request, "method" | "url" | "headers" | "body" | "timeoutMs" | "signal">;

/** Sends `request` once and reads the answer. */
export async function attempt<Answer>(read: Read<Answer>, request: Once, machine: Machine): Promise<Outcome<Answer>> {
  const { method, url, headers, body, timeoutMs, signal } = request;
  const ended = endOf(machine, timeoutMs, signal);
  const exchange = async (): Promise<Outcome<Answer>> => {
    const response = await machine.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "manual", // a redirect would carry the key to another host
      cache: "no-store", // some frameworks keep answers of GET
      signal: ended.signal,
    });
    return await read(response, ended.signal);
  };
  try {
    return await Promise.race([exchange(), ended.failure]);
  } catch (cause) {
    return { kind: "failure", failure: noAnswer("connection_failed", "the connection failed or broke", cause) };
  } finally {
    ended.stopWaiting();
  }
}

/**
 * What ends an attempt from outside: the caller's signal or the time. It does not rely on `fetch` to heed its signal.
 */
export function endOf(machine: Machine, timeoutMs: number, callers: AbortSignal | undefined) {
  const own = new AbortController();
  let stopWaiting = (): void => undefined;
  const failure = new Promise<Failed>((resolve) => {
    const end = (failure: Failure) => {
      resolve({ kind: "failure", failure });
      own.abort(failure.cause);
    };
    const onAbort = () => end(noAnswer("aborted", "the call was aborted", callers?.reason));
    const onTime = () => end(noAnswer("timeout", `there was no answer within ${timeoutMs} ms`));
    const cancelTimer = machine.timer(timeoutMs, onTime);
    callers?.addEventListener("abort", onAbort, { once: true });
    stopWaiting = () => {
      cancelTimer();
      callers?.removeEventListener("abort", onAbort);
    };
  });
  return { signal: own.signal, failure, stopWaiting: () => stopWaiting() };
}

/** Ends early when `signal` aborts. */
export function sleep(machine: Machine, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(); // it does not tell again
    const wake = () => {
      cancel();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = machine.timer(ms, wake);
    signal?.addEventListener("abort", wake, { once: true });
  });
}
