import type { Config } from "#config.ts";
import { wireLogin } from "./wire-login.ts";
import { wireOauth } from "./wire-oauth.ts";
import { together } from "./worker.ts";

type Machine = Parameters<typeof wireLogin>[1] & Omit<Parameters<typeof wireOauth>[1], "onSessionEnded">;
type Options = Parameters<typeof wireLogin>[2] & Omit<Parameters<typeof wireOauth>[2], "accountNav">;

/** People who log in, and the applications that they log in to. */
export async function wireAccounts(config: Config, machine: Machine, options: Options) {
  const login = wireLogin(config, machine, options);
  const { accountNav } = login.routes;
  const oauth = await wireOauth(config, { ...machine, ...login.shared }, { ...options, accountNav });
  return { routes: { login: login.routes, oauth: oauth.routes }, worker: together([login.worker, oauth.worker]) };
}
