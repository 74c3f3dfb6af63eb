import { z } from "zod";
import { envelope, isoTime, msatsText, type RoutesPlugin, success } from "#platform/http/index.ts";
import { type ReadMeDeps, readMe } from "./read-me.ts";
import { TAGS } from "./wire.ts";

const left = z.object({
  limit: msatsText,
  left: msatsText,
  moreAt: isoTime.nullable().meta({ description: "When it leaves more again, to the hour; null: nothing was sent." }),
});

const meSchema = z
  .object({
    user: z.object({
      id: z.string().meta({ format: "uuid" }),
      gamertag: z.string(),
      gamertagChangeableAt: isoTime.nullable().meta({ description: "Null: now." }),
      email: z.string(),
      emailIsVerified: z.boolean(),
      language: z.string().nullable().meta({ description: "That the person has chosen." }),
      image: z.string().meta({ description: "Empty: none." }),
      publicBio: z.string(),
      twitter: z.string(),
      website: z.string(),
    }),
    address: z
      .object({
        lightningAddress: z.string(),
        lnurl: z.string().meta({ description: "The same for a QR code; show it in upper case." }),
        permanentLnurl: z.string().meta({ description: "It stays when the gamertag changes: for paper." }),
      })
      .meta({ description: "Where this wallet is paid." }),
    balance: msatsText.meta({ description: "Amounts that are reserved for pending payments are not in it." }),
    available: msatsText.meta({ description: "What can leave the wallet now: the balance, or what a limit leaves." }),
    pending: z.object({ count: z.int(), reserved: msatsText }).meta({ description: "Payments that are under way." }),
    limits: z.object({
      daily: left.nullable().meta({ description: "What may be sent in any 24 hours; null: there is no such limit." }),
      weekly: left.nullable().meta({ description: "In any 7 days." }),
      monthly: left.nullable().meta({ description: "In any 30 days." }),
      balance: z.object({ limit: msatsText, left: msatsText }).nullable().meta({
        description: "What the wallet may hold, and still receive; what comes over Lightning is always taken.",
      }),
    }),
    sending: z.object({
      isPaused: z.boolean(),
      repeatAbove: msatsText.nullable().meta({ description: "Above it the amount is typed twice; null: never." }),
      paysToEmail: z.boolean(),
    }),
    login: z
      .object({
        freshUntil: isoTime.meta({ description: "Until then sending, and changing the gamertag, need no new login." }),
        secondFactor: z.boolean().meta({ description: "A new login asks for a code of an app as well." }),
        passkeys: z.int(),
      })
      .meta({ description: "What sending asks for: a login of the last 10 minutes." }),
    price: z
      .object({
        currency: z.literal("USD"),
        perBitcoin: z.string().meta({ examples: ["97123.45"] }),
        at: isoTime,
        source: z.enum(["market", "fixed"]).meta({ description: "`fixed`: made up, on test networks." }),
      })
      .nullable()
      .meta({ description: "About what a bitcoin costs; null: this service knows no price now." }),
    buy: z
      .object({ seller: z.string() })
      .nullable()
      .meta({ description: "The seller of bitcoin to this wallet. Null: none." }),
    network: z.string().nullable().meta({ description: "Such as `mainnet` or `regtest`; null: not known yet." }),
    serviceName: z.string(),
  })
  .meta({ id: "OwnWallet" });

export type WireMe = z.input<typeof meSchema>;

const meRoute = {
  operationId: "getOwnWallet",
  summary: "Who is logged in, and the wallet",
  description: "Balance, limits, where the wallet is paid, and what this service offers.",
  tags: TAGS.you,
  response: { 200: envelope(meSchema, "Wallet found.") },
} as const;

export type MeRoutesDeps = ReadMeDeps;

/** `/me`: all that the page shows first. */
export function meRoutes(deps: ReadMeDeps): RoutesPlugin {
  return (api) => {
    api.get("/me", { schema: meRoute, config: { action: "read" } }, async ({ person, caller }) =>
      success(await readMe(deps, person, caller), "Wallet found."),
    );
  };
}
