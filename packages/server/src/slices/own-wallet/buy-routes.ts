import { z } from "zod";
import { type Idempotency, idempotencyOf } from "#idempotency";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { CURRENCIES, type Currency } from "#kernel/fiat.ts";
import type { UserId } from "#kernel/ids.ts";
import {
  envelope,
  isoTime,
  optionalField,
  type RoutesPlugin,
  rateLimiter,
  success,
  takeShare,
  writeHeaders,
} from "#platform/http/index.ts";

export type BuyRoutesDeps = {
  readonly clock: Clock;
  /** Opens a page on which the user buys bitcoin for the own wallet; undefined: nobody sells any to wallets. */
  readonly openPurchase: (
    userId: UserId,
    asked: { readonly currency: Currency | undefined; readonly idempotency: Idempotency | undefined },
  ) => Promise<{ readonly url: string; readonly expiresAt: Date } | undefined>;
};

/** Pages that one person may open in a minute: each is a row. Ours. */
const OPENED_PER_PERSON = 10;

const buyRoute = {
  operationId: "buyBitcoin",
  summary: "Open the page on which bitcoin is bought",
  description:
    "A session of the on-ramp for this wallet, for 15 minutes. The page at `url` asks for no second proof of the e-mail address: the login of this browser counts there. With an `Idempotency-Key` a repeated request answers the same page.",
  tags: ["Wallet: receiving"],
  headers: writeHeaders,
  body: z.object({ currency: optionalField(z.enum(CURRENCIES)) }),
  response: {
    200: envelope(z.object({ url: z.string().meta({ format: "uri" }), expiresAt: isoTime }), "Page opened."),
  },
  errors: ["nothing_sold", "ramp_unavailable", "idempotency_mismatch"],
} as const;

/** `/buy`. */
export function buyRoutes({ clock, openPurchase }: BuyRoutesDeps): RoutesPlugin {
  const people = rateLimiter(clock, OPENED_PER_PERSON);
  return (api) => {
    api.post("/buy", { schema: buyRoute, config: { action: "buy" } }, async (request) => {
      const { userId } = request.person;
      const { currency } = request.body;
      takeShare(people, userId, "pages");
      const { "idempotency-key": key } = request.headers;
      const idempotency = idempotencyOf(request.caller.actor, "buy", key, { currency });
      const opened = await openPurchase(userId, { currency, idempotency });
      if (opened === undefined) throw new AppError("nothing_sold", "this service sells no bitcoin to wallets");
      return success({ url: opened.url, expiresAt: opened.expiresAt.toISOString() }, "Page opened.");
    });
  };
}
