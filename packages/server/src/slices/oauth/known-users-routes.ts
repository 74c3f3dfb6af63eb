import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { type UserId, uuid } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  answerList,
  codec,
  cursorOf,
  envelope,
  idOf,
  idParams,
  isoTime,
  type Listing,
  list,
  listQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
} from "#platform/http/index.ts";
import { UserNotFound } from "#users";
import type { AppId, ClientId } from "./model/app.ts";
import { presentUserOfApp, USER_COLUMNS } from "./present-user-of-app.ts";
import { type UserOfApp, withNames } from "./read-known-users.ts";
import { findKnownUser, type KnownUserPosition, listKnownUsers } from "./store/known-users.ts";

const TAGS = ["Users"];
const READ = { action: "read" } as const;
const ID = "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3";

/** Where the list goes on: "<since> <user> <client id>". */
const position = codec(
  z.string(),
  (text): KnownUserPosition => {
    const [time = "", userId = "", clientId = ""] = text.split(" ");
    const since = new Date(time);
    if (Number.isNaN(since.getTime())) throw new InvalidInput("cursor", "is not a cursor of this list");
    return { since, userId: uuid("cursor", userId), clientId: clientId as ClientId };
  },
  ({ since, userId, clientId }) => `${since.toISOString()} ${userId} ${clientId}`,
);
const cursor = cursorOf(position);

const userSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    gamertag: z.string(),
    email: z.string().nullable().meta({ description: "Null where the user does not let the application see it." }),
    app: z.object({ id: z.string().meta({ format: "uuid" }), clientId: z.string(), name: z.string() }),
    scopes: z.array(z.string()).meta({ description: "What the user allows the application." }),
    since: isoTime.meta({ description: "When the user first allowed it." }),
    lastAllowedAt: isoTime,
  })
  .meta({
    id: "UserOfApp",
    examples: [
      {
        id: ID,
        gamertag: "Alice",
        email: "alice@example.com",
        app: {
          id: "01a1f9b9-9a0c-7e15-8d0a-2c1f88a0b6f4",
          clientId: "3f0c6a1e9b2d47a58c13e6d9f0a1b2c3d4e5",
          name: "My game",
        },
        scopes: ["user"],
        since: "2026-11-20T16:12:00.943Z",
        lastAllowedAt: "2026-11-22T09:30:12.004Z",
      },
    ],
  });

/**
 * `GET /users`, `GET /users/{id}` of a project's pages: who has logged in to its applications and lets them. Of each as
 * much as the user allows.
 */
export function knownUserRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/users", { config: READ, schema: listRoute }, async ({ query, caller }, reply) => {
      const { limit, cursor: before, format, appId: app, ...rest } = query;
      const project = projectOf(caller);
      const listing: Listing<UserOfApp, ReturnType<typeof presentUserOfApp>, KnownUserPosition> = {
        name: "users",
        message: "Users listed.",
        read: async (at) => await withNames(db, await listKnownUsers(db, { project, ...at }, { ...rest, app })),
        positionOf: (row) => row,
        cursorOf: (at) => z.encode(cursor, at),
        present: presentUserOfApp,
        columns: USER_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });

    api.get("/users/:id", { config: READ, schema: readRoute }, async ({ params, caller }) => {
      const id = idOf<UserId>(params.id, noUser);
      const known = await withNames(db, await findKnownUser(db, projectOf(caller), id));
      if (known.length === 0) throw noUser();
      return success(known.map(presentUserOfApp), "User found.");
    });
  };
}

const noUser = () => new UserNotFound("id");

const listRoute = {
  operationId: "listUsers",
  summary: "List users",
  description:
    "Who has logged in to an application of the project and still lets it, once for each application. The newest first.",
  tags: TAGS,
  querystring: listQuery(position).extend({
    appId: uuidText<AppId>().optional().meta({ description: "Only users of this application." }),
    from: timeText.optional().meta({ description: "Only who came at this time or later." }),
    to: timeText.optional().meta({ description: "Only who came before this time." }),
  }),
  response: { 200: list(userSchema, "Users listed.") },
  textType: "text/csv",
} as const;

const readRoute = {
  operationId: "getUser",
  summary: "Read a user",
  description: "As each application of the project knows the user.",
  tags: TAGS,
  params: idParams(ID),
  response: { 200: envelope(z.array(userSchema), "User found.") },
  errors: ["user_not_found"],
} as const;
