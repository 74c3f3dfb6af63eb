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
type Outcome = { readonly kind: "answer"; readonly body: Readonly<Record<string, unknown>> } | Failed;

/** Sends `request` until there is an answer, or no reason to send it again. @throws {LeydenError} */
export async function send(
  request: Request,
  retriesMax: number,
  machine: Machine,
): Promise<Readonly<Record<string, unknown>>> {
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
    const outcome = await attempt(request, machine);
    if (outcome.kind === "answer") return outcome.body;

    const { failure } = outcome;
    const pauseMs = pauseBeforeRetry(failure, { attempts, retriesMax, isRepeatable, hasKey }, machine.random);
    if (pauseMs === undefined) throw errorOf(failure);
    inDoubt ||= failure.leavesDoubt;
    await sleep(machine, pauseMs, signal);
  }
}

/** Sends `request` once and reads the whole answer. */
async function attempt(request: Request, machine: Machine): Promise<Outcome> {
  const { method, url, headers, body, timeoutMs, signal } = request;
  const ended = endOf(machine, timeoutMs, signal);
  const exchange = async (): Promise<Outcome> => {
    const response = await machine.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "manual", // a redirect would carry the key to another host
      cache: "no-store", // some frameworks keep answers of GET
      signal: ended.signal,
    });
    const text = await response.text();
    const answer = objectOf(parseJson(text));
    if (response.ok && answer?.["success"] === true && "data" in answer) return { kind: "answer", body: answer };
    return { kind: "failure", failure: readFailure(response, text) };
  };
  try {
    return await Promise.race([exchange(), ended.failure]);
  } catch (cause) {
    return { kind: "failure", failure: noAnswer("connection_failed", "the connection failed or broke", cause) };
  } finally {
    ended.stopWaiting();
  }
}

/** What ends an attempt from outside: the caller's signal or the time. It does not rely on `fetch` to heed its signal. */
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
