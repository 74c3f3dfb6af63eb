import { z } from "zod";
import { findBalance } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { envelope, msatsText, type RoutesPlugin, success } from "#platform/http/index.ts";

const walletSchema = z
  .object({
    unit: z.literal("msats"),
    balance: msatsText.meta({
      description: "What may be spent: amounts that are reserved for pending payments are not in it.",
    }),
  })
  .meta({ id: "Wallet", examples: [{ unit: "msats", balance: "999988999" }] });

const readRoute = {
  operationId: "getWallet",
  summary: "Read the wallet",
  description: "The wallet of the project whose key the request has.",
  tags: ["Wallet"],
  response: { 200: envelope(walletSchema, "Wallet found.") },
} as const;

/** `GET /v0/wallet` (docs/contract.md). */
export function walletRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/v0/wallet", { schema: readRoute }, async ({ caller }) => {
      const balance = await findBalance(db, caller.wallet.account);
      return success({ unit: "msats" as const, balance: String(balance) }, "Wallet found.");
    });
  };
}
