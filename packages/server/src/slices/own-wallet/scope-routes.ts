import type { FastifyRequest } from "fastify";
import type { Clock } from "#kernel/clock.ts";
import { freshUntil, requireFresh, requireLogin } from "#login";
import type { Db } from "#platform/database/db.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { mounted } from "#platform/http/mounted.ts";
import { pageCalls } from "#platform/http/page-calls.ts";
import { findWallet } from "#wallets";
import { ACTIONS, isAction } from "./model/action.ts";

export type WalletScopeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
};

/** Where the page of the wallet calls. */
export const WALLET = "/wallet/api";

/** Routes of the person who is logged in, for the own wallet, below `/wallet/api`. */
export function walletScope(deps: WalletScopeDeps, routes: readonly RoutesPlugin[]): RoutesPlugin {
  const admit = async (request: FastifyRequest, secret: string | undefined) => {
    const { action = "" } = request.routeOptions.config;
    if (!isAction(action)) throw new Error(`${request.routeOptions.url} has an action that the wallet does not know`);
    const known = await requireLogin(deps, secret);
    if (ACTIONS[action].isFresh) requireFresh(known, deps.clock);
    const { user, session } = known;
    const wallet = await findWallet(deps.db, user.walletId);
    if (wallet === undefined) throw new Error(`the wallet of user ${user.id} does not exist`);
    return {
      person: { userId: user.id, sessionId: session.id, freshUntil: freshUntil(session), role: undefined },
      caller: { wallet, actor: { kind: "user", userId: user.id, sessionId: session.id } as const },
    };
  };
  return pageCalls({ baseUrl: deps.baseUrl, admit }, mounted(WALLET, routes));
}
