import { z } from "zod";
import {
  cursorOf,
  envelope,
  hungUp,
  isoTime,
  list,
  markReplayed,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { claimCallbackHost } from "./hosts/claim-callback-host.ts";
import { releaseCallbackHost } from "./hosts/release-callback-host.ts";
import { verifyCallbackHost } from "./hosts/verify-callback-host.ts";
import { CALLBACK_HOSTS_MAX, type CallbackHost, type CallbackHostId, challengeUrl } from "./model/callback-host.ts";
import { listHosts } from "./store/hosts.ts";
import { CREATED_AT, type EventRoutesDeps } from "./wire.ts";

const EXAMPLE = {
  host: "shop.example",
  token: "leyden-callback-6pXcYkq0F5s3B1tJm8uVwQe2ZrHhNn4D",
  challengeUrl: "https://shop.example/.well-known/leyden-callback.txt",
  verifiedAt: null,
  createdAt: CREATED_AT,
};

const callbackHostSchema = z
  .object({
    host: z.string(),
    token: z.string().meta({ description: "What the challenge file must hold, and nothing else." }),
    challengeUrl: z.string().meta({ description: "Where the challenge file must lie." }),
    verifiedAt: isoTime
      .nullable()
      .meta({ description: "From then on others are refused the host; null: they are not." }),
    createdAt: isoTime,
  })
  .meta({
    id: "CallbackHost",
    examples: [EXAMPLE],
  });

const hostParams = z.object({
  host: z
    .string()
    .max(255)
    .meta({ examples: [EXAMPLE.host] }),
});

const hostCursor = cursorOf(uuidText<CallbackHostId>());

/** `/v0/callback-hosts` (docs/contract.md, "Callback hosts"). */
export function callbackHostRoutes(deps: EventRoutesDeps): RoutesPlugin {
  const present = (host: CallbackHost): z.infer<typeof callbackHostSchema> => ({
    host: host.host,
    token: host.token,
    challengeUrl: challengeUrl(host.host, deps.outbound.allows),
    verifiedAt: host.verifiedAt?.toISOString() ?? null,
    createdAt: host.createdAt.toISOString(),
  });
  return (api) => {
    api.post(
      "/v0/callback-hosts",
      { schema: claimRoute, config: { scope: "all" } },
      async ({ body, caller, headers }, reply) => {
        const { claimed, replayed } = await claimCallbackHost(deps, {
          caller,
          host: body.host,
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(present(claimed), "Callback host claimed; put the token into the challenge file and verify it.");
      },
    );

    api.get("/v0/callback-hosts", { schema: listHostsRoute }, async ({ caller, query: { limit, cursor: before } }) => {
      const rows = await listHosts(deps.db, { ownerId: caller.wallet.owner.id, before, limit: limit + 1 });
      const cursorOf = ({ id }: CallbackHost) => z.encode(hostCursor, id);
      return page(rows, { limit, present, cursorOf }, "Callback hosts listed.");
    });

    api.post(
      "/v0/callback-hosts/:host/verify",
      { schema: verifyRoute, config: { scope: "all" } },
      async ({ caller, params }, reply) => {
        const host = params.host.toLowerCase();
        const verified = await verifyCallbackHost(deps, { caller, host }, hungUp(reply));
        return success(present(verified), "Callback host verified.");
      },
    );

    api.delete(
      "/v0/callback-hosts/:host",
      { schema: releaseRoute, config: { scope: "all" } },
      async ({ caller, params, headers }, reply) => {
        const { released, replayed } = await releaseCallbackHost(deps, {
          caller,
          host: params.host.toLowerCase(),
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(present(released), "Callback host removed.");
      },
    );
  };
}

const HOSTS = { tags: ["Callback hosts"] };

const claimRoute = {
  ...HOSTS,
  operationId: "claimCallbackHost",
  summary: "Claim a callback host",
  description: `The first step to keep other projects of this service from sending callbacks to your host: answers a token and where to put it. At most ${CALLBACK_HOSTS_MAX} hosts a project.`,
  headers: writeHeaders,
  body: z
    .object({
      host: z
        .string()
        .max(253)
        .meta({ description: "Name of the host, without scheme and path.", examples: [EXAMPLE.host] }),
    })
    .meta({ examples: [{ host: EXAMPLE.host }] }),
  response: {
    200: envelope(callbackHostSchema, "Callback host claimed; put the token into the challenge file and verify it."),
  },
  errors: ["callback_host_claimed", "too_many_callback_hosts", "callback_host_not_found", "idempotency_mismatch"],
} as const;

const listHostsRoute = {
  ...HOSTS,
  operationId: "listCallbackHosts",
  summary: "List callback hosts",
  description: "Newest first, also those that are not verified.",
  querystring: pageQuery(uuidText<CallbackHostId>()),
  response: { 200: list(callbackHostSchema, "Callback hosts listed.") },
} as const;

const verifyRoute = {
  ...HOSTS,
  operationId: "verifyCallbackHost",
  summary: "Verify a callback host",
  description:
    "Reads the challenge file. With the token in it the host is the project's alone: endpoints of other projects at this host are disabled, what waits for them is cancelled, and new ones are refused. The file may be removed afterwards.",
  params: hostParams,
  response: {
    200: envelope(
      callbackHostSchema.meta({ examples: [{ ...EXAMPLE, verifiedAt: "2026-11-20T16:13:05.204Z" }] }),
      "Callback host verified.",
    ),
  },
  errors: ["callback_host_not_found", "callback_host_not_verified", "callback_host_claimed"],
} as const;

const releaseRoute = {
  ...HOSTS,
  operationId: "removeCallbackHost",
  summary: "Give up a callback host",
  description:
    "Other projects may name the host again. Answers the claim as it was; the same call with the same `Idempotency-Key` does so again.",
  params: hostParams,
  headers: writeHeaders,
  response: { 200: envelope(callbackHostSchema, "Callback host removed.") },
  errors: ["callback_host_not_found", "idempotency_mismatch"],
} as const;
