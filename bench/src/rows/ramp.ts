import type { Row } from "../contender.ts";
import { rowPosts } from "../contenders/row-posts.ts";
import type { Environment } from "../environment.ts";

/**
 * What it costs to create a session of the on-ramp, beside the cheapest POST that writes one row: that of a static
 * charge.
 */
export function rampRows(environment: Environment): Row[] {
  const post = rowPosts(environment);
  const session = {
    email: "player@example.com",
    webhook_url: "https://shop.example/hooks/ramp",
    quote_currency: "EUR",
    destination: "player@wallet.example",
    reference_id: "order-7",
    metadata: { level: 7 },
  };
  const charge = { minAmount: "1000", maxAmount: "100000", description: "Tips for the band" };
  return [
    {
      title: "POST /api/v1/ramp-widget / POST /v0/static-charges",
      of: post("/api/v1/ramp-widget", session),
      to: post("/v0/static-charges", charge),
      wanted: { goal: 0.7 },
    },
  ];
}
