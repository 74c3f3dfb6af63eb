import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { msats } from "../../../packages/server/src/kernel/money.ts";
import { CLTV_LIMIT_BLOCKS, PAY_WAIT_MS } from "../../../packages/server/src/slices/lightning/index.ts";
import { createInstallation, type Installation } from "../../../packages/server/test/installation.harness.ts";
import { bakeLeydens } from "../../../packages/server/test/lnd/credential.harness.ts";
import { type LeydenRun, runLeyden } from "../../../packages/server/test/lnd/leyden.harness.ts";
import type { LndNode } from "../../../packages/server/test/lnd/lnd-node.harness.ts";
import { type LndNetwork, startLndNetwork } from "../../../packages/server/test/lnd/network.harness.ts";

/** A node of LND that pays the recipient and is paid by it through the router. Each side has a network of its own. */
export type Side = {
  readonly name: string;
  /** Makes invoices of the recipient. */
  invoices(count: number): Promise<string[]>;
  /** One request, answered when the payment is finished. @throws when it does not settle. */
  pay(invoice: string): Promise<void>;
  /** Makes an invoice, and has the recipient pay it. */
  receive(): Promise<void>;
  /** Resolves when all that was received is there to be spent. */
  isBooked(): Promise<void>;
  /** Has what so many payments take. */
  fund(payments: number): Promise<void>;
  readonly processes: Processes;
  stop(): Promise<void>;
};

/** Ids of processes. */
export type Processes = {
  /** LND's node that pays. */
  readonly node: readonly number[];
  /** All nodes, and their chain. */
  readonly network: readonly number[];
  /** Leyden with its PostgreSQL. */
  readonly leyden: readonly number[];
};

/** Above what is dust in a commitment transaction. */
const AMOUNT = msats(2_000_000n);
/** More than the router takes for this amount. */
const FEE_LIMIT = msats(20_000n);
const EXPIRY_SECONDS = 3_600;

/** Pays by the one call of LND that Leyden's adapter uses, with the same limits. */
export async function startLndAlone(): Promise<Side> {
  const network = await startLndNetwork();
  const { ours, recipient } = network;
  return {
    name: "LND alone",
    invoices: (count) => invoicesOf(recipient, count),
    pay: (invoice) => payBy(ours, invoice),
    receive: async () => await payAgain(recipient, await invoiceOf(ours)),
    isBooked: async () => undefined, // before the payer hears of it
    fund: async () => undefined, // its channels have enough for 5,000
    processes: { node: [ours.pid()], network: network.programs.pids(), leyden: [] },
    stop: network.stop,
  };
}

/** Pays and is paid as a client of Leyden has it done. */
export async function startLeydenOnLnd(): Promise<Side> {
  const network = await startLndNetwork();
  try {
    const settings = settingsOf(network, await bakeLeydens(network.ours));
    const installation = createInstallation(settings);
    try {
      const running = await runLeyden(installation.dataDir, settings);
      const call = clientOf(running.baseUrl, await keyOf(installation));
      return sideOf({ network, installation, running, call });
    } catch (error) {
      await installation.remove();
      throw error;
    }
  } catch (error) {
    await network.stop();
    throw error;
  }
}

type Started = {
  readonly network: LndNetwork;
  readonly installation: Installation;
  readonly running: LeydenRun;
  readonly call: ReturnType<typeof clientOf>;
};

function sideOf({ network, installation, running, call }: Started): Side {
  const balance = async () => BigInt((await call("/v0/wallet")).balance);
  const charge = async (amount: bigint) => {
    const made = await call("/v0/charges", { amount: String(amount), description: "for the benchmark" });
    return made.invoice.request;
  };
  let due: Promise<bigint> | undefined;
  let received = 0n;

  async function receive(amount: bigint): Promise<void> {
    due ??= balance();
    await due;
    received += amount;
    await payAgain(network.recipient, await charge(amount));
  }

  async function isBooked(): Promise<void> {
    const wanted = (await (due ?? balance())) + received;
    while ((await balance()) < wanted) await sleep(20);
    [due, received] = [undefined, 0n];
  }

  return {
    name: "through Leyden",
    invoices: (count) => invoicesOf(network.recipient, count),
    async pay(invoice) {
      const { status } = await call("/v0/payments", { invoice });
      if (status !== "completed") throw new Error(`a payment is ${status}`);
    },
    receive: () => receive(AMOUNT),
    isBooked,
    async fund(payments) {
      await receive((AMOUNT + FEE_LIMIT) * BigInt(payments));
      await isBooked();
    },
    processes: {
      node: [network.ours.pid()],
      network: network.programs.pids(),
      leyden: [running.pid, postmasterOf(installation.dataDir)],
    },
    async stop() {
      await running.stop();
      await installation.remove();
      await network.stop();
    },
  };
}

/** The first line of its file. */
function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8"), 10);
}

function settingsOf({ ours }: LndNetwork, macaroon: Uint8Array): Readonly<Record<string, string>> {
  const credential = join(ours.folder, "leyden.macaroon");
  writeFileSync(credential, macaroon);
  chmodSync(credential, 0o600);
  return {
    LEYDEN_NODE: `lnd://127.0.0.1:${ours.restPort}`,
    LEYDEN_NODE_CERT: ours.certFile,
    LEYDEN_NODE_CREDENTIAL: credential,
    LEYDEN_LOG_LEVEL: "error",
  };
}

async function keyOf({ command }: Installation): Promise<string> {
  await command("project", "create", "bench");
  const { output, errors } = await command("key", "create", "bench");
  const [key] = /\bley_\S+/.exec(output) ?? [];
  if (key === undefined) throw new Error(`no key was made: ${output}${errors}`);
  return key;
}

function clientOf(baseUrl: string, apikey: string) {
  return async (path: string, body?: object) => {
    const headers = { apikey, ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(baseUrl + path, {
      headers,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  };
}

async function payBy(node: LndNode, invoice: string): Promise<void> {
  const { result } = await node.post("/v2/router/send", {
    payment_request: invoice,
    fee_limit_msat: String(FEE_LIMIT * 1_000n),
    cltv_limit: CLTV_LIMIT_BLOCKS,
    timeout_seconds: PAY_WAIT_MS / 1_000,
    max_parts: 16,
    no_inflight_updates: true,
  });
  if (result.status !== "SUCCEEDED")
    throw new Error(`a payment of ${node.name} is ${result.status}: ${result.failure_reason}; ${attemptsOf(result)}`);
}

/**
 * The payer of a receipt is not measured. The router has been seen to refuse one HTLC for the moment; mission control
 * then avoids the only way, and there is no route. So the payer says what it met, forgets it, and pays.
 */
async function payAgain(payer: LndNode, invoice: string): Promise<void> {
  try {
    await payBy(payer, invoice);
  } catch (error) {
    console.log(`once more: ${error instanceof Error ? error.message : error}`);
    await payer.post("/v2/router/mc/reset", {}).catch(() => undefined);
    await payBy(payer, invoice);
  }
}

/** Why the attempts of a payment failed, and at which hop. */
function attemptsOf({ htlcs }: { readonly htlcs: readonly LndAttempt[] }): string {
  return htlcs
    .map(({ status, failure }) => `${status} ${failure?.code} at ${failure?.failure_source_index}`)
    .join(", ");
}

type LndAttempt = {
  readonly status: string;
  readonly failure: { readonly code: string; readonly failure_source_index: number } | null;
};

async function invoiceOf(node: LndNode): Promise<string> {
  const wanted = { value_msat: String(AMOUNT), expiry: String(EXPIRY_SECONDS), private: true };
  const { payment_request } = await node.post("/v1/invoices", wanted);
  return payment_request;
}

async function invoicesOf(node: LndNode, count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) made.push(await invoiceOf(node));
  return made;
}
