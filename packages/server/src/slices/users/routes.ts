import { z } from "zod";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { envelope, idOf, idParams, type RoutesPlugin, success } from "#platform/http/index.ts";
import { UserNotFound } from "./model/user.ts";
import { findUser, findUserByGamertag } from "./store.ts";

const TAGS = ["Users"];
const ID = "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3";

const userIdSchema = z
  .object({
    id: z.string().meta({
      format: "uuid",
      description: "Never changes. Keep this one in your database: a gamertag may change.",
    }),
  })
  .meta({ id: "UserId", examples: [{ id: ID }] });

const userGamertagSchema = z
  .object({
    gamertag: z.string().meta({ description: "As its owner typed it; upper and lower case are one." }),
  })
  .meta({ id: "UserGamertag", examples: [{ gamertag: "Alice" }] });

const idRoute = {
  operationId: "getUserId",
  summary: "Find a user's id by gamertag",
  description:
    "Upper and lower case are one. A former gamertag is not found, though payments to its Lightning address still " +
    "arrive.",
  tags: TAGS,
  params: z.object({
    gamertag: z
      .string()
      .max(64)
      .meta({ examples: ["alice"] }),
  }),
  response: { 200: envelope(userIdSchema, "User found.") },
  errors: ["user_not_found"],
} as const;

const gamertagRoute = {
  operationId: "getGamertag",
  summary: "Find a user's gamertag by id",
  description: "The present gamertag. It may be another one tomorrow; the id never changes.",
  tags: TAGS,
  params: idParams(ID),
  response: { 200: envelope(userGamertagSchema, "User found.") },
  errors: ["user_not_found"],
} as const;

/** `GET /v0/user-id/gamertag/{gamertag}`, `GET /v0/gamertag/user-id/{id}` (docs/contract.md). */
export function userRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/v0/user-id/gamertag/:gamertag", { schema: idRoute }, async (request) => {
      const user = await findUserByGamertag(db, request.params.gamertag);
      if (user === undefined) throw new UserNotFound();
      return success({ id: user.id }, "User found.");
    });

    api.get("/v0/gamertag/user-id/:id", { schema: gamertagRoute }, async (request) => {
      const id = idOf<UserId>(request.params.id, () => new UserNotFound("id"));
      const user = await findUser(db, id);
      if (user === undefined) throw new UserNotFound("id");
      return success({ gamertag: user.gamertag }, "User found.");
    });
  };
}
