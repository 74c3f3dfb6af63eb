import { z } from "zod";
import type { Db } from "#platform/database/db.ts";
import { envelope, type RoutesPlugin, success } from "#platform/http/index.ts";
import { listUnknownGamertags } from "#wallets";
import { TAGS } from "./wire.ts";

/** Of one call, so that its address stays below what proxies take. A page asks again for the next ones. Ours. */
const NAMES_MAX = 100;
const NAME = "[A-Za-z0-9_.\\-]{1,64}";

const checkSchema = z
  .object({
    unknown: z.array(z.string()).meta({ description: "Those that no user has now, as they were written." }),
  })
  .meta({ id: "GamertagCheck", examples: [{ unknown: ["bobb"] }] });

const route = {
  operationId: "checkGamertags",
  summary: "Ask which gamertags there are",
  description:
    "For a file of payments, before the first one is made. Upper and lower case are one, and a former gamertag is unknown.",
  tags: TAGS,
  querystring: z.object({
    gamertags: z
      .string()
      .regex(new RegExp(`^${NAME}(?:,${NAME}){0,${NAMES_MAX - 1}}$`))
      .meta({ description: `Up to ${NAMES_MAX}, with commas between them.`, examples: ["alice,bobb"] }),
  }),
  response: { 200: envelope(checkSchema, "Gamertags looked up.") },
} as const;

/** `GET /gamertags` of a project's pages. It is a read, so that no history of changes has it. */
export function gamertagCheckRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/gamertags", { schema: route, config: { action: "read" } }, async ({ query }) => {
      const unknown = await listUnknownGamertags(db, query.gamertags.split(","));
      return success({ unknown: [...unknown] }, "Gamertags looked up.");
    });
  };
}
