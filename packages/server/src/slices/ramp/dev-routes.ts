import { z } from "zod";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { type Api, type RoutesPlugin, success } from "#platform/http/index.ts";
import { isLocal } from "#platform/http/is-local.ts";
import { cspHashOf, LOOK } from "#platform/http/look.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { GAME_SCRIPT, gamePage } from "./templates/game-page.ts";

type Deps = {
  readonly random: Pick<Random, "bytes">;
  readonly baseUrl: string;
  readonly outbound: Pick<Outbound, "request">;
  readonly isDevelopment: () => boolean;
  /** Key of the demo project; undefined while there is none. */
  readonly demoKey: () => string | undefined;
  /** "host:port" of the merchant of the embedded network, which takes webhooks. */
  readonly merchantHost: string;
};

/** The loader of the widget is a file of ours; the widget sets styles of its own, and shows our page in a frame. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "same-origin",
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'self' ${cspHashOf(GAME_SCRIPT)}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
};

const inboxOf = z.object({ inbox: z.string().regex(/^[a-f0-9]{32}$/) });
const sessionBody = z.object({ email: z.string().max(320), destination: z.string().max(400).optional() });
const INBOX_BYTES_MAX = 1_048_576;
const INBOX_DEADLINE_MS = 5_000;
const LISTED = {
  kind: "development",
  name: "Demo shop",
  about: "A game that sells bitcoin in the widget; its cards are made up",
} as const;

/**
 * `/dev/ramp`: a game that sells bitcoin to its player with the widget, and shows the webhooks that it gets. Its
 * backend is the demo project, its webhook receiver the merchant of the embedded network. In development alone, and
 * for browsers on this machine.
 */
export function devRampRoutes(deps: Deps): RoutesPlugin {
  const config = { access: "public", scope: "ramp" } as const;
  return (api) => {
    void api.register(async (scope: Api) => {
      scope.addHook("onRequest", async (request) => {
        if (!deps.isDevelopment() || !isLocal(request)) throw new AppError("not_found", "there is no such page");
      });
      const isOpen = () => deps.isDevelopment() && deps.demoKey() !== undefined;
      const page = { ...config, listed: { ...LISTED, isOpen } } as const;
      scope.get("/dev/ramp", { config: page, schema: { hide: true } }, async (_request, reply) => {
        const inbox = Buffer.from(deps.random.bytes(16)).toString("hex");
        const merchant = `merchant@${deps.merchantHost}`;
        const { name } = scope.shell.branding;
        const game = { inbox, baseUrl: deps.baseUrl, name, merchant, look: LOOK };
        return await reply.headers(PAGE_HEADERS).send(gamePage(game));
      });
      scope.post(
        "/dev/ramp/:inbox/session",
        { config, schema: { hide: true, params: inboxOf, body: sessionBody } },
        async ({ params, body }, reply) => {
          const answer = await scope.inject({
            method: "POST",
            url: "/api/v1/ramp-widget",
            headers: { apikey: deps.demoKey() ?? "" },
            payload: {
              ...body,
              webhook_url: `http://${deps.merchantHost}/hooks/${params.inbox}`,
              reference_id: "level-7",
            },
          });
          return await reply.code(answer.statusCode).send(answer.json());
        },
      );
      scope.get("/dev/ramp/:inbox/hooks", { config, schema: { hide: true, params: inboxOf } }, async ({ params }) => {
        const { body } = await deps.outbound.request({
          url: new URL(`http://${deps.merchantHost}/hooks/${params.inbox}`),
          method: "GET",
          redirects: "none",
          maxBytes: INBOX_BYTES_MAX,
          deadlineMs: INBOX_DEADLINE_MS,
        });
        return success(JSON.parse(new TextDecoder().decode(body)), "Webhooks listed.");
      });
    });
  };
}
