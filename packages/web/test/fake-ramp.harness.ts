import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyReply } from "fastify";
import { type Branding, PLAIN } from "../../server/src/kernel/branding.ts";
import { builtFileRoutes } from "../../server/src/platform/http/built-file-routes.ts";
import type { Api, RoutesPlugin } from "../../server/src/platform/http/index.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { sampleApp, serve } from "../../server/src/service/testing/app.harness.ts";
import { openWebPages } from "../../server/src/service/web-pages.ts";
import { rampPage } from "../../server/src/slices/ramp/pages.ts";
import { createFakeRamp, type FakeRamp, FakeRefusal } from "./fake-state.harness.ts";

type Body = Readonly<Record<string, string>>;
type Call = { readonly body: Body; readonly id: string; readonly key: string | undefined };

const options = { config: { access: "public" }, schema: { hide: true } } as const;

/** The page's API on `ramps`. */
function fakeApi(ramps: ReadonlyMap<string, FakeRamp>): RoutesPlugin {
  const rampOf = (id: string) => {
    const ramp = [...ramps.values()].find(
      ({ session, purchase }) => session.id === id || purchase?.id === id || `identity-${session.id}` === id,
    );
    if (ramp === undefined) throw new FakeRefusal(404, "not_found", "there is no such thing");
    return ramp;
  };
  const answer = async (reply: FastifyReply, act: () => unknown) => {
    try {
      return await reply.send({ success: true, data: await act(), message: "Done." });
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error;
      const { status, code, message } = error;
      return await reply.code(status).send({ success: false, message, error: { code, message } });
    }
  };
  return (api: Api) => {
    const on = (method: "GET" | "POST", path: string, act: (ramp: FakeRamp, call: Call) => unknown) =>
      api.route({
        ...options,
        method,
        url: path,
        handler: (request, reply) => {
          const { id } = request.params as { id: string };
          return answer(reply, () => {
            const ramp = rampOf(id);
            ramp.calls.push(`${method} ${path.split(":id")[1]}`);
            return act(ramp, { body: (request.body ?? {}) as Body, id, key: request.headers.authorization });
          });
        },
      });
    const onPage = (method: "GET" | "POST", path: string, act: (ramp: FakeRamp, call: Call) => unknown) =>
      on(method, `/ramp/:id/api${path}`, (ramp, call) => {
        ramp.requireKey(call.key);
        return act(ramp, call) ?? ramp.state();
      });
    on("POST", "/ramp/:id/api/open", (ramp, { body }) => ramp.open(body["token"] ?? "", body["page_key"] ?? ""));
    onPage("GET", "/state", (ramp) => {
      const state = structuredClone(ramp.state());
      ramp.work();
      return state;
    });
    onPage("POST", "/code", (ramp) => ramp.sendCode());
    onPage("POST", "/code/check", (ramp, { body }) => ramp.checkCode(body["code"] ?? "", body["terms"]));
    onPage("POST", "/identity", (ramp) => ({
      page:
        ramp.processor === "stripe"
          ? { kind: "stripe", publishableKey: "pk_test_1", clientSecret: "identity_secret" }
          : { kind: "sandbox", reference: `identity-${ramp.session.id}` },
    }));
    onPage("POST", "/price", (ramp, { body }) => ramp.price(body, body["currency"] ?? ""));
    onPage("POST", "/quote", (ramp, { body }) =>
      ramp.quote(body["amount"] ?? "", body["currency"] ?? "", body["terms"]),
    );
    onPage("POST", "/pay", (ramp) => ramp.pay());
    onPage("POST", "/card", (ramp, { body }) => ramp.sayCard((body["given"] as unknown) === true));
    onPage("POST", "/identity/given", () => undefined);
    onPage("POST", "/cancel", (ramp) => ramp.cancel());
    onPage("POST", "/credit", (ramp) => ramp.authorize());
    on("POST", "/ramp/sandbox/identity/:id", (ramp, { body }) => {
      ramp.decideIdentity(body["surname"] ?? "");
      return {};
    });
    on("POST", "/ramp/sandbox/payments/:id/confirm", (ramp, { body }) => ramp.confirm(body["number"] ?? ""));
    api.get("/ramp/sandbox/challenge/:id", options, async (_request, reply) =>
      reply.type("text/html").header("content-security-policy", "").send(CHALLENGE),
    );
    on("POST", "/ramp/sandbox/challenge/:id/:choice", (ramp) => ramp.authorize());
  };
}

const CHALLENGE = `<!doctype html><title>Bank</title><h1>Your bank</h1>
<button onclick="fetch(location.pathname + '/approve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(() => close())">Approve</button>`;

/** The service with sessions that are made up, and a page of somebody else that shows them. */
export async function startFakeService(
  pages: Readonly<Record<string, (ramp: FakeRamp, baseUrl: string) => string>>,
  branding: Branding = PLAIN,
) {
  const ramps = new Map<string, FakeRamp>();
  const [port, hostilePort] = await twoPorts();
  const baseUrl = `http://127.0.0.1:${port}`;
  const host = await listen(0, (path) => {
    const [, name = "", id = ""] = path.split("/");
    const ramp = ramps.get(id);
    return ramp === undefined ? undefined : pages[name]?.(ramp, baseUrl);
  });
  // Its origin begins with ours: http://127.0.0.1:4321 and http://127.0.0.1:43210.
  const hostile = await listen(hostilePort, (path) => pages[path.split("/")[1] ?? ""]?.(createFakeRamp(), baseUrl));
  const hostUrl = originOf(host);
  const findFrame = async (id: string) => (ramps.has(id) ? { origins: [hostUrl] } : undefined);
  const assets = await openWebPages({ web: "on" }, { log: createLog({ level: "silent", pretty: false }) });
  if (assets === undefined) throw new Error("the pages are switched on");
  const app = await sampleApp({
    baseUrl,
    branding,
    routes: [
      builtFileRoutes(assets),
      rampPage({ findFrame, assets, baseUrl, isTestNetwork: () => false, proofFor: () => undefined }),
      fakeApi(ramps),
    ],
  });
  const service = await serve(app, { port });
  return {
    baseUrl,
    hostUrl,
    hostileUrl: originOf(hostile),
    given(changes: Partial<FakeRamp> = {}): FakeRamp {
      const ramp = Object.assign(createFakeRamp(), changes);
      ramps.set(ramp.session.id, ramp);
      return ramp;
    },
    /** Address of the page itself, as a web view opens it. */
    pageUrl: (ramp: FakeRamp, more = "") => `${baseUrl}/ramp/${ramp.session.id}#token=${ramp.token}${more}`,
    async close() {
      host.close();
      hostile.close();
      host.closeAllConnections();
      hostile.closeAllConnections();
      await service.close();
    },
  };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(port: number, pageOf: (path: string) => string | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    const page = pageOf(request.url ?? "");
    const type = request.url?.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
    response.writeHead(page === undefined ? 404 : 200, { "content-type": type }).end(page);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return server;
}

/** Two free ports, the second of which is the first with one digit more. */
async function twoPorts(): Promise<readonly [number, number]> {
  // Browsers refuse 4190 and 5060 (WHATWG Fetch, section 2.9, "bad port"), and none between them.
  for (let port = 4_200 + (process.pid % 800); port < 5_060; port++)
    for (let digit = 0; digit < 10; digit++)
      if ((await isFree(port)) && (await isFree(port * 10 + digit))) return [port, port * 10 + digit];
  throw new Error("no free ports");
}

async function isFree(port: number): Promise<boolean> {
  return await listen(port, () => undefined).then(
    (server) => new Promise<boolean>((resolve) => server.close(() => resolve(true))),
    () => false,
  );
}
