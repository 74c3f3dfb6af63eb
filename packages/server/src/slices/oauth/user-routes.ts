import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#kernel/errors.ts";
import type { Batch } from "#platform/database/batch.ts";
import { type Api, type RoutesPlugin, success } from "#platform/http/index.ts";
import { profileOf, walletOf } from "#users";
import { InvalidToken, tokenOf } from "./model/access-token.ts";
import type { OauthScope } from "./model/scopes.ts";
import { holderOf, readProfile, readWallet, type TokenHolder } from "./read-token.ts";

type Deps = {
  readonly batch: Batch;
  /** Without a slash at the end. */
  readonly baseUrl: string;
};

/** `GET /v1/oauth2/user` and `/wallet`: what the user let an application read (docs/contract.md, Profile and Wallet). */
export function userTokenRoutes(deps: Deps): RoutesPlugin {
  return (api) => {
    const add = (name: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => {
      for (const version of ["v1", "v0"])
        api.get(
          `/${version}/oauth2/${name}`,
          { config: { access: "own", takesAnyQuery: true }, schema: { hide: true } },
          async (request, reply) => {
            reply.header("cache-control", "no-store");
            return await answer(request, reply);
          },
        );
    };
    add("user", async (request, reply) => {
      const holder = await admit(deps, api, { request, reply, scope: "user" });
      return { success: true, data: profileOf(await readProfile(deps, holder), deps.baseUrl) };
    });
    add("wallet", async (request, reply) => {
      const holder = await admit(deps, api, { request, reply, scope: "wallet" });
      return success(walletOf(await readWallet(deps, holder)), "Wallet fetched.");
    });
  };
}

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly scope: OauthScope };

/** Requests count on the application that the token was given to; without a valid token on the address. */
async function admit(deps: Deps, api: Api, { request, reply, scope }: Asked): Promise<TokenHolder> {
  try {
    const { authorization, usertoken } = request.headers;
    const token = tokenOf({ authorization, usertoken: typeof usertoken === "string" ? usertoken : undefined });
    if (token === undefined) throw new InvalidToken();
    const holder = await holderOf(deps, token, scope);
    api.countCaller(holder.clientId, reply);
    return holder;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "token_scope_missing") challenge(reply, deps, `error="insufficient_scope", scope="${scope}"`);
    if (error.code !== "invalid_token") throw error;
    challenge(reply, deps, `error="invalid_token", error_description="${error.message}"`);
    throw api.refusalOf(request, error);
  }
}

/** RFC 6750, section 3. */
function challenge(reply: FastifyReply, { baseUrl }: Deps, what: string): void {
  reply.header("www-authenticate", `Bearer realm="${baseUrl}", ${what}`);
}
