import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { type SaidClock, sayClock } from "../../conformance/said-clock.harness.ts";
import { feeReserve } from "../phoenixd.ts";
import { createFakeApi, type FakeApi } from "./phoenixd-api.harness.ts";

export const PASSWORD = "a password";
export const LIMITED_PASSWORD = "a limited password";

/** What becomes of the next order to pay. */
export type Fault =
  /** It is carried out, and no answer comes. */
  | "hang"
  /** The same, but that a proxy sends a byte now and then. */
  | "trickle"
  /** It is carried out, and the connection breaks. */
  | "cut"
  /** The connection breaks before it is carried out. */
  | "lose"
  /** It is carried out, and the answer says the opposite. */
  | "contradict"
  /** The answer comes twice on the same connection. */
  | "twice"
  /** It is answered with this status, and not carried out. */
  | { readonly status: number; readonly text: string }
  /** The answer comes so many milliseconds after the outcome. */
  | { readonly lateMs: number };

/** phoenixd as its documents say, with a memory. What it does on the network is the fake node's. */
export type FakePhoenixd = {
  readonly node: FakeNode;
  readonly api: FakeApi;
  readonly host: string;
  readonly port: number;
  readonly credentialFile: string;
  /** Orders to pay that were carried out. */
  readonly orders: string[];
  /** Paths that were asked for. */
  readonly asked: string[];
  fault: Fault | undefined;
  /** Its peer is away: `Offline` around the state of the channel, and a balance of nothing. */
  isOffline: boolean;
  /** What its answers say of its clock. phoenixd itself says nothing; a proxy before it may. */
  clockSays: SaidClock;
  /** Pays an invoice of this node, and says so on the websocket. */
  receive(invoice: string): Promise<boolean>;
  /** Says on the websocket that a payment has come. */
  announce(): void;
  /** Connections to the websocket that stand. */
  listeners(): number;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startFakePhoenixd(): Promise<FakePhoenixd> {
  const folder = mkdtempSync(join(tmpdir(), "leyden-phoenixd-"));
  const credentialFile = join(folder, "password");
  writeFileSync(credentialFile, `${PASSWORD}\n`);
  const node = createFakeNode({
    clock: machineClock,
    capabilities: { feeLimit: { kind: "none", reserve: feeReserve }, cltvLimit: false },
    feeOf: (amount) => msats(4_000n + (amount * 4_000n) / 1_000_000n),
    costOf: (amount) => msats((amount / 100_000n) * 1_000n),
    retriesFailed: true,
  });
  const sockets = new WebSocketServer({ noServer: true });
  let server: Server;
  const fake: FakePhoenixd = {
    node,
    api: createFakeApi(node, () => fake.isOffline),
    host: "127.0.0.1",
    port: 0,
    credentialFile,
    orders: [],
    asked: [],
    fault: undefined,
    isOffline: false,
    clockSays: { head: undefined },
    async receive(invoice) {
      const isPaid = await node.counterparty.pay(invoice);
      if (isPaid) fake.announce();
      return isPaid;
    },
    announce() {
      for (const socket of sockets.clients) socket.send('{"type":"payment_received","timestamp":1}');
    },
    listeners: () => sockets.clients.size,
    async restart() {
      await end(server, sockets);
      server = await listen(fake, sockets, fake.port);
    },
    async stop() {
      await end(server, sockets);
      rmSync(folder, { recursive: true });
    },
  };
  server = await listen(fake, sockets, 0);
  return Object.assign(fake, { port: (server.address() as AddressInfo).port });
}

async function listen(fake: FakePhoenixd, sockets: WebSocketServer, port: number): Promise<Server> {
  const server = createServer((request, response) => void answer(fake, request, response));
  server.on("upgrade", (request, socket, head) => {
    if (request.url !== "/websocket" || userOf(request) === undefined) return void socket.destroy();
    return sockets.handleUpgrade(request, socket, head, (client: WebSocket) => void sockets.emit("connection", client));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

async function end(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function userOf({ headers }: IncomingMessage): "full" | "limited" | undefined {
  const password = Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString("utf8");
  return ({ [`:${PASSWORD}`]: "full", [`:${LIMITED_PASSWORD}`]: "limited" } as const)[password];
}

async function answer(fake: FakePhoenixd, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, body: unknown) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  sayClock(response, fake.clockSays);
  const user = userOf(request);
  const url = new URL(request.url ?? "/", "http://phoenixd");
  const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString("utf8"));
  fake.asked.push(url.pathname);
  if (user === undefined || (url.pathname === "/payinvoice" && user === "limited"))
    return void say(401, "Invalid authentication (use basic auth with the http password set in phoenix.conf)");
  if (url.pathname === "/payinvoice") return await payInvoice(fake, form, response, say);
  const found = fake.api.answer(request.method ?? "GET", url, form);
  say(found.status, found.body);
}

async function payInvoice(
  fake: FakePhoenixd,
  form: URLSearchParams,
  response: ServerResponse,
  say: (status: number, body: unknown) => void,
): Promise<void> {
  const { fault } = fake;
  fake.fault = undefined;
  const isStatus = typeof fault === "object" && "status" in fault;
  if (isStatus) return say(fault.status, fault.text);
  if (fault === "lose") return void response.destroy();
  const begun = fake.api.begin(form);
  if ("status" in begun && "body" in begun) return say(begun.status, begun.body);
  fake.orders.push(form.get("invoice") ?? "");
  if (fault === "cut") return void response.destroy();
  while (begun.status.kind === "in_flight" && !response.destroyed) await machineClock.sleep(3);
  if (fault === "hang" || response.destroyed) return;
  if (fault === "trickle") response.writeHead(200);
  while (fault === "trickle" && !response.destroyed) {
    response.write(" ");
    await machineClock.sleep(20);
  }
  if (fault === "trickle") return;
  if (typeof fault === "object") await machineClock.sleep(fault.lateMs);
  const body = fake.api.outcome(begun, fault === "contradict");
  if (fault !== "twice") return say(200, body);
  const text = JSON.stringify(body);
  const once = `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
  response.socket?.write(once + once);
}
