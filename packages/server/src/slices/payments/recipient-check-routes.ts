import { z } from "zod";
import type { Db } from "#platform/database/db.ts";
import { envelope, type RoutesPlugin, success } from "#platform/http/index.ts";
import { listUnknownNames } from "#wallets";
import { TAGS } from "./wire.ts";

/** Of one call, so that its address stays below what proxies take. A page asks again for the next ones. Ours. */
const NAMES_MAX = 100;
const NAME = "[A-Za-z0-9_.+\\-]{1,64}";

const checkSchema = z
  .object({
    unknown: z.array(z.string()).meta({ description: "Those that are unknown, as they were written." }),
  })
  .meta({ id: "RecipientCheck", examples: [{ unknown: ["bobb"] }] });

const route = {
  operationId: "checkRecipients",
  summary: "Ask which recipients there are",
  description:
    "For a file of payments, before the first one is made. Upper and lower case are one. A former gamertag is unknown; the Lightning address of it is not.",
  tags: TAGS,
  querystring: z.object({
    kind: z.enum(["gamertag", "address"]).meta({ description: "`address`: local parts of addresses of this service." }),
    names: z
      .string()
      .regex(new RegExp(`^${NAME}(?:,${NAME}){0,${NAMES_MAX - 1}}$`))
      .meta({ description: `Up to ${NAMES_MAX}, with commas between them.`, examples: ["alice,bobb"] }),
  }),
  response: { 200: envelope(checkSchema, "Recipients looked up.") },
} as const;

/**
 * `GET /recipients` of a project's pages, for who may receive: it tells which gamertags there are, and is asked often
 * enough that it must ask for no fresh login. A GET, so that no history of changes has it.
 */
export function recipientCheckRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    api.get("/recipients", { schema: route, config: { action: "receive" } }, async ({ query }) => {
      const unknown = await listUnknownNames(db, query.kind, query.names.split(","));
      return success({ unknown: [...unknown] }, "Recipients looked up.");
    });
  };
}
