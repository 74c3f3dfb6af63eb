import type { CallOptions, Http } from "./http.ts";
import type { StatementEntry, Wallet } from "./objects.ts";
import { type StatementOptions, statementOf } from "./statement.ts";

export type Wallets = {
  /** The wallet of the project whose key is used. `balance` is what may be spent. */
  get(options?: CallOptions): Promise<Wallet>;
  /**
   * Every movement of the wallet's money with the balance after it, newest first. It is read while you take its
   * entries, so it may have millions. @throws {LeydenError} also on the way: then what was taken is not all.
   */
  statement(options?: StatementOptions): AsyncGenerator<StatementEntry, void, undefined>;
};

export function walletOf(http: Http): Wallets {
  return {
    get: async ({ signal } = {}) => await http.get("/v0/wallet", { signal }),
    statement: (options = {}) => statementOf(http, options),
  };
}
