import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import { NO_RANGE } from "#kernel/ids.ts";
import { readableNetwork } from "#kernel/network.ts";
import type { Db } from "#platform/database/db.ts";
import { cursorOf, isoTime, list, page, pageQuery, type RoutesPlugin, uuidText } from "#platform/http/index.ts";
import { listUsersById } from "#users";
import { ROLES } from "./model/role.ts";
import { type Change, type ChangeId, listChanges } from "./store/changes.ts";

const id = uuidText<ChangeId>();
const cursor = cursorOf(id);

const changeSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    at: isoTime,
    user: z.object({ id: z.string(), gamertag: z.string() }),
    role: z.enum(ROLES),
    operation: z.string().meta({ description: "`operationId` of the call.", examples: ["changeMember"] }),
    subject: z.string().nullable().meta({ description: "Id of what was changed or made; null: of nothing." }),
    network: z.string().meta({ description: "Such as `192.0.2.7` or `2001:db8:0:1::/64`." }),
    requestId: z.string(),
    status: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of the answer; null: not known, the service stopped before it." }),
  })
  .meta({ id: "ProjectChange" });

const listRoute = {
  operationId: "listChanges",
  summary: "List what people changed",
  description: "Every call by a person that could change something, newest first; also those that were refused.",
  tags: ["Members"],
  querystring: pageQuery(id).extend({
    subject: z.string().max(100).optional().meta({ description: "Id of a thing: what people did with it." }),
  }),
  response: { 200: list(changeSchema, "Changes listed.") },
} as const;

/** `/history` of a project. */
export function historyRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/history", { schema: listRoute }, async ({ caller, query }) => {
      const { limit, subject, cursor: before = NO_RANGE.before } = query;
      const project = projectOf(caller);
      const rows = await listChanges(db, { project, subject, before, limit: limit + 1 });
      const users = await listUsersById(db, [...new Set(rows.map(({ userId }) => userId))]);
      const names = new Map(users.map((user) => [user.id, user.gamertag]));
      const shape = {
        limit,
        present: (row: Change) => present(row, names.get(row.userId) ?? ""),
        cursorOf: (row: Change) => z.encode(cursor, row.id),
      };
      return page(rows, shape, "Changes listed.");
    });
  };
}

function present({ id, askedAt, userId, role, operation, subject, network, requestId, status }: Change, name: string) {
  return {
    id,
    at: askedAt.toISOString(),
    user: { id: userId, gamertag: name },
    role,
    operation,
    subject: subject ?? null,
    network: readableNetwork(network),
    requestId,
    status: status ?? null,
  };
}
