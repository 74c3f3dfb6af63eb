import { z } from "zod";
import { envelope, type RoutesPlugin, success } from "#platform/http/index.ts";
import { dollarsText } from "./model/price.ts";
import type { PriceFeed } from "./price-feed.ts";

const btcUsdSchema = z
  .object({
    btcUsdPrice: z.string().meta({ description: "Dollars that one bitcoin costs, with two decimals." }),
    btcUsdTimestamp: z.string().meta({ description: "When that was read, in seconds since 1970." }),
    source: z
      .enum(["market", "fixed"])
      .meta({ description: "`fixed`: made up, for development on regtest; no source is configured." }),
  })
  .meta({
    id: "BtcUsd",
    examples: [{ btcUsdPrice: "97123.45", btcUsdTimestamp: "1795190400", source: "market" }],
  });

const READ = "BTC/USD price found.";
const FIXED = "Fixed BTC/USD price for development; no source is configured.";

const readRoute = {
  operationId: "getBtcUsd",
  summary: "Read the price of a bitcoin",
  description:
    "In US dollars, as the operator's sources say: the median of them, never older than ten minutes. For showing amounts; nothing in the service is converted by it.",
  tags: ["Service"],
  response: { 200: envelope(btcUsdSchema, READ) },
  errors: ["price_unavailable"],
} as const;

/** `GET /v0/btcusd` (docs/contract.md, "Service"). */
export function priceRoutes({ prices }: { readonly prices: PriceFeed }): RoutesPlugin {
  return (api) => {
    api.get("/v0/btcusd", { schema: readRoute }, async () => {
      const { cents, at, source } = await prices.read();
      const btcUsdTimestamp = String(Math.floor(at.getTime() / 1000));
      return success({ btcUsdPrice: dollarsText(cents), btcUsdTimestamp, source }, source === "fixed" ? FIXED : READ);
    });
  };
}
