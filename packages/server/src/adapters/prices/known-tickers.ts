import { CURRENCIES } from "#kernel/fiat.ts";
import type { PriceAddress } from "./http-prices.ts";

/** Names that stand for public tickers; they need no key. */
export type TickerName = "coinbase" | "kraken" | "bitstamp" | "binance";

/** Where each has its prices. Of one ticker each currency is at one address. */
export const KNOWN_TICKERS: Readonly<Record<TickerName, readonly PriceAddress[]>> = {
  /** docs.cdp.coinbase.com/coinbase-app/track-apis/prices: the spot price. It says no time. */
  coinbase: [
    {
      url: "https://api.coinbase.com/v2/prices/BTC-{currency}/spot",
      path: ["data", "amount"],
      timePath: undefined,
      currencies: CURRENCIES,
    },
  ],
  /**
   * docs.kraken.com/api-reference/market-data/get-ticker-information: the last trade. It says no time; older pairs have
   * longer names.
   */
  kraken: [
    {
      url: "https://api.kraken.com/0/public/Ticker?pair=XXBTZ{currency}",
      path: ["result", "XXBTZ{currency}", "c", "0"],
      timePath: undefined,
      currencies: ["USD", "EUR", "GBP", "CAD"],
    },
    {
      url: "https://api.kraken.com/0/public/Ticker?pair=XBT{currency}",
      path: ["result", "XBT{currency}", "c", "0"],
      timePath: undefined,
      currencies: ["CHF", "AUD"],
    },
  ],
  /** www.bitstamp.net/api: the last trade, and the time of the answer in seconds. */
  bitstamp: [
    {
      url: "https://www.bitstamp.net/api/v2/ticker/btc{currency_lower}/",
      path: ["last"],
      timePath: ["timestamp"],
      currencies: ["USD", "EUR", "GBP"],
    },
  ],
  /**
   * developers.binance.com, "Symbol price ticker": for reais, which kraken and bitstamp do not have. It says no time.
   */
  binance: [
    {
      url: "https://api.binance.com/api/v3/ticker/price?symbol=BTC{currency}",
      path: ["price"],
      timePath: undefined,
      currencies: ["BRL"],
    },
  ],
};
