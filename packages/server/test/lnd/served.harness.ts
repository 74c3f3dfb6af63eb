import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { createInstallation, type Installation } from "../installation.harness.ts";
import { bakeLeydens } from "./credential.harness.ts";
import { type LeydenRun, runLeyden } from "./leyden.harness.ts";
import type { LndNode } from "./lnd-node.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { until } from "./process.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, which each test reads as far as it needs
type Json = any;
export type Answer = { readonly status: number; readonly body: Json };

/** `leyden start` on our node of a network, and a project that may pay and be paid. */
export type Served = {
  readonly network: LndNetwork;
  readonly installation: Installation;
  readonly settings: Readonly<Record<string, string>>;
  readonly running: LeydenRun;
  start(): Promise<void>;
  /** From now on its settings and its commands are of this node. */
  moveTo(node: LndNode): Promise<void>;
  /** A call with the project's key. @throws {TypeError} when no answer comes. */
  call(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The `data` of a call that succeeds. */
  data(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Json>;
  /** The project is paid by the recipient. */
  receive(msats: bigint): Promise<void>;
  balance(): Promise<bigint>;
  /** A payment when it has ended. What the node keeps in flight though no channel has it is ended by the operator. */
  ended(id: string): Promise<{ readonly status: string; readonly fee: string }>;
  stop(): Promise<void>;
};

/** What the service says of a payment that LND calls in flight for ever. */
const IN_NO_CHANNEL = "no channel has it";
const AS_FAILED = ["--as", "failed", "--reason", "no channel has it", "--although-it-is-called-in-flight"];
/** More than any test leaves under way. */
const PENDING_MAX = "200";

/** `portOf`: where Leyden reaches our node. */
export async function serveLeyden(
  made: Promise<LndNetwork> = startLndNetwork(),
  portOf: (ours: LndNode) => Promise<number> = async ({ restPort }) => restPort,
): Promise<Served> {
  const network = await made;
  let settings = await settingsOf(network.ours, await portOf(network.ours));
  let installation = createInstallation(settings);
  let running: LeydenRun | undefined;
  let apikey = "";
  const current = () => {
    if (running === undefined) throw new Error("it has not been started");
    return running;
  };
  const served: Served = {
    network,
    get installation() {
      return installation;
    },
    get settings() {
      return settings;
    },
    get running() {
      return current();
    },
    async moveTo(node) {
      settings = await settingsOf(node, node.restPort);
      installation = createInstallation(settings, undefined, dirname(installation.dataDir));
    },
    async start() {
      running = await runLeyden(installation.dataDir, settings);
    },
    async call(path, body, headers = {}) {
      const posted = body && { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(current().baseUrl + path, {
        headers: { apikey, ...(body && { "content-type": "application/json" }), ...headers },
        ...posted,
      });
      return { status: answer.status, body: await answer.json() };
    },
    async data(path, body, headers) {
      const answer = await served.call(path, body, headers);
      expect([path, answer]).toMatchObject([path, { status: 200 }]);
      return answer.body.data;
    },
    async receive(msats) {
      const before = await served.balance();
      const charge = await served.data("/v0/charges", { amount: String(msats), description: "money" });
      const limits = { timeout_seconds: 30, fee_limit_msat: "10000000", max_parts: 16, no_inflight_updates: true };
      const request = { payment_request: charge.invoice.request, ...limits };
      const { result } = await network.recipient.post("/v2/router/send", request);
      expect(result.status).toBe("SUCCEEDED");
      await until("what was received", async () => (await served.balance()) === before + msats);
    },
    balance: async () => BigInt((await served.data("/v0/wallet")).balance),
    async ended(id) {
      let why = "";
      return await until("the end of a payment", async () => {
        const payment = await served.data(`/v0/payments/${id}`);
        if (payment.status !== "processing") return payment;
        if (why !== payment.statusDetail.reason) process.stdout.write(`${payment.statusDetail.reason}\n`);
        why = payment.statusDetail.reason;
        if (why.includes(IN_NO_CHANNEL)) await installation.command("payment", "end", id, ...AS_FAILED);
        return undefined;
      });
    },
    async stop() {
      await running?.stop();
      await installation.remove();
      await network.stop();
    },
  };
  try {
    await served.start();
    await installation.command("project", "create", "shop");
    apikey = /\bley_\S+/.exec((await installation.command("key", "create", "shop")).output)?.[0] ?? "";
    return served;
  } catch (error) {
    await served.stop();
    throw error;
  }
}

async function settingsOf(node: LndNode, port: number): Promise<Readonly<Record<string, string>>> {
  const credential = join(node.folder, "leyden.macaroon");
  writeFileSync(credential, await bakeLeydens(node));
  chmodSync(credential, 0o600);
  return {
    LEYDEN_NODE: `lnd://127.0.0.1:${port}`,
    LEYDEN_NODE_CERT: node.certFile,
    LEYDEN_NODE_CREDENTIAL: credential,
    LEYDEN_PENDING_PAYMENTS_PER_WALLET: PENDING_MAX,
    LEYDEN_PENDING_PAYMENTS_PER_PROJECT: PENDING_MAX,
  };
}
