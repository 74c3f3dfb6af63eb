import type { CallOptions, Http } from "./http.ts";
import type { Wallet } from "./objects.ts";

export type Wallets = {
  /** The wallet of the project whose key is used. `balance` is what may be spent. */
  get(options?: CallOptions): Promise<Wallet>;
};

export function walletOf(http: Http): Wallets {
  return { get: async ({ signal } = {}) => await http.get("/v0/wallet", { signal }) };
}
