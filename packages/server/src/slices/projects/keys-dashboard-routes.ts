import { z } from "zod";
import { projectOf } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import {
  cursorOf,
  envelope,
  idOf,
  idParams,
  list,
  markReplayed,
  optionalField,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import type { KeyCache } from "./authenticate.ts";
import { grantKey, type MadeKey } from "./grant-key.ts";
import { KEYS_VALID_MAX, KeyNotFound } from "./model/project-key.ts";
import { renameKey } from "./rename-key.ts";
import { restrictKey } from "./restrict-key.ts";
import { revokeKey } from "./revoke-key.ts";
import { rollKey } from "./roll-key.ts";
import { findOwnKey, type KeyWithPolicy, listKeysWithPolicies } from "./store/policies.ts";
import { EXAMPLE, KEY_ID, keySchema, nameText, presentKey, ruleFields, rulesOf } from "./wire.ts";

export type KeyRoutesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keyCache: KeyCache;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

const keyCursor = cursorOf(uuidText<ProjectKeyId>());

const noKey = (id: string) => () => new KeyNotFound(id);

/**
 * The keys of a project, for its members on the dashboard; paths are below that of the project. Whoever makes or widens
 * a key gives it no more than the caller may do.
 */
export function keysDashboardRoutes(deps: KeyRoutesDeps): RoutesPlugin {
  const { db, clock } = deps;
  const find = async (id: ProjectKeyId, ...[caller]: Parameters<typeof projectOf>) => {
    const found = await findOwnKey(db, id, clock.now(), projectOf(caller));
    if (found === undefined) throw new KeyNotFound(id);
    return presentKey(found, clock.now());
  };
  return (api) => {
    api.get("/keys", { schema: listRoute, config: { action: "read" } }, async ({ caller, query }) => {
      const { limit, cursor: before } = query;
      const now = clock.now();
      const rows = await listKeysWithPolicies(db, { projectId: projectOf(caller), before, limit: limit + 1, now });
      const present = (row: KeyWithPolicy) => presentKey(row, now);
      const cursorOf = ({ key }: KeyWithPolicy) => z.encode(keyCursor, key.id);
      return page(rows, { limit, present, cursorOf }, "Keys listed.");
    });

    api.post(
      "/keys",
      { schema: createRoute, config: { action: "keys", scope: "all" } },
      async ({ body: { name, endsAt, ...rules }, caller, headers }, reply) => {
        const policy = rulesOf(rules);
        const made = await grantKey(deps, { caller, name, policy, endsAt, idempotencyKey: headers["idempotency-key"] });
        markReplayed(reply, made);
        reply.header("cache-control", "no-store");
        return success(presentMade(made, clock.now()), "Key made. Its secret is shown this once.");
      },
    );

    api.patch(
      "/keys/:id",
      { schema: changeRoute, config: { action: "keys", scope: "all" } },
      async ({ body: { name, ...rules }, caller, params }) => {
        const id = idOf<ProjectKeyId>(params.id, noKey(params.id));
        const changes = rulesOf(rules);
        if (changes !== undefined) await restrictKey(deps, { keyId: id, changes, by: caller });
        if (name !== undefined) await renameKey(deps, { id, projectId: projectOf(caller) }, name);
        return success(await find(id, caller), "Key changed.");
      },
    );

    api.post(
      "/keys/:id/roll",
      { schema: rollRoute, config: { action: "keys", scope: "all" } },
      async ({ body, caller, params, headers }, reply) => {
        const keyId = idOf<ProjectKeyId>(params.id, noKey(params.id));
        const by = { caller, idempotencyKey: headers["idempotency-key"] };
        const made = await rollKey(deps, { keyId, formerEndsAt: body?.formerEndsAt, by });
        markReplayed(reply, made);
        reply.header("cache-control", "no-store");
        return success(presentMade(made, clock.now()), "Key rolled over. The new secret is shown this once.");
      },
    );

    api.delete(
      "/keys/:id",
      { schema: revokeRoute, config: { action: "keys", scope: "all" } },
      async ({ caller, params, headers }, reply) => {
        const keyId = idOf<ProjectKeyId>(params.id, noKey(params.id));
        const by = { caller, idempotencyKey: headers["idempotency-key"] };
        markReplayed(reply, await revokeKey(deps, { keyId, by }));
        return success(await find(keyId, caller), "Key revoked. Other processes take it for 5 seconds more.");
      },
    );
  };
}

function presentMade(made: MadeKey, now: Date): z.infer<typeof madeKeySchema> {
  return { ...presentKey(made, now), apiKey: made.secret ?? null };
}

const TAGS = ["Keys"];
const NO_KEY: readonly ErrorCode[] = ["key_not_found"];

const SECRET = "ley_4Gk2QmB7xWv0dTn1sYp9hLr3cKe8aUz5iEjPq";
const MADE = { ...EXAMPLE, lastUsedAt: null, apiKey: SECRET };

const madeKeySchema = keySchema
  .extend({
    apiKey: z.string().nullable().meta({
      description:
        "The secret, for the `apikey` header. Shown here only: the same call with the same `Idempotency-Key` answers the key with null.",
    }),
  })
  .meta({ id: "MadeProjectKey", examples: [MADE] });

const listRoute = {
  tags: TAGS,
  operationId: "listKeys",
  summary: "List the keys of a project",
  description: "Newest first, with those that have ended or were revoked.",
  querystring: pageQuery(uuidText<ProjectKeyId>()),
  response: { 200: list(keySchema, "Keys listed.") },
} as const;

const createRoute = {
  tags: TAGS,
  operationId: "createKey",
  summary: "Make a key",
  description: `What is left out is not bound. A key that might do more than the member who makes it is refused, and never made narrower than it was asked for. A project has at most ${KEYS_VALID_MAX} valid keys.`,
  headers: writeHeaders,
  body: z
    .object({
      name: nameText,
      ...ruleFields,
      endsAt: optionalField(timeText).meta({ description: "From then on the key is refused." }),
    })
    .meta({ examples: [{ name: EXAMPLE.name, scopes: ["read", "send"], cap: "50000", daily: "1000000" }] }),
  response: { 200: envelope(madeKeySchema, "Key made. Its secret is shown this once.") },
  errors: ["key_too_wide", "too_many_keys", "key_not_found", "idempotency_mismatch"],
} as const;

const changeRoute = {
  tags: TAGS,
  operationId: "changeKey",
  summary: "Change a key",
  description:
    "What is left out stays. Answers when it holds in every process, after up to 5 seconds. Keys that took over from each other share their rules.",
  params: idParams(KEY_ID),
  body: z
    .object({ name: optionalField(nameText), ...ruleFields })
    .meta({ examples: [{ daily: "500000", destinations: "any" }] }),
  response: { 200: envelope(keySchema, "Key changed.") },
  errors: [...NO_KEY, "key_too_wide", "key_unconfirmed", "unavailable"],
} as const;

const rollRoute = {
  tags: TAGS,
  operationId: "rollKey",
  summary: "Roll a key over",
  description:
    "Makes a key with the same name, rules and end, on the same budgets. The former key stays valid until `formerEndsAt`. Each key hands over once.",
  params: idParams(KEY_ID),
  headers: writeHeaders,
  body: z
    .object({
      formerEndsAt: optionalField(timeText).meta({
        description: "When the former key ends: in 24 hours unless it is said, at most 30 days away.",
      }),
    })
    .optional()
    .meta({ examples: [{ formerEndsAt: "2026-11-27T16:12:00.000Z" }] }),
  response: { 200: envelope(madeKeySchema, "Key rolled over. The new secret is shown this once.") },
  errors: [...NO_KEY, "key_rolled", "key_too_wide", "too_many_keys", "idempotency_mismatch"],
} as const;

const revokeRoute = {
  tags: TAGS,
  operationId: "revokeKey",
  summary: "Revoke a key",
  description: "It is refused immediately, in other processes within 5 seconds. A key that took over from it stays.",
  params: idParams(KEY_ID),
  headers: writeHeaders,
  response: { 200: envelope(keySchema, "Key revoked. Other processes take it for 5 seconds more.") },
  errors: [...NO_KEY, "idempotency_mismatch"],
} as const;
