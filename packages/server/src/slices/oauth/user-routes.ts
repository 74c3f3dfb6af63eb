import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { Batch } from "#platform/database/batch.ts";
import { type Api, envelope, type RoutesPlugin, success } from "#platform/http/index.ts";
import { profileOf, walletOf } from "#users";
import { InvalidToken, tokenOf } from "./model/access-token.ts";
import { type OauthScope, PROFILE_SCOPES, WALLET_SCOPES } from "./model/scopes.ts";
import { holderOf, readProfile, readWallet, requireScopes, type TokenHolder } from "./read-token.ts";

type Deps = {
  readonly batch: Batch;
  /** Without a slash at the end. */
  readonly baseUrl: string;
};

const TAGS = ["Log in with Leyden"];

const userProfileSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "Never changes. Keep this one in your database." }),
    email: z.string(),
    gamertag: z.string().meta({ description: "As its owner typed it. It may change." }),
    image: z.string().meta({ format: "uri", description: "A picture; drawn from the id where the user has none." }),
    isVerified: z.boolean().meta({ description: "Whether the identity is verified." }),
    lightningAddress: z.string().meta({ description: "Any Lightning wallet can pay it." }),
    publicBio: z.string().meta({ description: "Empty where the user wrote none." }),
    publicStaticCharge: z.string().meta({ description: "An LNURL that any Lightning wallet can pay." }),
    social: z.object({ twitter: z.string(), website: z.string() }).meta({ description: "Empty where there is none." }),
  })
  .meta({
    id: "UserProfile",
    examples: [
      {
        id: "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3",
        email: "alice@example.com",
        gamertag: "alice",
        image: "https://pay.example.com/avatars/01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3.svg",
        isVerified: false,
        lightningAddress: "alice@pay.example.com",
        publicBio: "",
        publicStaticCharge:
          "lnurl1dp68gup69uhnzt339ccjuvf0wccj7mrww4exctmpv5cnswf4xq6rvwp3vv6rzvtpv56r2v3exqunvdenxd3q7n8gyp",
        social: { twitter: "", website: "" },
      },
    ],
  });

const limit = (description: string) => z.string().meta({ description, examples: ["50000000"] });

const userWalletSchema = z
  .object({
    balance: z.string().meta({ description: "What may be spent, in millisatoshis." }),
    remainingAmountLimits: z.object({
      daily: limit("What may still be sent in the current 24 hours."),
      weekly: limit("In the current 7 days."),
      monthly: limit("In the current 30 days."),
      maxCredit: limit("What the wallet may still receive."),
    }),
  })
  .meta({
    id: "UserWallet",
    examples: [
      {
        balance: "250000",
        remainingAmountLimits: {
          daily: "50000000",
          weekly: "150000000",
          monthly: "300000000",
          maxCredit: "999750000",
        },
      },
    ],
  });

type Resource = {
  readonly name: string;
  /** Sets of scopes, of which a token needs all of one. */
  readonly scopes: readonly (readonly OauthScope[])[];
  readonly schema: FastifySchema & { readonly response: { readonly 200: z.ZodType } };
  readonly answer: (deps: Deps, holder: TokenHolder) => Promise<unknown>;
};

const RESOURCES: readonly Resource[] = [
  {
    name: "user",
    scopes: PROFILE_SCOPES,
    schema: {
      operationId: "getUserProfile",
      summary: "Read the profile of a user who has logged in",
      description:
        'Whose access token the request carries. It takes the scope `user`, or `profile` and `email` together. `docs/integrate.md`, "Log in with Leyden", says how an application gets one. Texts that ' +
        "the user did not write are empty. The answer has no `message`.",
      tags: TAGS,
      response: { 200: z.object({ success: z.literal(true), data: userProfileSchema }) },
    },
    answer: async (deps, holder) => ({
      success: true,
      data: profileOf(await readProfile(deps, holder), deps.baseUrl),
    }),
  },
  {
    name: "wallet",
    scopes: WALLET_SCOPES,
    schema: {
      operationId: "getUserWallet",
      summary: "Read the wallet of a user who has logged in",
      description:
        "What the user may spend, and what the limits of the wallet leave. It takes the scope `wallet`, or `user`. " +
        "All amounts are millisatoshis.",
      tags: TAGS,
      response: { 200: envelope(userWalletSchema, "Wallet fetched.") },
    },
    answer: async (deps, holder) => success(walletOf(await readWallet(deps, holder)), "Wallet fetched."),
  },
];

/**
 * `GET /v1/oauth2/user` and `/wallet`: what the user let an application read (docs/contract.md, Profile and Wallet).
 */
export function userTokenRoutes(deps: Deps): RoutesPlugin {
  return (api) => {
    for (const { name, scopes, schema, answer } of RESOURCES)
      for (const version of ["v1", "v0"])
        api.get(
          `/${version}/oauth2/${name}`,
          {
            config: { access: "own", takesAnyQuery: true, tokenScopes: scopes },
            schema: { ...schema, hide: version === "v0" },
          },
          async (request, reply) => {
            reply.header("cache-control", "no-store");
            return await answer(deps, await admit(deps, api, { request, reply, scopes }));
          },
        );
  };
}

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply } & Pick<Resource, "scopes">;

/**
 * Requests count on the user and the application that the token was given to; without a valid token on the address.
 */
async function admit(deps: Deps, api: Api, { request, reply, scopes }: Asked): Promise<TokenHolder> {
  try {
    const token = tokenIn(request);
    if (token === undefined) throw new InvalidToken();
    const holder = await holderOf(deps, token);
    api.countCallerOf({ caller: holder.clientId, user: holder.userId }, reply);
    requireScopes(holder, scopes);
    return holder;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [[scope] = []] = scopes;
    if (error.code === "token_scope_missing") challenge(reply, deps, `error="insufficient_scope", scope="${scope}"`);
    if (error.code !== "invalid_token") throw error;
    const said =
      tokenIn(request) !== undefined ? `error="invalid_token", error_description="${error.message}"` : undefined;
    challenge(reply, deps, said);
    throw api.refusalOf(request, error);
  }
}

function tokenIn({ headers: { authorization, usertoken } }: FastifyRequest): string | undefined {
  return tokenOf({ authorization, usertoken: typeof usertoken === "string" ? usertoken : undefined });
}

/** RFC 6750, section 3. `what`: undefined for a request without a token, which is told no error (section 3.1). */
function challenge(reply: FastifyReply, { baseUrl }: Deps, what: string | undefined): void {
  reply.header("www-authenticate", `Bearer realm="${baseUrl}"${what === undefined ? "" : `, ${what}`}`);
}
