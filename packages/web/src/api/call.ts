/** Calls of the page's own service, typed by its OpenAPI documents. */
import type { paths } from "../../../client/src/openapi.ts";
import { CallFailed, failureOf } from "./failure.ts";
import type { paths as PagePaths } from "./openapi-pages.ts";
import type { OwnPaths } from "./own-paths.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
type PathOf<P, M extends Method> = { [K in keyof P]: P[K] extends { readonly [N in M]: object } ? K : never }[keyof P];
type OperationOf<P, K extends keyof P, M extends Method> = P[K] extends { readonly [N in M]: infer Found }
  ? Found
  : never;
type AnswerOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Answer } } } }
  ? Answer
  : never;
type DataOf<Operation> = AnswerOf<Operation> extends { data: infer Data } ? Data : never;
type ItemOf<Operation> = DataOf<Operation> extends readonly (infer Item)[] ? Item : never;
type BodyOf<Operation> = Operation extends { requestBody?: infer Form }
  ? [NonNullable<Form>] extends [{ content: { "application/json": infer Body } }]
    ? Body
    : never
  : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { readonly [Name in keyof Query]?: Query[Name] | undefined }
  : never;

type Asked = {
  /** What stands for `{name}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};
type Read<Operation> = Asked & { readonly query?: QueryOf<Operation> };
type Write<Operation> = Asked & {
  readonly body?: BodyOf<Operation>;
  /** Sent again with the same key it does nothing twice. Made when the form is shown, not when it is sent. */
  readonly idempotencyKey?: string;
  /** Hash of a payment from before a restore: a person has said that this one is another one. */
  readonly payAnyway?: string | undefined;
};

/** One page of a list, newest first. `nextCursor`: of the page after it; undefined on the last one. */
export type ListPage<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | undefined };

/** The calls below one address. Each throws {@link CallFailed}. */
export type Api<P> = {
  get<K extends PathOf<P, "get">>(
    path: K,
    asked?: Read<OperationOf<P, K, "get">>,
  ): Promise<DataOf<OperationOf<P, K, "get">>>;
  list<K extends PathOf<P, "get">>(
    path: K,
    asked?: Read<OperationOf<P, K, "get">>,
  ): Promise<ListPage<ItemOf<OperationOf<P, K, "get">>>>;
  write<M extends Exclude<Method, "get">, K extends PathOf<P, M>>(
    method: M,
    path: K,
    asked?: Write<OperationOf<P, K, M>>,
  ): Promise<DataOf<OperationOf<P, K, M>>>;
};

/** The routes for pages alone. */
type Own = PagePaths & Omit<OwnPaths, keyof PagePaths>;
type Below<P, Prefix extends string> = { [K in keyof P as K extends `${Prefix}${infer Rest}` ? Rest : never]: P[K] };

/** Below `/dashboard/api`. */
export type DashboardApi = Api<Below<Own, "/dashboard/api">>;
/** Below `/dashboard/api/projects/{project}`: the routes of `/v0` as the project, and those for pages alone. */
export type ProjectApi = Api<paths & Below<Own, "/dashboard/api/projects/{project}">>;
/** Below `/wallet/api`: the routes of `/v0` that make sense for a person, and those for pages alone. */
export type WalletApi = Api<paths & Below<Own, "/wallet/api">>;

/** What is outside of the page. */
export type Outside = {
  readonly fetch: typeof fetch;
  /** Leaves the page for the login, which leads back. */
  readonly leave: (path: string) => void;
  /** Path and query of the page that is shown. */
  readonly here: () => string;
  /** Of its texts. */
  readonly language: string;
};

/** A call that changes something may wait for the outcome of a payment. */
const PATIENCE_MS = { get: 20_000, write: 60_000 } as const;

export function createApi<P>(base: string, { fetch, leave, here, language }: Outside): Api<P> {
  type Sent = Asked & { query?: object; body?: unknown; key?: string; payAnyway?: string | undefined };
  async function call(method: Method, path: string, asked: Sent) {
    const headers: Record<string, string> = {
      accept: "application/json",
      "accept-language": language,
      // No other origin can send it without our saying so.
      "x-leyden-page": "1",
    };
    if (asked.body !== undefined) headers["content-type"] = "application/json";
    if (asked.key !== undefined) headers["idempotency-key"] = asked.key;
    if (asked.payAnyway !== undefined) headers["leyden-pay-anyway"] = asked.payAnyway;
    const patience = AbortSignal.timeout(method === "get" ? PATIENCE_MS.get : PATIENCE_MS.write);
    const response = await fetch(addressOf(base + path, asked), {
      method: method.toUpperCase(),
      headers,
      credentials: "same-origin",
      signal: asked.signal === undefined ? patience : AbortSignal.any([patience, asked.signal]),
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    }).catch((cause: unknown) => {
      if (asked.signal?.aborted) throw cause; // nobody waits for it
      throw new CallFailed({ code: "no_answer", message: "There was no answer." });
    });
    const content = await response.json().catch(() => undefined);
    if (response.ok && content?.success === true) return content;
    const failure = failureOf(response, content, here());
    if (failure.loginPath !== undefined) leave(failure.loginPath);
    throw failure;
  }
  return {
    get: async (path, asked = {}) => (await call("get", String(path), asked)).data,
    list: async (path, asked = {}) => {
      const { data, next_cursor } = await call("get", String(path), asked);
      return { items: data, nextCursor: next_cursor ?? undefined };
    },
    write: async (method, path, { idempotencyKey = newKey(), ...asked } = {}) =>
      (await call(method, String(path), { ...asked, key: idempotencyKey })).data,
  };
}

/** @throws {Error} when a part of the path has no value, or one that would lead elsewhere: a mistake of the page. */
function addressOf(path: string, { params = {}, query = {} }: Asked & { readonly query?: object }): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    if (value === "" || value === "." || value === "..") throw new Error(`the path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

const KEY_BYTES = 16;

/** A name that nobody else gives. Also where the page has no TLS, and so no `crypto.randomUUID`. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
