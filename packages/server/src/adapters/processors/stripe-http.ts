import type { Stripe } from "stripe";
import type { Outbound } from "#platform/outbound/outbound.ts";

/** Where Stripe is; another place in tests. */
export type StripeAddress = {
  readonly host: string;
  readonly port: number;
  readonly protocol: "https" | "http";
};

export const STRIPE_ADDRESS: StripeAddress = { host: "api.stripe.com", port: 443, protocol: "https" };

const DEADLINE_MS = 10_000;
/** A hundred events are about half of it. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;
/** They are written anew for the body as it is sent. */
const OWN_HEADERS: readonly string[] = ["content-length", "host", "accept-encoding", "connection"];

/**
 * Calls Stripe through the service's outbound client: one host, public addresses over https, a deadline and a longest
 * answer.
 */
export function httpClientOf(outbound: Pick<Outbound, "request">, address: StripeAddress): Stripe.HttpClient {
  return {
    getClientName: () => "leyden",
    async makeRequest(host, port, path, method, headers, requestData, protocol) {
      if (host !== address.host || Number(port) !== address.port || protocol !== address.protocol)
        throw new Error("the library calls another host than Stripe's");
      if (method !== "GET" && method !== "POST") throw new Error(`Stripe is not called with ${method}`);
      const {
        status,
        headers: answered,
        body,
      } = await outbound.request({
        url: new URL(`${protocol}://${host}:${port}${path}`),
        method,
        headers: headersOf(headers),
        ...(method === "POST" ? { body: requestData } : {}),
        maxBytes: ANSWER_BYTES_MAX,
        deadlineMs: DEADLINE_MS,
        redirects: "none",
      });
      return {
        getStatusCode: () => status,
        getHeaders: () => Object.fromEntries(answered),
        getRawResponse: () => ({}),
        toStream() {
          throw new Error("answers of Stripe are not streamed");
        },
        toJSON: async () => objectIn(body),
      };
    },
  };
}

function headersOf(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => !OWN_HEADERS.includes(name.toLowerCase()) && value !== undefined && value !== null)
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** @throws {SyntaxError} when it is no JSON object in UTF-8: the library reads fields of it unseen. */
function objectIn(body: Uint8Array): object {
  const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new SyntaxError("no JSON object");
  return value;
}
