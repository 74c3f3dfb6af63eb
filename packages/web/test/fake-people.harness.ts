import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect } from "vitest";
import { type Branding, PLAIN } from "../../server/src/kernel/branding.ts";
import { builtFileRoutes } from "../../server/src/platform/http/built-file-routes.ts";
import type { Api, RoutesPlugin } from "../../server/src/platform/http/index.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { freePort } from "../../server/src/platform/machine/free-port.ts";
import { machineRandom } from "../../server/src/platform/machine/random.ts";
import { peoplePages } from "../../server/src/service/people-pages.ts";
import { sampleApp, serve } from "../../server/src/service/testing/app.harness.ts";
import { openWebPages } from "../../server/src/service/web-pages.ts";
import type { DashboardMe, WalletMe } from "../src/api/own-paths.ts";
import type { PageShape, Shape } from "../src/api/shapes.ts";
import { changeText, placeIn, placeNow, streamRoutes } from "./fake-streams.harness.ts";

type Payment = Shape<"Payment">;

/** What the made-up service knows. Tests change it while pages are open. */
export type FakePeople = {
  isLoggedIn: boolean;
  me: DashboardMe;
  wallet: WalletMe;
  balance: string;
  overview: Omit<PageShape<"Overview">, "unit" | "available">;
  /** Of the days and hours in which something happened, the newest last. */
  totals: PageShape<"Totals">["totals"];
  payments: Payment[];
  /** What a search finds by its id or its name, besides payments. */
  things: PageShape<"SearchResult">["found"][number][];
  /** Files that were begun, by kind and print. */
  files: Map<string, Omit<PageShape<"BegunFile">, "isNew">>;
  /** Codes with which the next calls are refused, by the end of their path. */
  refusals: Map<string, Refused>;
  /** Streams of changes that are open, by the address of each. */
  readonly streams: Map<ServerResponse, string>;
  /** What the streams tell, in its order: the place of a page is its length then. */
  happened: { readonly type: string; readonly objectId?: string }[];
  /** Addresses of all requests, files as well. */
  readonly asked: string[];
  /** Every call of a page: method, address, and whether it said that it comes from a page. */
  readonly calls: { readonly method: string; readonly url: string; readonly isOfPage: boolean }[];
};

export const PROJECTS = ["0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718", "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60719"] as const;

const AT = "2026-11-28T01:00:00.000Z";

/** The payment of this number: the higher, the older. */
export function fakePayment(number: number, changes: Partial<Payment> = {}): Payment {
  const tail = String(number).padStart(12, "0");
  return {
    id: `0197c5a1-0000-7000-8000-${tail}`,
    fee: number % 3 === 0 ? "1234" : "0",
    unit: "msats",
    amount: String((number + 1) * 12_345_000),
    invoice: "",
    preimage: "ab".repeat(32),
    walletId: PROJECTS[0],
    transactionId: PROJECTS[1],
    lnAddress: `player${number}@wallet.example`,
    callbackUrl: null,
    internalId: number === 3 ? "662E41" : null,
    comment: null,
    processedAt: AT,
    createdAt: new Date(Date.parse(AT) - number * 3_600_000).toISOString(),
    status: "completed",
    ...changes,
  };
}

function fakeWallet(freshUntil: string): WalletMe {
  const none = { limit: "1000000000", left: "900000000" };
  return {
    user: {
      id: PROJECTS[0],
      gamertag: "ann",
      gamertagChangeableAt: null,
      email: "ann@example.com",
      emailIsVerified: true,
      language: "en",
      image: "",
      publicBio: "",
      twitter: "",
      website: "",
    },
    address: { lightningAddress: "ann@leyden.example", lnurl: "LNURL1ANN", permanentLnurl: "LNURL1ID" },
    balance: "1234567890",
    available: "1234567890",
    pending: { count: 0, reserved: "0" },
    limits: { daily: { ...none, moreAt: null }, weekly: null, monthly: null, balance: null },
    sending: { isPaused: false, repeatAbove: "100000000", paysToEmail: true },
    login: { freshUntil, secondFactor: false, passkeys: 0 },
    price: { currency: "USD", perBitcoin: "97123.45", at: AT, source: "market" },
    buy: null,
    network: "regtest",
    serviceName: "Leyden",
  };
}

export function createFakePeople(): FakePeople {
  const user = { id: PROJECTS[0], gamertag: "ann", email: "ann@example.com" };
  const [id, other] = PROJECTS;
  const project = { handle: "coffee", createdAt: AT, actions: ["read", "receive", "send"] };
  const known = {
    user,
    freshUntil: new Date(Date.now() + 600_000).toISOString(),
    network: "regtest",
    serviceName: "Leyden",
  };
  return {
    isLoggedIn: true,
    me: {
      ...known,
      mayCreateProjects: false,
      projectsLeft: 5,
      invitations: [],
      place: null,
      projects: [
        { ...project, id, name: "Coffee & Games", role: "owner" },
        { ...project, id: other, name: "Second", role: "viewer" },
      ],
    },
    wallet: fakeWallet(known.freshUntil),
    balance: "123456789000",
    overview: {
      reserved: "0",
      firstSteps: { keys: "used", paid: true, received: "more", webhooks: "delivered" },
      troubledEndpoints: 0,
    },
    totals: [],
    payments: [
      fakePayment(0, {
        status: "processing",
        preimage: null,
        processedAt: null,
        statusDetail: {
          code: "held",
          reason: "The recipient's node has not answered yet.",
          nextCheckAt: AT,
          finishedBy: AT,
        },
      }),
      fakePayment(1),
      fakePayment(2, {
        status: "failed",
        preimage: null,
        failure: { code: "no_route", message: "No way to the recipient was found." },
      }),
      ...Array.from({ length: 40 }, (_, i) => fakePayment(i + 3)),
    ],
    things: [],
    files: new Map(),
    refusals: new Map(),
    streams: new Map(),
    happened: [],
    asked: [],
    calls: [],
  };
}

const options = { config: { access: "public", takesAnyQuery: true }, schema: { hide: true } } as const;

type Handler = (
  request: FastifyRequest & { params: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> },
) => object;

type On = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, handler: Handler) => void;

/** Below it are the calls of a project's pages. */
export const PROJECT_CALLS = "/dashboard/api/projects/:project";

/** Routes for pages, on `people`. A handler answers `data`, or with `rows` a page of a list. */
export function fakeRoutes(people: FakePeople, define: (on: On) => void): RoutesPlugin {
  return (api: Api) => {
    const on: On = (method, url, handler) =>
      api.route({
        ...options,
        method,
        url,
        handler: async (request, reply) => {
          people.calls.push({ method, url: request.url, isOfPage: request.headers["x-leyden-page"] === "1" });
          const refusal = refusalOf(people, request.url);
          if (refusal !== undefined) return refuse(reply, refusal);
          const found = handler(request as never);
          if (found instanceof Refusal) return refuse(reply, found);
          if ("rows" in found && (request.query as { format?: string }).format === "csv")
            return reply.type("text/csv").send(`rows\r\n${JSON.stringify(found.rows)}\r\n`);
          if ("rows" in found)
            return listOf(found.rows as readonly object[], request.query as Readonly<Record<string, string>>);
          return { success: true, data: found, message: "Done." };
        },
      });
    define(on);
  };
}

function fakeApi(people: FakePeople): RoutesPlugin {
  const paths = [`${PROJECT_CALLS}/events/stream`, "/wallet/api/events/stream"];
  const streams = streamRoutes(people, paths, (url, reply) => {
    const refusal = refusalOf(people, url);
    return refusal && refuse(reply, refusal);
  });
  const calls = fakeRoutes(people, (on) => {
    const project = PROJECT_CALLS;
    on("GET", "/dashboard/api/me", ({ query }) => ({ ...people.me, place: placeIn(people, query["project"]) }));
    on("GET", `${project}/v0/wallet`, () => ({ unit: "msats", balance: people.balance }));
    on("GET", `${project}/overview`, () => ({ unit: "msats", available: people.balance, ...people.overview }));
    on("GET", `${project}/totals`, ({ query }) => fakeTotals(people, query as never));
    on("GET", `${project}/v0/payments`, ({ query: { status, internalId } }) => ({
      rows: people.payments
        .filter((payment) => status === undefined || payment.status === status)
        .filter((payment) => internalId === undefined || payment.internalId === internalId),
    }));
    on("GET", `${project}/v0/payments/:id`, ({ params }) => {
      const payment = people.payments.find(({ id }) => id === params["id"]);
      return payment ?? new Refusal(404, "payment_not_found", "there is no such payment");
    });
    on("GET", `${project}/payments/:id/record`, () => ({
      paymentHash: "cd".repeat(32),
      orderer: { kind: "key", id: PROJECTS[1], name: "Payouts <nightly>" },
    }));
    on("GET", `${project}/payments/:id/timeline`, ({ params }) => {
      const payment = people.payments.find(({ id }) => id === params["id"]);
      return payment === undefined ? new Refusal(404, "not_found", "there is no such thing") : timelineOf(payment);
    });
    on("GET", `${project}/search`, ({ query }) => ({
      found: [...people.payments.map(foundPayment), ...people.things].filter(
        ({ id, name }) => id === query["q"] || name === query["q"],
      ),
      lookedFor: ["id", "own_name"],
    }));
    on("POST", `${project}/files`, ({ body }) => beginFile(people, body as FileAsked));
    on("GET", `${project}/files/:kind/:key`, ({ params }) => {
      const found = [...people.files].find(
        ([name, { key }]) => name.startsWith(`${params["kind"]} `) && key === params["key"],
      );
      return found === undefined
        ? new Refusal(404, "not_found", "the file was begun too long ago")
        : { ...found[1], isNew: false };
    });
    on("GET", "/wallet/api/me", () => people.wallet);
  });
  return (api) => {
    void calls(api);
    void streams(api);
  };
}

type FileAsked = { readonly kind: string; readonly print: string; readonly again?: string };

function beginFile({ files }: FakePeople, { kind, print, again }: FileAsked): PageShape<"BegunFile"> {
  const name = `${kind} ${print}`;
  const before = files.get(name);
  if (before !== undefined && before.key !== again) return { ...before, isNew: false };
  const now = Date.now();
  const begun = {
    key: machineRandom().uuid().replaceAll("-", ""),
    begunAt: new Date(now).toISOString(),
    knownUntil: new Date(now + 14 * 86_400_000).toISOString(),
  };
  files.set(name, begun);
  return { ...begun, isNew: true };
}

/** Up to now, from the time that is asked for. */
function fakeTotals({ totals }: FakePeople, { by, from }: { by: "hour" | "day"; from: string }): PageShape<"Totals"> {
  const ms = by === "hour" ? 3_600_000 : 86_400_000;
  const to = new Date((Math.floor(Date.now() / ms) + 1) * ms).toISOString();
  return { from, to, by, isComplete: true, tookSeconds: [1, 5, 30, 300, 3_600], totals };
}

function foundPayment({ id, status, amount, internalId, createdAt }: Payment) {
  return { kind: "payment" as const, id, status, amount, name: internalId, createdAt };
}

/** Where the money of a payment is, and why, as the service says it. */
function timelineOf({ status, failure, statusDetail, createdAt }: Payment): PageShape<"Timeline"> {
  const isOver = status !== "processing";
  return {
    status,
    where: isOver ? "The money is where it belongs." : "It is under way to the recipient.",
    why: failure?.message ?? statusDetail?.reason ?? "It was paid.",
    next: isOver ? null : "The recipient takes it, or it comes back.",
    nextCheckAt: statusDetail?.nextCheckAt ?? null,
    endsBy: statusDetail?.finishedBy ?? null,
    isQuick: statusDetail?.code === "sent",
    happened: [
      { at: createdAt, text: "10 sat were set aside.", detail: null, thing: null },
      { at: createdAt, text: "The event was written.", detail: "204", thing: { kind: "event", id: PROJECTS[1] } },
    ],
  };
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly { readonly field: string; readonly issue: string }[];

  constructor(status: number, code: string, message: string, details: Refusal["details"] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

function refusalOf({ refusals }: FakePeople, url: string) {
  const [, refusal] = [...refusals].find(([end]) => url.split("?", 1)[0]?.endsWith(end)) ?? [];
  return refusal;
}

type Refused = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly issue: string }[];
};

function refuse(reply: FastifyReply, { status, code, message, details }: Refused) {
  const doc_url = `http://${reply.request.host}/docs/errors#${code}`;
  return reply.code(status).send({ success: false, message, error: { code, message, details, doc_url } });
}

function listOf(rows: readonly object[], { cursor = "0", limit = "20" }: Readonly<Record<string, string>>) {
  const [from, to] = [Number(cursor), Number(cursor) + Number(limit)];
  return {
    success: true,
    data: rows.slice(from, to),
    next_cursor: to < rows.length ? String(to) : null,
    message: "Rows.",
  };
}

/** Wallet and dashboard in front of what is made up. `more`: what a test of some pages adds to it. */
export async function startFakePeople(
  branding: Branding = PLAIN,
  more: (people: FakePeople) => readonly RoutesPlugin[] = () => [],
) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const people = createFakePeople();
  const pages = await openWebPages({ web: "on" }, { log: createLog({ level: "silent", pretty: false }) });
  if (pages === undefined) throw new Error("the pages are switched on");
  const app = await sampleApp({
    baseUrl,
    branding,
    routes: [
      builtFileRoutes(pages),
      peoplePages({
        baseUrl,
        random: machineRandom(),
        findPerson: async () =>
          people.isLoggedIn ? { placeNow: async () => placeNow(people), usesDashboard: async () => true } : undefined,
        pages,
        network: () => "regtest",
      }),
      fakeApi(people),
      ...more(people),
      loginPage,
    ],
  });
  const service = await serve(app, { port });
  service.server.on("request", ({ url = "" }) => people.asked.push(url));
  return {
    baseUrl,
    people,
    /** As it was when the service began. */
    reset: () => void Object.assign(people, createFakePeople(), { streams: people.streams }),
    /** Tells open pages of a change, as soon as one listens. */
    async tell(change: { readonly type: string; readonly objectId?: string }, id: string) {
      await expect.poll(() => people.streams.size).toBeGreaterThan(0);
      for (const stream of people.streams.keys()) stream.write(changeText(change, id));
    },
    async close() {
      for (const stream of people.streams.keys()) stream.destroy();
      await service.close();
    },
  };
}

/** Says where it leads. */
const loginPage: RoutesPlugin = (api) => {
  api.get("/login", options, async (request, reply) =>
    reply
      .type("text/html")
      .send(
        `<!doctype html><html lang="en"><title>Log in</title><h1>Log in</h1><p>${JSON.stringify(request.query)}</p>`,
      ),
  );
};
