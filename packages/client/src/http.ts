import { invalidInput } from "./errors.ts";
import type { Machine } from "./machine.ts";
import type { paths } from "./openapi.ts";
import { type Request, send, sendForLines } from "./send.ts";

type WriteMethod = "post" | "put" | "patch" | "delete";
type PathOf<Method extends "get" | WriteMethod> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Method, object>> ? Path : never;
}[keyof paths];
type GetPath = PathOf<"get">;

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

/** The body of a request as the OpenAPI document has it, of a POST without `Method`. */
export type BodyOf<Path extends PathOf<Method>, Method extends WriteMethod = "post"> = paths[Path][Method] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** What chooses the items of a list, beside its pages. */
export type FiltersOf<Path extends GetPath> = Omit<QueryOf<paths[Path]["get"]>, keyof PageOptions | "format">;

/** What every call takes. */
export type CallOptions = {
  /** Aborts the call. What it did before that is not undone: see `money` of the error. */
  readonly signal?: AbortSignal | undefined;
};

/** What every call takes that makes, sends or removes something. */
export type WriteOptions = CallOptions & {
  /**
   * Your own name for what you do, such as an order's number: 1 to 255 visible ASCII characters. With it the call acts
   * once, however often it is made, also after your program was restarted. Without one the call makes a random key for
   * its own retries.
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

type WriteRequest = WriteOptions & {
  readonly params?: Readonly<Record<string, string>>;
  /** Its form is the business of the method that calls; `wireBody` makes amounts text. */
  readonly body?: object;
  readonly movesMoney: boolean;
  /** Seconds that the service may wait for an outcome (`Prefer: wait=N`). */
  readonly wait?: number | undefined;
  /** A payment hash (`Leyden-Pay-Anyway`). */
  readonly payAnyway?: string | undefined;
};

/** Calls of the service by path, typed by its OpenAPI document. They resolve with `data` of the answer. */
export type Http = {
  readonly machine: Machine;
  readonly options: HttpOptions;
  get<Path extends GetPath>(path: Path, options: GetOptions<Path>): Promise<DataOf<paths[Path]["get"]>>;
  page<Path extends GetPath>(path: Path, options: GetOptions<Path>): Promise<Page<ItemOf<paths[Path]["get"]>>>;
  /** The lines of an answer of any length, read when they are needed. */
  lines<Path extends GetPath>(path: Path, options: GetOptions<Path>): AsyncGenerator<string, void, undefined>;
  /** Anything but a GET. It always has an idempotency key. */
  write<Method extends WriteMethod, Path extends PathOf<Method>>(
    method: Method,
    path: Path,
    request: WriteRequest,
  ): Promise<DataOf<paths[Path][Method]>>;
};

export type HttpOptions = {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Headers that authenticate the request. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retries: number;
};

const WAIT_SECONDS_MAX = 60;
/** What the service waits for an outcome when it is not told (docs/contract.md, "Payments"). */
const WAIT_SECONDS_DEFAULT = 25;

export function createHttp(options: HttpOptions, machine: Machine): Http {
  const { credentials, timeoutMs } = options;
  const read = ({ path, params, query, signal }: Target): Request => ({
    method: "GET",
    url: urlOf(options.baseUrl, { path, params, query }),
    headers: { accept: "application/json", ...credentials },
    body: undefined,
    idempotencyKey: undefined,
    movesMoney: false,
    timeoutMs,
    signal,
  });

  const call = async (request: Request) => await send(request, options.retries, machine);

  return {
    machine,
    options,
    async get(path, rest) {
      const { data } = await call(read({ path, ...rest }));
      return data as never;
    },
    async page(path, rest) {
      const { data, next_cursor } = await call(read({ path, ...rest }));
      return { items: data as never, nextCursor: (next_cursor as string | null) ?? undefined };
    },
    lines: (path, rest) => sendForLines(read({ path, ...rest }), options.retries, machine),
    async write(method, path, { idempotencyKey = machine.uuid(), ...request }) {
      const { params, body, movesMoney, wait, payAnyway, signal } = request;
      if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
        throw invalidInput("idempotencyKey", "must be 1 to 255 visible ASCII characters");
      const { data } = await call({
        ...read({ path, params, signal }),
        method: method.toUpperCase(),
        headers: {
          accept: "application/json",
          ...credentials,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          "idempotency-key": idempotencyKey,
          ...(payAnyway === undefined ? {} : { "leyden-pay-anyway": payAnyway }),
          ...(wait === undefined ? {} : { prefer: `wait=${waitSeconds(wait)}` }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
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

export function urlOf(baseUrl: string, { path, params = {}, query = {} }: Target): string {
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
