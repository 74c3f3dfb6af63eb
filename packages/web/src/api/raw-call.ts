import { CallFailed, failureOf } from "./failure.ts";

/** A call as somebody typed it. `path` is below the service, with its query. */
export type RawCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** An answer as it came. */
export type RawAnswer = {
  readonly status: number;
  /** In the order in which the browser has them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly tookMs: number;
  /** Where to log in first, when the answer asks for it. */
  readonly loginPath: string | undefined;
};

/** A call may wait for the outcome of a payment. */
const PATIENCE_MS = 90_000;

/**
 * Sends a call of any kind as the member who is logged in, below `base`, and answers whatever comes.
 * @throws {CallFailed} `no_answer`: nobody knows what became of it.
 */
export async function sendRaw(
  base: string,
  { method, path, headers, body }: RawCall,
  here: string,
): Promise<RawAnswer> {
  const begin = performance.now();
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        accept: "application/json",
        "x-leyden-page": "1",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: [...response.headers],
      text,
      tookMs: Math.round(performance.now() - begin),
      loginPath: response.ok ? undefined : failureOf(response, contentOf(text), here).loginPath,
    };
  } catch {
    throw new CallFailed({ code: "no_answer", message: "There was no answer." });
  }
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
