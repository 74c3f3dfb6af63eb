import type { Log } from "#platform/log.ts";
import { type Outbound, OutboundFailed, OutboundRefused } from "#platform/outbound/outbound.ts";
import { centsOf, medianOf, type PriceSource, type UsdCents } from "#prices";

/** A server that answers JSON, and where in it the price is: names of fields and positions in lists. */
export type PriceAddress = { readonly url: string; readonly path: readonly string[] };

type Deps = { readonly outbound: Pick<Outbound, "request">; readonly log: Log };

const DEADLINE_MS = 5_000;
const ANSWER_BYTES_MAX = 65_536;

/** Asks all addresses; the median of their prices counts, when half of them or more have answered. */
export function readPricesOverHttp(deps: Deps, addresses: readonly PriceAddress[]): PriceSource {
  return {
    async read() {
      const read = await Promise.all(addresses.map((address) => readOne(deps, address)));
      const prices = read.filter((price) => price !== undefined);
      return prices.length * 2 >= addresses.length ? medianOf(prices) : undefined;
    },
  };
}

async function readOne({ outbound, log }: Deps, { url: text, path }: PriceAddress): Promise<UsdCents | undefined> {
  const url = new URL(text);
  try {
    const { status, body } = await outbound.request({
      url,
      method: "GET",
      headers: { accept: "application/json" },
      maxBytes: ANSWER_BYTES_MAX,
      deadlineMs: DEADLINE_MS,
      redirects: "none",
    });
    const price = status === 200 ? priceIn(body, path) : undefined;
    if (price === undefined) log.warn({ host: url.host, status }, "price_source.refused");
    return price;
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error;
    log.warn({ host: url.host, reason: error.reason }, "price_source.failed");
    return undefined;
  }
}

/** The number, or text of one, at the end of `path`. */
function priceIn(body: Uint8Array, path: readonly string[]): UsdCents | undefined {
  let found = parsed(body);
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return typeof found === "string" || typeof found === "number" ? centsOf(String(found)) : undefined;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
