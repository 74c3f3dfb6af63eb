import { type Child, startChild } from "../child.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";
import type { TokenLoad, TokenMessage } from "../login/token-load.ts";
import type { TokenServer, TokenServerMessage } from "../login/token-server.ts";
import { createProjects, type Projects } from "../projects.ts";
import { createUsers } from "../users.ts";

/** Of requests to all of the routes. */
export const CONNECTIONS = 192;
/** To the database: as many as the service has beside that of its batches. */
export const DATABASE_CONNECTIONS = 12;
/** With a token each. Projects are as many. */
const USERS = 200;
/** Routes that are read with an access token, and such that are read with a project key. */
export type ReadPath = "/v1/oauth2/user" | "/v1/oauth2/wallet" | "/v0/wallet" | "/v0/prod-ips";

export type TokenRequests = { readonly read: (path: ReadPath) => Contender; readonly refresh: () => Contender };

type Parts = { readonly child: Child; readonly server: TokenServer; readonly projects: Projects };

/** Requests over HTTP to one server: reads with tokens and with keys, and refreshes of tokens. */
export function tokenRequests(environment: Environment): TokenRequests {
  let started: Promise<Parts> | undefined;
  let generator: Child | undefined;
  const parts = () => {
    started ??= start(environment);
    return started;
  };
  const run = async (message: TokenMessage): Promise<TokenLoad> => {
    generator ??= startChild("login/token-load.ts");
    const answered = (await generator.ask(message)) as TokenLoad;
    if (answered.refused !== undefined) throw new Error(`a request was refused: ${answered.refused}`);
    return answered;
  };
  const close = async () => {
    await (await started)?.child.close();
    started = undefined;
    await generator?.close();
    generator = undefined;
  };
  const contender = (name: string, ask: (seconds: number) => Promise<TokenLoad>): Contender => ({
    name,
    prepare: async () => void (await ask(environment.scale.warmUpSeconds)),
    async measure(seconds) {
      const { perSecond, p50Ms, p99Ms } = await ask(seconds);
      return { perSecond, latency: { p50Ms, p99Ms } };
    },
    close,
  });

  const read = async (path: ReadPath, seconds: number) => {
    const { server, projects } = await parts();
    const callers = path.startsWith("/v1/")
      ? server.accessTokens.map((token) => `authorization: Bearer ${token}`)
      : projects.keys.map((key) => `apikey: ${key}`);
    return await run({ kind: "read", path, callers, connections: CONNECTIONS, port: server.port, seconds });
  };
  let tokens: readonly string[] | undefined;
  const refresh = async (seconds: number) => {
    const { server } = await parts();
    tokens ??= server.refreshTokens;
    const answered = await run({ kind: "refresh", ...server, tokens, connections: CONNECTIONS, seconds });
    tokens = answered.tokens;
    return answered;
  };
  return {
    read: (path) => contender(`GET ${path}`, (seconds) => read(path, seconds)),
    refresh: () => contender("token refreshes over HTTP", refresh),
  };
}

async function start(environment: Environment): Promise<Parts> {
  const { url, role } = environment;
  const projects = await createProjects(environment, "Token");
  const users = await createUsers(environment, USERS, "token-user");
  const [project] = projects.projects;
  if (project === undefined) throw new Error("there is no project");
  const child = startChild("login/token-server.ts");
  const userIds = users.map(({ id }) => id);
  const message: TokenServerMessage = { url, role, connections: DATABASE_CONNECTIONS, projectId: project.id, userIds };
  return { child, projects, server: (await child.ask(message)) as TokenServer };
}
