import type { FastifyRequest } from "fastify";
import type { RoutesPlugin } from "../../server/src/platform/http/index.ts";
import type { PageShape, Shape } from "../src/api/shapes.ts";
import { type FakePeople, fakeRoutes, PROJECT_CALLS, Refusal } from "./fake-people.harness.ts";

type Delivery = PageShape<"Delivery">;
type Endpoint = Shape<"WebhookEndpoint">;
type Refused = PageShape<"RefusedRequest">;

const AT = "2026-11-28T01:00:00.000Z";
const SOON = "2030-11-28T02:00:00.000Z";
const BODY = '{"id":"e","type":"payment.completed","data":{"note":"it\'s"}}';

const idOf = (kind: string, number: number) => `0197c5a1-0000-7000-8000-${kind}${String(number).padStart(11, "0")}`;

export const ENDPOINT_ID = idOf("a", 0);
export const KEY_ID = idOf("b", 0);
export const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0Kd5xWzB3hs=";

/** What the made-up service knows of webhooks and of requests. */
export type FakeHooks = {
  deliveries: Delivery[];
  endpoints: Endpoint[];
  refused: Refused[];
  troubles: PageShape<"EndpointTrouble">[];
  /** Of the secret; null: there is none yet. */
  rotatedAt: string | null;
  /** Keys of the calls that made a secret. */
  readonly secrets: Set<string>;
  /** What was asked for besides reads: method, path, key and body. */
  readonly asked: { readonly call: string; readonly key: unknown; readonly body: unknown }[];
  /** Calls whose answer gets lost from now on. */
  answersLost: number;
  /** Calls that are refused from now on because there were too many. */
  answersRefused: number;
};

const ATTEMPT = { number: 1, startedAt: AT, endedAt: AT, durationMs: 247, status: 503, error: null };

export function fakeDelivery(number: number, changes: Partial<Delivery> = {}): Delivery {
  return {
    eventId: idOf("e", number),
    receiverId: ENDPOINT_ID,
    endpointId: ENDPOINT_ID,
    url: "https://shop.example/hooks/leyden",
    type: "payment.completed",
    objectId: idOf("f", number),
    state: "failed",
    attempts: 1,
    createdAt: AT,
    dueAt: null,
    finishedAt: AT,
    lastAttempt: ATTEMPT,
    lastAttempts: [ATTEMPT],
    ...changes,
  };
}

/** What is counted before it is sent again. */
function recoverableOf(
  { deliveries }: FakeHooks,
  { since = "", endpointId }: Readonly<Record<string, string>>,
): PageShape<"Recoverable"> {
  const asked = deliveries.filter(
    (one) => one.createdAt >= since && (endpointId === undefined || one.endpointId === endpointId),
  );
  const inState = (state: Delivery["state"]) => asked.filter((one) => one.state === state).length;
  return { waiting: inState("waiting"), failed: inState("failed"), isAtLeast: false };
}

export function fakeEndpoint(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    id: ENDPOINT_ID,
    url: "https://shop.example/hooks/leyden",
    types: ["payment.completed", "payment.failed"],
    description: "Order service",
    state: "enabled",
    disabledReason: null,
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  };
}

function fakeRefused(number: number, changes: Partial<Refused> = {}): Refused {
  return {
    requestId: `req-${number}`,
    keyId: KEY_ID,
    at: AT,
    method: "POST",
    route: "/v0/payments",
    path: "/v0/payments",
    status: 400,
    code: "invoice_expired",
    message: "the invoice has expired",
    details: [{ field: "invoice", issue: "expired an hour ago" }],
    body: '{"invoice":"lnbc100n1…","internalId":"order-4711"}',
    network: "203.0.113.7",
    durationMs: 4,
    ...changes,
  };
}

export function createFakeHooks(): FakeHooks {
  return {
    deliveries: [
      fakeDelivery(0, {
        state: "waiting",
        dueAt: SOON,
        finishedAt: null,
        lastAttempt: { ...ATTEMPT, status: null, error: "dns" },
      }),
      fakeDelivery(1),
      ...Array.from({ length: 28 }, (_, i) =>
        fakeDelivery(i + 2, {
          state: "delivered",
          lastAttempt: { number: 1, startedAt: AT, endedAt: AT, durationMs: 12, status: 204, error: null },
        }),
      ),
    ],
    endpoints: [fakeEndpoint()],
    refused: [
      fakeRefused(0),
      fakeRefused(1, { status: 500, code: "internal_error", message: "it failed", body: null, details: [] }),
    ],
    troubles: [
      {
        endpointId: ENDPOINT_ID,
        url: "https://shop.example/hooks/leyden",
        trouble: "failing",
        since: AT,
        lastStatus: 503,
        disabledReason: null,
        waiting: 12,
        failed: 1,
        nextAttemptAt: SOON,
      },
    ],
    rotatedAt: AT,
    secrets: new Set(),
    asked: [],
    answersLost: 0,
    answersRefused: 0,
  };
}

type Asked = FastifyRequest & {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
};

/** Webhooks, events, the log of requests, and a payment that the console may make. */
export function fakeHookRoutes(people: FakePeople, hooks: FakeHooks): RoutesPlugin {
  const noDelivery = () => new Refusal(404, "delivery_not_found", "there is no such delivery");
  const note = ({ method, url, headers, body }: FastifyRequest) => {
    const call = `${method} ${url.split("/").slice(5).join("/")}`;
    hooks.asked.push({ call, key: headers["idempotency-key"], body: body ?? null });
    if (hooks.answersRefused > 0) {
      hooks.answersRefused -= 1;
      return new Refusal(429, "rate_limited", "too many requests, try again in 1 s");
    }
    if (hooks.answersLost === 0) return undefined;
    hooks.answersLost -= 1;
    return new Refusal(503, "starting", "the service begins; ask again");
  };
  const find = ({ params }: Asked) =>
    hooks.deliveries.find(
      ({ eventId, receiverId }) => eventId === params["eventId"] && receiverId === params["receiverId"],
    );
  const eventOf = ({
    eventId,
    receiverId,
    endpointId,
    url,
    state,
    attempts,
    dueAt,
    finishedAt,
    ...rest
  }: Delivery) => ({
    id: eventId,
    type: rest.type,
    objectId: rest.objectId,
    sequence: 2,
    createdAt: rest.createdAt,
    deliveries: [{ receiverId, endpointId, url, state, attempts, dueAt, finishedAt }],
    body: BODY,
    callbackBody: null,
  });
  const request = {
    method: "POST",
    url: "https://shop.example/hooks/leyden",
    headers: [
      { name: "host", value: "shop.example" },
      { name: "content-length", value: "61" },
      { name: "content-type", value: "application/json" },
      { name: "webhook-signature", value: "v1,abc=" },
    ],
    body: BODY,
  };
  return fakeRoutes(people, (on) => {
    const at = `${PROJECT_CALLS}/webhooks`;
    const one = `${at}/deliveries/:eventId/:receiverId`;
    on("GET", `${at}/health`, () => hooks.troubles);
    on("GET", `${at}/deliveries`, ({ query }) => ({
      rows: hooks.deliveries
        .filter(({ state }) => query["state"] === undefined || query["state"] === state)
        .filter(({ type }) => query["type"] === undefined || query["type"] === type)
        .filter(({ endpointId }) => query["endpointId"] === undefined || query["endpointId"] === endpointId),
    }));
    on("GET", one, (asked) => find(asked) ?? noDelivery());
    on("GET", `${one}/request`, (asked) => (find(asked) === undefined ? noDelivery() : request));
    on("GET", `${one}/attempts/:number`, (asked) => {
      const attempt = find(asked)?.lastAttempts[0];
      const answer = { text: "<h1>down for now</h1>", hiddenBecause: null };
      return attempt === undefined ? noDelivery() : { ...attempt, request, isBodyAsSent: true, answer };
    });
    on("GET", `${at}/recover`, ({ query }) => recoverableOf(hooks, query as Readonly<Record<string, string>>));
    on("POST", `${at}/recover`, (asked) => note(asked) ?? { resent: 2, nextSince: null });
    on("GET", `${at}/secret`, () => ({ rotatedAt: hooks.rotatedAt, previousUntil: null }));
    on("POST", `${at}/check-signature`, (asked) => note(asked) ?? checkOf(asked.body as { body: string }));
    on("GET", `${PROJECT_CALLS}/v0/webhook-endpoints`, () => ({ rows: hooks.endpoints }));
    on("POST", `${PROJECT_CALLS}/v0/webhook-endpoints`, (asked) => {
      const refusal = note(asked);
      if (refusal !== undefined) return refusal;
      const endpoint = fakeEndpoint({ id: idOf("a", 1), ...(asked.body as object) });
      hooks.endpoints = [endpoint, ...hooks.endpoints.filter(({ id }) => id !== endpoint.id)];
      return endpoint;
    });
    const endpoint = `${PROJECT_CALLS}/v0/webhook-endpoints/:id`;
    const endpointOf = ({ params }: Asked) => hooks.endpoints.find(({ id }) => id === params["id"]);
    const noEndpoint = () => new Refusal(404, "webhook_endpoint_not_found", "there is no such endpoint");
    on("GET", endpoint, (asked) => endpointOf(asked) ?? noEndpoint());
    on("PATCH", endpoint, (asked) => {
      note(asked);
      hooks.endpoints = hooks.endpoints.map((each) =>
        each.id === asked.params["id"] ? { ...each, ...(asked.body as object) } : each,
      );
      return endpointOf(asked) ?? noEndpoint();
    });
    on("DELETE", endpoint, (asked) => {
      note(asked);
      const ended = endpointOf(asked) ?? noEndpoint();
      hooks.endpoints = hooks.endpoints.filter(({ id }) => id !== asked.params["id"]);
      return ended;
    });
    on("POST", `${endpoint}/test`, (asked) => {
      note(asked);
      const delivery = fakeDelivery(99, {
        type: "webhook.test",
        receiverId: String(asked.params["id"]),
        endpointId: String(asked.params["id"]),
        state: "waiting",
        attempts: 0,
        dueAt: SOON,
        lastAttempt: null,
        lastAttempts: [],
      });
      hooks.deliveries = [delivery, ...hooks.deliveries];
      return eventOf(delivery);
    });
    on("POST", `${PROJECT_CALLS}/v0/webhook-secret/rotate`, (asked) => {
      const refusal = note(asked);
      hooks.secrets.add(String(asked.headers["idempotency-key"]));
      return refusal ?? { secret: SECRET, previousUntil: SOON };
    });
    on("GET", `${PROJECT_CALLS}/v0/events`, ({ query: { type } }) => ({
      rows: hooks.deliveries.filter((each) => type === undefined || each.type === type).map(eventOf),
    }));
    on("GET", `${PROJECT_CALLS}/v0/events/:id`, ({ params }) => {
      const delivery = hooks.deliveries.find(({ eventId }) => eventId === params["id"]);
      return delivery === undefined ? new Refusal(404, "event_not_found", "there is no such event") : eventOf(delivery);
    });
    on("POST", `${PROJECT_CALLS}/v0/events/:id/resend`, (asked) => {
      const refusal = note(asked);
      if (refusal !== undefined) return refusal;
      hooks.deliveries = hooks.deliveries.map((each) =>
        each.eventId === asked.params["id"] ? { ...each, state: "waiting", dueAt: SOON, finishedAt: null } : each,
      );
      return eventOf(hooks.deliveries[0] as Delivery);
    });
    logRoutes(on, hooks);
    on("POST", `${PROJECT_CALLS}/v0/payments`, (asked) => note(asked) ?? { id: idOf("f", 7), status: "completed" });
  });
}

type On = Parameters<Parameters<typeof fakeRoutes>[1]>[0];

function logRoutes(on: On, hooks: FakeHooks): void {
  on("GET", `${PROJECT_CALLS}/requests`, ({ query }) => ({
    rows: hooks.refused
      .filter(({ status }) => query["status"] === undefined || query["status"] === String(status))
      .filter(({ code }) => query["code"] === undefined || query["code"] === code),
  }));
  on("GET", `${PROJECT_CALLS}/requests/:requestId`, ({ params: { requestId } }) => {
    const found = hooks.refused.filter((each) => each.requestId === requestId);
    const made = requestId === "req-made" ? [{ kind: "payment", id: idOf("f", 1), createdAt: AT }] : [];
    return found.length + made.length === 0
      ? new Refusal(404, "request_not_found", "nothing is known of a request with this id")
      : { requestId, refused: found, made };
  });
  on("GET", `${PROJECT_CALLS}/keys`, () => ({ rows: [{ id: KEY_ID, name: "Shop server" }] }));
}

/** Spaces after a colon are what another JSON library writes. */
function checkOf({ body, secret }: { readonly body: string; readonly secret?: string }) {
  const right = { verdict: "right", because: null };
  const isRewritten = body.includes(": ");
  return {
    fits: !isRewritten && secret === undefined,
    event: { id: idOf("e", 1), type: "payment.completed" },
    id: right,
    timestamp: right,
    body: isRewritten ? { verdict: "wrong", because: "rewritten" } : right,
    secret: secret === undefined ? { verdict: "unknown", because: null } : { verdict: "wrong", because: "not_ours" },
    signature: right,
  };
}
