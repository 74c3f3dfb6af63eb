import { apiCurl } from "../../parts/curl.ts";
import type { Key } from "./key.ts";

const PATHS = {
  read: ["/v0/wallet"],
  receive: ["/v0/charges", { amount: "50000", description: "First charge" }],
  send: ["/v0/ln-address/send-payment", { lnAddress: "ann@example.com", amount: "1000" }],
  vouchers: ["/v0/vouchers"],
} as const;

/** A first call with a key on this installation, of what it may do; undefined where a first call takes more. */
export function firstCallOf(origin: string, { policy }: Pick<Key, "policy">, secret: string): string | undefined {
  const scopes = policy?.scopes ?? ["read"];
  const scope = (["read", "receive", "send", "vouchers"] as const).find((one) => scopes.includes(one));
  if (scope === undefined) return undefined;
  const [path, body] = PATHS[scope];
  return `export LEYDEN_KEY=${secret}\n${apiCurl(origin, path, body)}`;
}
