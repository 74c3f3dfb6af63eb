import type { Clock } from "#kernel/clock.ts";
import type { Currency } from "#kernel/fiat.ts";
import type { Log } from "#platform/log.ts";
import { type Outbound, OutboundFailed, OutboundRefused } from "#platform/outbound/outbound.ts";
import { centsOf, isYoung, medianOf, minorPerBtcOf, type PriceSource, type Tickers, timeOf } from "#prices";

/**
 * A server that answers JSON, and where in it the price is: names of fields and positions in lists. In the URL and in
 * the names `{currency}` stands for "USD", and `{currency_lower}` for "usd".
 */
export type PriceAddress = {
  readonly url: string;
  readonly path: readonly string[];
  /** Where the answer says since when it is true. Without it the time of reading counts. */
  readonly timePath: readonly string[] | undefined;
  /** It is asked for no others. */
  readonly currencies: readonly Currency[];
};

export type Deps = { readonly clock: Clock; readonly outbound: Pick<Outbound, "request">; readonly log: Log };

const DEADLINE_MS = 5_000;
const ANSWER_BYTES_MAX = 65_536;

/** Asks all addresses for dollars; the median of their prices counts, when half of them or more have answered. */
export function readPricesOverHttp(deps: Deps, addresses: readonly PriceAddress[]): PriceSource {
  const asked = placesOf(addresses, "USD");
  return {
    async read() {
      const answers = await readAll(deps, asked);
      const prices = answers.map(({ price }) => centsOf(price)).filter((cents) => cents !== undefined);
      return prices.length * 2 >= asked.length ? medianOf(prices) : undefined;
    },
  };
}

/** Asks for a currency all hosts that have it. Several addresses of one host are one ticker: the first is asked. */
export function readTickersOverHttp(deps: Deps, addresses: readonly PriceAddress[]): Tickers {
  return {
    async read(currency) {
      const answers = await readAll(deps, oneOfEachHost(placesOf(addresses, currency)));
      return answers.flatMap(({ price, at }) => {
        const minorPerBtc = minorPerBtcOf(price);
        return minorPerBtc === undefined ? [] : [{ minorPerBtc, at }];
      });
    },
  };
}

/** An address for one currency. */
type Place = { readonly url: URL } & Pick<PriceAddress, "path" | "timePath">;

function placesOf(addresses: readonly PriceAddress[], currency: Currency): readonly Place[] {
  const filled = (text: string) =>
    text.replaceAll("{currency}", currency).replaceAll("{currency_lower}", currency.toLowerCase());
  return addresses
    .filter(({ currencies }) => currencies.includes(currency))
    .map(({ url, path, timePath }) => ({
      url: new URL(filled(url)),
      path: path.map(filled),
      timePath: timePath?.map(filled),
    }));
}

function oneOfEachHost(places: readonly Place[]): readonly Place[] {
  return places.filter(({ url }, index) => places.findIndex((place) => place.url.host === url.host) === index);
}

/** The text of a price that can be read, and since when it is true. */
type Answer = { readonly price: string; readonly at: Date };

async function readAll(deps: Deps, places: readonly Place[]): Promise<readonly Answer[]> {
  const answers = await Promise.all(places.map((place) => readOne(deps, place)));
  return answers.filter((answer) => answer !== undefined);
}

async function readOne({ clock, outbound, log }: Deps, place: Place): Promise<Answer | undefined> {
  const { url } = place;
  try {
    const { status, body } = await outbound.request({
      url,
      method: "GET",
      headers: { accept: "application/json" },
      maxBytes: ANSWER_BYTES_MAX,
      deadlineMs: DEADLINE_MS,
      redirects: "none",
    });
    const answer = status === 200 ? answerIn(body, place, clock.now()) : undefined;
    if (answer === undefined) log.warn({ host: url.host, status }, "price_source.refused");
    return answer;
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error;
    log.warn({ host: url.host, reason: error.reason }, "price_source.failed");
    return undefined;
  }
}

/** Undefined also when the answer is too old, or does not say its time although it should. */
function answerIn(body: Uint8Array, { path, timePath }: Place, now: Date): Answer | undefined {
  const json = parsed(body);
  const price = textAt(json, path);
  const at = timePath === undefined ? now : timeOf(textAt(json, timePath) ?? "");
  if (price === undefined || centsOf(price) === undefined) return undefined;
  return at !== undefined && isYoung(at, now) ? { price, at } : undefined;
}

/** The text, or the number as one, at the end of `path`. */
function textAt(json: unknown, path: readonly string[]): string | undefined {
  let found = json;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
