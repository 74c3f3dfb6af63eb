import type { Row } from "../contender.ts";
import { rowPairs } from "../contenders/row-pairs.ts";
import { CONNECTIONS, DATABASE_CONNECTIONS, tokenRequests } from "../contenders/token-requests.ts";
import type { Environment } from "../environment.ts";

/** What applications ask with the tokens of users. */
export function loginRows(environment: Environment): Row[] {
  const { read, refresh } = tokenRequests(environment);
  const [profile, wallet] = [read("/v1/oauth2/user"), read("/v1/oauth2/wallet")];
  const [ownWallet, nothing] = [read("/v0/wallet"), read("/v0/prod-ips")];
  return [
    { title: "GET /v1/oauth2/user / GET /v0/wallet with a key", of: profile, to: ownWallet, wanted: { goal: 0.8 } },
    { title: "GET /v1/oauth2/wallet / GET /v0/wallet with a key", of: wallet, to: ownWallet, wanted: { goal: 0.8 } },
    { title: "GET /v1/oauth2/user / a route with a key that reads nothing", of: profile, to: nothing },
    { title: "GET /v1/oauth2/wallet / a route with a key that reads nothing", of: wallet, to: nothing },
    {
      title: "token refreshes over HTTP / pairs of an INSERT and an UPDATE",
      of: refresh(),
      to: rowPairs(environment, { pool: DATABASE_CONNECTIONS, callers: CONNECTIONS }),
    },
  ];
}
