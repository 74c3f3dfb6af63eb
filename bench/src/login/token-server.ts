import type Provider from "oidc-provider";
import { PLAIN } from "../../../packages/server/src/kernel/branding.ts";
import type { ProjectId, UserId } from "../../../packages/server/src/kernel/ids.ts";
import { microBatch } from "../../../packages/server/src/platform/database/micro-batch.ts";
import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { pageShell } from "../../../packages/server/src/platform/http/page-shell.ts";
import { createSealer } from "../../../packages/server/src/platform/secrets/seal.ts";
import { ipRoutes } from "../../../packages/server/src/slices/ips/routes.ts";
import { createApp, openProtocol } from "../../../packages/server/src/slices/oauth/index.ts";
import { DEFAULT_SCOPE } from "../../../packages/server/src/slices/oauth/model/scopes.ts";
import { protocolPages } from "../../../packages/server/src/slices/oauth/pages.ts";
import { providerRoutes, userTokenRoutes } from "../../../packages/server/src/slices/oauth/routes.ts";
import { authenticate, createKeyCache } from "../../../packages/server/src/slices/projects/index.ts";
import { findProfile, profileOf } from "../../../packages/server/src/slices/users/index.ts";
import { walletRoutes } from "../../../packages/server/src/slices/wallets/routes.ts";
import { BASE_URL, openMachine, serveRoutes } from "../serve.ts";

export type TokenServerMessage = {
  readonly url: string;
  readonly role: string | undefined;
  /** To the database, beside that of the batches. */
  readonly connections: number;
  readonly projectId: ProjectId;
  readonly userIds: readonly UserId[];
};

/** What callers need: where the server is, its application, and the tokens of each user. */
export type TokenServer = {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accessTokens: readonly string[];
  readonly refreshTokens: readonly string[];
};

/**
 * The product's HTTP side with the routes of tokens, and those that they are compared with, in a process of its own.
 * Its users have let one application read profile and wallet.
 */
async function serve({ url, role, connections, projectId, userIds }: TokenServerMessage): Promise<TokenServer> {
  const machine = openMachine();
  const db = connect({ url, role, max: connections, name: "bench tokens" });
  const deps = { ...machine, db, batch: microBatch({ db, clock: machine.clock }), baseUrl: BASE_URL };
  const protocol = openProtocol({
    ...deps,
    sealer: createSealer({ ...machine, key: new Uint8Array(32).fill(7) }),
    pages: protocolPages(pageShell(PLAIN)),
    sessionOf: async () => undefined,
    isLoggedIn: async () => false,
    endSession: async () => undefined,
    onReplayed: async () => undefined,
    claimsOf: async (id) => {
      const profile = await findProfile(deps, id);
      return profile && { ...profileOf(profile, BASE_URL), emailIsVerified: profile.emailIsVerified };
    },
  });
  const keyCache = createKeyCache(machine.clock);
  const port = await serveRoutes({
    ...machine,
    authenticate: (key) => authenticate({ ...deps, keyCache }, key),
    routes: [
      walletRoutes(deps),
      ipRoutes({ publicIps: ["203.0.113.7"], isDenied: () => false }),
      userTokenRoutes(deps),
      providerRoutes({ ...deps, protocol }),
    ],
  });
  const redirectUris = ["https://app.example/callback"];
  const { app, clientSecret } = await createApp(deps, { projectId, name: "Bench", redirectUris });
  const { provider } = await protocol.library();
  const tokens = await Promise.all(userIds.map((id) => tokensOf(provider, id, app.clientId)));
  return {
    port,
    clientId: app.clientId,
    clientSecret,
    accessTokens: tokens.map(({ accessToken }) => accessToken),
    refreshTokens: tokens.map(({ refreshToken }) => refreshToken),
  };
}

/** As after the exchange of a code: grant, access token and refresh token. */
async function tokensOf(provider: Provider, accountId: UserId, clientId: string) {
  const client = await provider.Client.find(clientId);
  if (client === undefined) throw new Error("there is no such application");
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(DEFAULT_SCOPE);
  const of = { accountId, client, grantId: await grant.save(), gty: "authorization_code", scope: DEFAULT_SCOPE };
  const authTime = Math.floor(Date.now() / 1_000);
  return {
    accessToken: await new provider.AccessToken(of).save(),
    refreshToken: await new provider.RefreshToken({ ...of, authTime, iiat: authTime, rotations: 0 }).save(),
  };
}

process.on("message", async (message) => process.send?.(await serve(message as TokenServerMessage)));
process.on("disconnect", () => process.exit());
