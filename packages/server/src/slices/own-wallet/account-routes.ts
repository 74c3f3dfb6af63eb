import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { networkToShow } from "#kernel/network.ts";
import {
  agentParts,
  type EndSessionDeps,
  listSessions,
  recordSecurityEvent,
  revokeSession,
  revokeSessions,
} from "#login";
import { disconnectApp, isClientId, listConnectedApps } from "#oauth";
import { envelope, idOf, idParams, isoTime, list, type RoutesPlugin, success } from "#platform/http/index.ts";
import { LANGUAGES } from "#texts/language.ts";
import { changeGamertag, changeProfile, setLanguage } from "#users";
import { EXAMPLE_ID, TAGS } from "./wire.ts";

type SessionId = Parameters<typeof revokeSession>[1]["id"];

export type AccountRoutesDeps = EndSessionDeps & {
  /** What is recorded of the browser that asks. */
  readonly visitorOf: (request: FastifyRequest) => Parameters<typeof revokeSession>[1]["visitor"];
};

const appSchema = z
  .object({
    id: z.string().meta({ description: "Its client id." }),
    name: z.string(),
    scopes: z.array(z.string()).meta({ description: "What it may read." }),
    connectedAt: isoTime,
    allowedAt: isoTime.meta({ description: "When the person allowed it something last." }),
  })
  .meta({ id: "ConnectedApp" });

const sessionSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    isThis: z.boolean().meta({ description: "The browser that asks." }),
    browser: z.string().meta({ description: "As it calls itself. Escape it." }),
    agent: z
      .object({ browser: z.string().nullable(), system: z.string().nullable() })
      .meta({ description: "The same for people, such as `Firefox` and `Linux`; null: not known." }),
    network: z
      .string()
      .nullable()
      .meta({ description: "Such as `192.0.2.7` or `2001:db8:0:1::/64`; null: the machine of the service itself." }),
    methods: z.array(z.string()).meta({ description: "What was shown at the login, such as `email` or `passkey`." }),
    loggedInAt: isoTime,
    seenAt: isoTime.meta({ description: "To the minute." }),
    expiresAt: isoTime,
  })
  .meta({ id: "OwnSession" });

const appsRoute = {
  operationId: "listConnectedApps",
  summary: "Connected applications",
  description: "That the person has logged in to, with what they may read.",
  tags: TAGS.account,
  response: { 200: list(appSchema, "Applications listed.") },
} as const;

const endAppRoute = {
  operationId: "disconnectApp",
  summary: "Disconnect an application",
  description: "Its tokens are worth nothing from now on, and it has to ask again.",
  tags: TAGS.account,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({}), "Disconnected.") },
  errors: ["app_not_connected"],
} as const;

const sessionsRoute = {
  operationId: "listOwnSessions",
  summary: "Where the person is logged in",
  description: "Newest first.",
  tags: TAGS.account,
  response: { 200: list(sessionSchema, "Sessions listed.") },
} as const;

const endSessionRoute = {
  operationId: "endOwnSession",
  summary: "End a session",
  description: "Of another browser, which is not known any more afterwards. This browser logs out at `/logout`.",
  tags: TAGS.account,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({}), "Session ended.") },
  errors: ["session_gone"],
} as const;

const endOthersRoute = {
  operationId: "endOtherSessions",
  summary: "End all other sessions",
  description: "This browser alone stays logged in.",
  tags: TAGS.account,
  response: { 200: envelope(z.object({ ended: z.int() }), "Sessions ended.") },
} as const;

const text = z.string().max(2_000);
const profileRoute = {
  operationId: "changeOwnProfile",
  summary: "Change texts of the profile",
  description: "Applications and strangers see them. One that is not named stays, and an empty one is taken away.",
  tags: TAGS.account,
  body: z.object({
    publicBio: text.optional(),
    image: text.optional(),
    twitter: text.optional(),
    website: text.optional(),
  }),
  response: { 200: envelope(z.object({}), "Profile saved.") },
} as const;

const gamertagRoute = {
  operationId: "changeOwnGamertag",
  summary: "Change the gamertag",
  description: "Once in 24 hours. The Lightning address follows; what is paid to the former one still arrives.",
  tags: TAGS.account,
  body: z.object({
    gamertag: z
      .string()
      .max(64)
      .meta({ examples: ["alice"] }),
  }),
  response: { 200: envelope(z.object({ gamertag: z.string() }), "Gamertag changed.") },
  errors: ["gamertag_taken", "gamertag_changed_lately"],
} as const;

const languageRoute = {
  operationId: "chooseLanguage",
  summary: "Choose a language",
  description: "Of pages and mails.",
  tags: TAGS.account,
  body: z.object({ language: z.enum(LANGUAGES) }),
  response: { 200: envelope(z.object({ language: z.enum(LANGUAGES) }), "Language chosen.") },
} as const;

/** `/apps`, `/sessions`, `/profile`, `/gamertag`, `/language`: what the pages of the account do as well. */
export function accountRoutes(deps: AccountRoutesDeps): RoutesPlugin {
  const { db, clock } = deps;
  const [read, settings] = [{ action: "read" }, { action: "settings" }] as const;
  return (api) => {
    api.get("/apps", { schema: appsRoute, config: read }, async ({ person }) => {
      const apps = await listConnectedApps(db, person.userId);
      const data = apps.map(({ clientId, name, scopes, since, lastAllowedAt }) => ({
        id: clientId,
        name,
        scopes: [...scopes],
        connectedAt: since.toISOString(),
        allowedAt: lastAllowedAt.toISOString(),
      }));
      return { success: true as const, data, next_cursor: null, message: "Applications listed." };
    });
    api.delete("/apps/:id", { schema: endAppRoute, config: settings }, async (request) => {
      const { id: clientId } = request.params;
      if (!isClientId(clientId)) throw noApp();
      const { userId } = request.person;
      if ((await disconnectApp(deps, { userId, clientId })) === 0) throw noApp();
      await recordSecurityEvent(deps, { userId, kind: "app_disconnected", visitor: deps.visitorOf(request) });
      return success({}, "Disconnected.");
    });

    api.get("/sessions", { schema: sessionsRoute, config: read }, async ({ person }) => {
      const sessions = await listSessions(db, person.userId, clock.now());
      const data = sessions.map(({ id, userAgent, network, methods, authenticatedAt, seenAt, expiresAt }) => ({
        id,
        isThis: id === person.sessionId,
        browser: userAgent,
        agent: agentOf(userAgent),
        network: networkToShow(network) ?? null,
        methods: [...methods],
        loggedInAt: authenticatedAt.toISOString(),
        seenAt: seenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }));
      return { success: true as const, data, next_cursor: null, message: "Sessions listed." };
    });
    api.delete("/sessions/:id", { schema: endSessionRoute, config: settings }, async (request) => {
      const id = idOf<SessionId>(request.params.id, noSession);
      const { userId, sessionId } = request.person;
      if (id === sessionId) throw new InvalidInput("id", "is this browser's own session; log out instead");
      const isEnded = await revokeSession(deps, { userId, id, visitor: deps.visitorOf(request) });
      if (!isEnded) throw noSession();
      return success({}, "Session ended.");
    });
    api.post("/sessions/end-others", { schema: endOthersRoute, config: settings }, async (request) => {
      const { userId, sessionId } = request.person;
      const except = sessionId as SessionId;
      const ended = await revokeSessions(deps, { userId, except, visitor: deps.visitorOf(request) });
      return success({ ended }, "Sessions ended.");
    });

    api.patch("/profile", { schema: profileRoute, config: settings }, async ({ person, body }) => {
      await changeProfile(deps, person.userId, body);
      return success({}, "Profile saved.");
    });
    api.put("/gamertag", { schema: gamertagRoute, config: { action: "gamertag" } }, async (request) => {
      const { person, body } = request;
      const { userId } = person;
      await changeGamertag(deps, { id: userId, gamertag: body.gamertag });
      await recordSecurityEvent(deps, { userId, kind: "gamertag_changed", visitor: deps.visitorOf(request) });
      return success({ gamertag: body.gamertag.trim() }, "Gamertag changed.");
    });
    api.put("/language", { schema: languageRoute, config: settings }, async ({ person, body }) => {
      await setLanguage(deps, person.userId, body.language);
      return success({ language: body.language }, "Language chosen.");
    });
  };
}

function agentOf(userAgent: string) {
  const { browser = null, system = null } = agentParts(userAgent);
  return { browser, system };
}

const noApp = () => new AppError("app_not_connected", "there is no such connected application");
const noSession = () => new AppError("session_gone", "there is no such session any more");
