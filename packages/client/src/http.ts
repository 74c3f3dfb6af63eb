import { invalidInput, LeydenError } from "./errors.ts";
import { type Failure, noAnswer, notSent, objectOf, parseJson, readFailure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { moneyOf } from "./money.ts";
import type { paths } from "./openapi.ts";
import { pauseBeforeRetry } from "./retry.ts";

type PathOf<Method extends "get" | "post"> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Method, object>> ? Path : never;
}[keyof paths];
type GetPath = PathOf<"get">;
type PostPath = PathOf<"post">;

type AnswerOf<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Answer } } };
}
  ? Answer
  : never;
type DataOf<Operation> = AnswerOf<Operation> extends { data: infer Data } ? Data : never;
type ItemOf<Operation> = DataOf<Operation> extends readonly (infer Item)[] ? Item : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { readonly [Name in keyof Query]?: Query[Name] | undefined }
  : never;

/** The body of a POST as the OpenAPI document has it. */
export type BodyOf<Path extends PostPath> = paths[Path] extends {
  post: { requestBody: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** What every call takes. */
export type CallOptions = {
  /** Aborts the call. What it did before that is not undone: see `money` of the error. */
  readonly signal?: AbortSignal | undefined;
};

/** What every call that writes takes. */
export type WriteOptions = CallOptions & {
  /**
   * Your own name for what you do, such as an order's number: 1 to 255 visible ASCII characters. With it the call acts once, however
   * often it is made, also after your program was restarted. Without one the call makes a random key for its own retries.
   */
  readonly idempotencyKey?: string | undefined;
};

export type PageOptions = CallOptions & {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  /** 1 to 100; 20 without it. */
  readonly limit?: number | undefined;
};

/** One page of a list, newest first. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** For the next page; absent on the last one. */
  readonly nextCursor: string | undefined;
};

type GetOptions<Path extends GetPath> = CallOptions & {
  /** What stands for `{name}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<paths[Path]["get"]>;
};

type PostOptions = WriteOptions & {
  readonly params?: Readonly<Record<string, string>>;
  readonly movesMoney: boolean;
  /** Seconds that the service may wait for an outcome (`Prefer: wait=N`). */
  readonly wait?: number | undefined;
};

/** Calls of the service by path, typed by its OpenAPI document. They resolve with `data` of the answer. */
export type Http = {
  readonly machine: Machine;
  get<Path extends GetPath>(path: Path, options: GetOptions<Path>): Promise<DataOf<paths[Path]["get"]>>;
  page<Path extends GetPath>(path: Path, options: GetOptions<Path>): Promise<Page<ItemOf<paths[Path]["get"]>>>;
  post<Path extends PostPath>(path: Path, body: object, options: PostOptions): Promise<DataOf<paths[Path]["post"]>>;
};

export type HttpOptions = {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly retries: number;
};

/** One call, ready to be sent as often as needed: every sending is the same. */
type Request = {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly movesMoney: boolean;
  /** How long one sending may take until its answer is read. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

type Outcome =
  | { readonly kind: "answer"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "failure"; readonly failure: Failure };

const WAIT_SECONDS_MAX = 60;
/** What the service waits for an outcome when it is not told (docs/contract.md, "Payments"). */
const WAIT_SECONDS_DEFAULT = 25;

export function createHttp(options: HttpOptions, machine: Machine): Http {
  const { apiKey, timeoutMs } = options;
  const read = ({ path, params, query, signal }: Target): Request => ({
    method: "GET",
    url: urlOf(options.baseUrl, { path, params, query }),
    headers: { accept: "application/json", apikey: apiKey },
    body: undefined,
    idempotencyKey: undefined,
    movesMoney: false,
    timeoutMs,
    signal,
  });

  const call = async (request: Request) => await send(request, options.retries, machine);

  return {
    machine,
    async get(path, rest) {
      const { data } = await call(read({ path, ...rest }));
      return data as never;
    },
    async page(path, rest) {
      const { data, next_cursor } = await call(read({ path, ...rest }));
      return { items: data as never, nextCursor: (next_cursor as string | null) ?? undefined };
    },
    async post(path, body, { params, movesMoney, wait, signal, idempotencyKey = machine.uuid() }) {
      if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
        throw invalidInput("idempotencyKey", "must be 1 to 255 visible ASCII characters");
      const { data } = await call({
        ...read({ path, params, signal }),
        method: "POST",
        headers: {
          accept: "application/json",
          apikey: apiKey,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
          ...(wait === undefined ? {} : { prefer: `wait=${waitSeconds(wait)}` }),
        },
        body: JSON.stringify(body),
        idempotencyKey,
        movesMoney,
        timeoutMs: timeoutMs + (movesMoney ? (wait ?? WAIT_SECONDS_DEFAULT) * 1_000 : 0),
      });
      return data as never;
    },
  };
}

function waitSeconds(wait: number): number {
  if (!Number.isInteger(wait) || wait < 0 || wait > WAIT_SECONDS_MAX)
    throw invalidInput("wait", `must be whole seconds from 0 to ${WAIT_SECONDS_MAX}`);
  return wait;
}

type Target = {
  readonly path: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly signal?: AbortSignal | undefined;
};

function urlOf(baseUrl: string, { path, params = {}, query = {} }: Target): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    // URL parsers take these as steps through the path.
    if (value === "" || value === "." || value === "..") throw invalidInput(name, `must not be "${value}"`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? `${baseUrl}${filled}` : `${baseUrl}${filled}?${search}`;
}

/** Sends `request` until there is an answer, or no reason to send it again. @throws {LeydenError} */
async function send(
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
function endOf(machine: Machine, timeoutMs: number, callers: AbortSignal | undefined) {
  const own = new AbortController();
  let stopWaiting = (): void => undefined;
  const failure = new Promise<Outcome>((resolve) => {
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
