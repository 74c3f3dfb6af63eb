import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { isUuid, type ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  envelope,
  idParams,
  isoTime,
  markReplayed,
  optionalField,
  optionalText,
  type RoutesPlugin,
  success,
  writeHeaders,
} from "#platform/http/index.ts";
import { changeApp, makeSecret, revokeApp } from "./apps/change-app.ts";
import { registerApp } from "./apps/create-app.ts";
import { endSecret } from "./apps/end-secret.ts";
import { APPS_MAX, type App, AppNotFound, SECRETS_MAX } from "./model/app.ts";
import { presentSecret } from "./present-secret.ts";
import { findApp, listApps } from "./store/apps.ts";
import { listValidSecrets } from "./store/secrets.ts";

export type AppsDashboardDeps = Parameters<typeof makeSecret>[0] & { readonly db: Db };

const TAGS = ["OAuth2"];
const EXAMPLE_ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const ACTION = { action: "apps" } as const;

const appSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    clientId: z.string(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    redirectUris: z.array(z.string()).meta({ description: "1 to 3, compared character by character." }),
    createdAt: isoTime,
    revokedAt: isoTime.nullable(),
  })
  .meta({ id: "Application" });

const shownSchema = appSchema
  .extend({
    secrets: z
      .array(
        z.object({
          id: z.string().meta({ description: "Names it, and says nothing of it." }),
          lastFour: z.string().nullable().meta({
            description: "Its last four characters; null: it was made before they were kept.",
          }),
          createdAt: isoTime,
          usedAt: isoTime.nullable().meta({ description: "At most a minute behind; null: no use was seen." }),
        }),
      )
      .meta({ description: `The client secrets that are valid, oldest first; at most ${SECRETS_MAX}.` }),
  })
  .meta({ id: "ApplicationWithSecrets" });

const secretSchema = z.object({
  app: appSchema,
  clientSecret: z.string().nullable().meta({
    description:
      "Shown here only; its hash is kept. The same call with the same `Idempotency-Key` answers null in its place.",
  }),
});

const redirectUris = z.array(z.string().max(2_000)).max(10);
const name = z
  .string()
  .max(200)
  .meta({ examples: ["My game"] });

const listRoute = {
  operationId: "listApplications",
  summary: "List applications",
  description: "Those that log people in for this project, the revoked ones too, oldest first.",
  tags: TAGS,
  response: { 200: envelope(z.object({ apps: z.array(appSchema), max: z.int() }), "Applications listed.") },
} as const;

const createRoute = {
  operationId: "createApplication",
  summary: "Make an application",
  description: "Its client secret is in this answer and nowhere else.",
  tags: TAGS,
  headers: writeHeaders,
  body: z.object({ name, redirectUris, logoUrl: optionalText(500) }),
  response: { 200: envelope(secretSchema, "Application created.") },
  errors: ["too_many_apps", "idempotency_mismatch"],
} as const;

const readRoute = {
  operationId: "getApplication",
  summary: "Read an application",
  description: "With the id, the last four characters and the times of each client secret that is valid.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(shownSchema, "Application found.") },
  errors: ["app_not_found"],
} as const;

const changeRoute = {
  operationId: "changeApplication",
  summary: "Change an application",
  description: 'What people read, and where logins lead back to. A logo of `""` is none.',
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  body: z.object({
    name: optionalField(name),
    redirectUris: optionalField(redirectUris),
    logoUrl: optionalText(500),
  }),
  response: { 200: envelope(appSchema, "Application changed.") },
  errors: ["app_not_found"],
} as const;

const rotateRoute = {
  operationId: "rotateClientSecret",
  summary: "Make another client secret",
  description:
    "The one before stays valid beside it until it is ended. While two are valid none is made: both may be in use.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  headers: writeHeaders,
  response: { 200: envelope(secretSchema, "Secret made.") },
  errors: ["app_not_found", "too_many_client_secrets", "idempotency_mismatch"],
} as const;

const endRoute = {
  operationId: "endClientSecret",
  summary: "End a client secret",
  description: "Requests with it are refused from now on. The only one that is valid cannot be ended.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID).extend({ secret: z.string().max(100).meta({ description: "`id` of the secret." }) }),
  response: { 200: envelope(z.object({}), "Secret ended.") },
  errors: ["app_not_found", "client_secret_not_found", "last_client_secret"],
} as const;

const revokeRoute = {
  operationId: "revokeApplication",
  summary: "End an application",
  description: "Nobody logs in through it any more, and the tokens that it has are worth nothing.",
  tags: TAGS,
  params: idParams(EXAMPLE_ID),
  response: { 200: envelope(z.object({}), "Application ended.") },
  errors: ["app_not_found"],
} as const;

/** `/apps` of a project: the dashboard's section "OAuth2". */
export function appsDashboardRoutes(deps: AppsDashboardDeps): RoutesPlugin {
  const { db } = deps;
  return (api) => {
    api.get("/apps", { schema: listRoute }, async ({ caller }) => {
      const apps = await listApps(db, projectOf(caller));
      return success({ apps: apps.map(present), max: APPS_MAX }, "Applications listed.");
    });
    api.post("/apps", { schema: createRoute, config: ACTION }, async ({ caller, body, headers }, reply) => {
      const asked = { ...body, max: APPS_MAX, caller, idempotencyKey: headers["idempotency-key"] };
      const { app, clientSecret = null, replayed } = await registerApp(deps, asked);
      markReplayed(reply, { replayed });
      reply.header("cache-control", "no-store");
      return success({ app: present(app), clientSecret }, "Application created.");
    });
    api.get("/apps/:id", { schema: readRoute }, async ({ caller, params }) => {
      const app = await requireApp(db, projectOf(caller), params.id);
      const secrets = await listValidSecrets(db, app.id);
      return success({ ...present(app), secrets: secrets.map(presentSecret) }, "Application found.");
    });
    api.patch("/apps/:id", { schema: changeRoute, config: ACTION }, async ({ caller, params, body }) => {
      const app = await requireApp(db, projectOf(caller), params.id);
      const { name, redirectUris, logoUrl } = body;
      const changes = {
        ...(name !== undefined && { name }),
        ...(redirectUris !== undefined && { redirectUris }),
        ...(logoUrl !== undefined && { logoUrl }),
      };
      return success(present(await changeApp(deps, app, changes)), "Application changed.");
    });
    api.post("/apps/:id/secrets", { schema: rotateRoute, config: ACTION }, async (request, reply) => {
      const { caller, params, headers } = request;
      const app = await requireApp(db, projectOf(caller), params.id);
      const by = { caller, idempotencyKey: headers["idempotency-key"] };
      const { clientSecret = null, replayed } = await makeSecret(deps, app, by);
      markReplayed(reply, { replayed });
      reply.header("cache-control", "no-store");
      return success({ app: present(app), clientSecret }, "Secret made.");
    });
    api.delete("/apps/:id/secrets/:secret", { schema: endRoute, config: ACTION }, async ({ caller, params }) => {
      const app = await requireApp(db, projectOf(caller), params.id);
      await endSecret(deps, app, { name: params.secret });
      return success({}, "Secret ended.");
    });
    api.delete("/apps/:id", { schema: revokeRoute, config: ACTION }, async ({ caller, params }) => {
      await revokeApp(deps, await requireApp(db, projectOf(caller), params.id));
      return success({}, "Application ended.");
    });
  };
}

/** @throws {AppNotFound} also when it is of another project. */
async function requireApp(db: Db, project: ProjectId, id: string): Promise<App> {
  const app = isUuid(id.toLowerCase()) ? await findApp(db, id.toLowerCase()) : undefined;
  if (app === undefined || app.projectId !== project) throw new AppNotFound();
  return app;
}

function present({ id, clientId, name, logoUrl, redirectUris, createdAt, revokedAt }: App) {
  return {
    id,
    clientId,
    name,
    logoUrl: logoUrl ?? null,
    redirectUris: [...redirectUris],
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
