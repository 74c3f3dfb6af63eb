import type { NamesOf } from "./checked-options.ts";
import type { Fetch } from "./machine.ts";

/** How a service is reached. */
export type ConnectionOptions = {
  /** Where the service is, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** Used instead of the global `fetch`, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /**
   * How long one sending may take, in milliseconds; 20,000 without it. What a payment waits for its outcome comes on
   * top.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a call may be sent again, 0 to 10; 2 without it. A payment is sent again with its key, so it is paid
   * once.
   */
  readonly retries?: number | undefined;
};

export const CONNECTION_OPTIONS: NamesOf<ConnectionOptions> = {
  baseUrl: true,
  fetch: true,
  timeoutMs: true,
  retries: true,
};

const TIMEOUT_MS = 20_000;
/** With the longest wait added it still fits the 32 bits of a timer. */
const TIMEOUT_MS_MAX = 86_400_000;
const RETRIES = 2;
const RETRIES_MAX = 10;

export function checkedNumbers({ timeoutMs = TIMEOUT_MS, retries = RETRIES }: ConnectionOptions) {
  checkNumber("timeoutMs", timeoutMs, { min: 1, max: TIMEOUT_MS_MAX });
  checkNumber("retries", retries, { min: 0, max: RETRIES_MAX });
  return { timeoutMs, retries };
}

function checkNumber(name: string, value: number, { min, max }: { readonly min: number; readonly max: number }): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new TypeError(`${name} must be a whole number from ${min} to ${max}`);
}

/** The service may be below a path of its host. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}${url.search}${url.hash}`)
    throw new TypeError("baseUrl must be an http or https address without user, query and fragment");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** A key with a line break from a file would else appear in the message of `fetch`. */
export function checkedKey(name: string, key: string): string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError(`${name} must be visible ASCII characters, without spaces or line breaks`);
  return key;
}
