/** One thing that the API can do, as the console shows it. */
export type Operation = {
  /** As the OpenAPI document calls it. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for each part that is filled in. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  /** That a key needs. */
  readonly scope: string;
  /** It takes an `Idempotency-Key`. */
  readonly isOnce: boolean;
  readonly fields: readonly Field[];
  /** An example, where it takes one. */
  readonly body?: string;
};

export type Field = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly hint?: string;
  /** All that it may be. */
  readonly values?: readonly string[];
  readonly example?: string;
};

/** It changes nothing. Some reads are sent as POST, because what they ask about is long. */
export function isRead({ method, scope }: Pick<Operation, "method" | "scope">): boolean {
  return method === "GET" || scope === "read";
}

/** Whether the log of the project knows a call with this answer: what was refused, and what may have made something. */
export function isInLog(operation: Pick<Operation, "method" | "scope">, status: number): boolean {
  return status >= 400 ? operation.method !== "GET" : !isRead(operation);
}

/** Where the service says what a code of an error means: a page of its own, which its answer names. */
export function errorPageOf(
  text: string,
  origin: string,
): { readonly code: string; readonly path: string } | undefined {
  let error: { readonly code?: unknown; readonly doc_url?: unknown } | undefined;
  try {
    error = (JSON.parse(text) as { readonly error?: object } | null)?.error;
  } catch {
    return undefined;
  }
  if (typeof error?.code !== "string" || typeof error.doc_url !== "string") return undefined;
  const url = URL.parse(error.doc_url);
  return url?.origin === origin ? { code: error.code, path: url.pathname + url.hash } : undefined;
}

/** What was typed into the fields, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;

/** A call that can be sent. */
export type Call = {
  readonly method: Operation["method"];
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Draft = { readonly typed: Typed; readonly body: string; readonly key: string };

/** The names of the two fields that are no parameters. */
export const BODY = "body";
export const IDEMPOTENCY_KEY = "Idempotency-Key";

/** What is wrong with a field, by its name. */
export type Wrong = { readonly field: string; readonly issue: string };

/** The call of what was typed, or what is wrong with it. */
export function callOf(operation: Operation, draft: Draft): { readonly call: Call } | { readonly wrong: Wrong } {
  const { method, path, fields, isOnce } = operation;
  const typedIn = (name: string) => (draft.typed[name] ?? "").trim();
  const missing = fields.find(({ name, required }) => required && typedIn(name) === "");
  if (missing !== undefined) return { wrong: { field: missing.name, issue: `${missing.name} is missing.` } };
  const escaping = fields.find((field) => field.in === "path" && /^\.{1,2}$/.test(typedIn(field.name)));
  if (escaping !== undefined)
    return { wrong: { field: escaping.name, issue: `${escaping.name} must not be dots alone.` } };
  const set = (place: Field["in"]) =>
    fields
      .filter((field) => field.in === place && typedIn(field.name) !== "")
      .map(({ name }): [string, string] => [name, typedIn(name)]);
  const query = new URLSearchParams(set("query"));
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(set("header")),
    ...(isOnce && { [IDEMPOTENCY_KEY]: draft.key }),
  };
  const wrongHeader = Object.entries(headers).find(
    ([, value]) => !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value),
  );
  if (wrongHeader !== undefined) {
    const [field] = wrongHeader;
    return { wrong: { field, issue: `${field} must be visible ASCII characters.` } };
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typedIn(name)));
  const call = { method, path: query.size === 0 ? filled : `${filled}?${query}`, headers };
  if (operation.body === undefined) return { call };
  const wrong = wrongOfJson(draft.body);
  return wrong === undefined ? { call: { ...call, body: draft.body } } : { wrong: { field: BODY, issue: wrong } };
}

function wrongOfJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `The body is no JSON: ${error instanceof Error ? error.message : "it cannot be read"}`;
  }
}

/** The operations by their group, in their order. */
export function grouped(operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] {
  return [...Map.groupBy(operations, ({ group }) => group)];
}
