import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as ldk from "lightningdevkit";
import { afterAll, describe, expect, it } from "vitest";
import { chainRpc } from "./chain/rpc.ts";
import type { LogLine } from "./children/log.ts";
import { ControlError } from "./control-client.ts";
import { readSettings } from "./folder.ts";
import { openLab } from "./lab.ts";
import { hex } from "./lightning/bytes.ts";
import { loadLdk, need } from "./lightning/ldk.ts";
import { channelIds, INSTANCE_ID, startTestNetwork, type TestNetwork, temporaryFolder } from "./network.harness.ts";
import { type NetworkOptions, startNetwork } from "./network.ts";

const PAY = { feeLimitMsats: "20000", cltvLimitBlocks: 1_008, remainingMs: 10_000, waitMs: 20_000 };

describe("the network", () => {
  const dataDir = temporaryFolder();
  /** The one that runs now: most tests go on with the network of the test before. */
  let test: TestNetwork;
  afterAll(async () => {
    await test?.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function start(options: Partial<NetworkOptions> = {}): Promise<void> {
    test = await startTestNetwork({ dataDir, ...options });
  }

  it("goes on where a first start was killed, at whichever step", async () => {
    for (const step of ["Mining", "Opening", "Waiting"]) await killStartAt(dataDir, step);

    await start();

    const { router, node, merchant } = test.controls();
    const { channels } = await router.channels();
    const { invoice } = await merchant.createInvoice({
      amountMsats: "1000000",
      description: { text: "" },
      expirySeconds: 60,
    });
    expect(channels.map(({ capacitySats, usable }) => [capacitySats, usable])).toEqual([
      ["50000000", true],
      ["50000000", true],
    ]);
    expect(await node.pay({ invoice, ...PAY })).toMatchObject({ kind: "settled", feeMsats: "1100" });
  });

  it("keeps addresses, identities and balances across a stop, and leaves no process behind", async () => {
    const before = await portrait(test);
    const { node } = test.controls();
    const pids = test
      .network()
      .processes()
      .map(({ pid }) => pid);

    await test.stop();

    expect(pids).toHaveLength(3);
    expect(pids.filter(isAlive)).toEqual([]);
    await start();
    expect(await portrait(test)).toEqual(before);
    await expect(node.info(), "calls with the token of the start before").rejects.toThrow("wrong token");
  });

  it("follows a reorganization, and lets another program in by password only", async () => {
    const { chain } = test.network();
    const rpc = chainRpc(chain);
    const lab = openLab(test.network());
    await lab.mine(2);
    const tip = await rpc<string>("getbestblockhash");
    await rpc("invalidateblock", tip);
    const height = await lab.mine(3);

    const infos = await Promise.all(Object.values(test.controls()).map((node) => node.info()));
    expect(infos.map(({ blockHeight, synced }) => [blockHeight, synced])).toEqual(Array(3).fill([height, true]));
    expect(await rpc("getbestblockhash")).not.toBe(tip);
    await test.settled();
    await expect(chainRpc({ ...chain, password: "guess" })("getblockcount")).rejects.toThrow();
    expect(readFileSync(chain.cookieFile, "utf8")).toBe(`${chain.user}:${chain.password}`);
  });

  it("restarts a process that holds too much memory, says why, and fails no payment", async () => {
    const lines: LogLine[] = [];
    const restarts = () => lines.filter(({ event }) => event === "child.restarted");
    const channels = await channelIds(test);
    await test.stop();
    await start({ memoryMaxBytes: 1, blockIntervalMs: 500, log: (line) => lines.push(line) });
    const pay = async () => {
      const payments: Sent[] = [];
      while (new Set(restarts().map(({ name }) => name)).size < 2) payments.push(await payMerchant(test));
      return [...payments, await payMerchant(test)];
    };

    const sent = (await Promise.all([pay(), pay(), pay()])).flat();

    await test.stop();
    for (const line of restarts())
      expect(line).toMatchObject({ level: "warn", reason: expect.stringMatching(/^memory \d+ MB above 0 MB$/) });
    expect(lines.filter(({ event }) => event === "child.exited")).toEqual([]);
    await start({ blockIntervalMs: 200 });
    expect(await channelIds(test)).toEqual(channels);
    expect(await payMerchant(test)).toMatchObject({ kind: "settled" });
    await test.settled();
    for (const { paymentHash, kind } of sent) {
      const { kind: state } = await test.controls().node.lookupOutgoing({ paymentHash });
      expect(STATES_AFTER[kind], kind).toContain(state);
    }
  });

  it("mines while the nodes are connected, so that their time moves", async () => {
    const rpc = chainRpc(test.network().chain); // a block every 200 ms
    const height = await rpc<number>("getblockcount");
    await expect.poll(() => rpc<number>("getblockcount")).toBeGreaterThan(height + 1);
    await expect.poll(async () => (await test.controls().node.info()).blockHeight).toBeGreaterThan(height + 1);
  });

  it("holds a payment until the merchant settles or fails it, and holds none otherwise", async () => {
    const lab = openLab(test.network());
    const { node } = test.controls();
    const pay = async (hold: boolean) => {
      const invoice = await lab.invoice(1_000_000n, "held", { hold });
      const outcome = await node.pay({ invoice, ...PAY, waitMs: hold ? 0 : PAY.waitMs });
      return { paymentHash: await hashOf(invoice), kind: outcome.kind };
    };
    /** As soon as the payment has arrived. */
    const once = (act: () => Promise<boolean>) => expect.poll(act).toBe(true);
    const stateOf =
      ({ paymentHash }: Sent) =>
      async () =>
        (await node.lookupOutgoing({ paymentHash })).kind;

    const [taken, refused, other] = [await pay(true), await pay(true), await pay(false)];
    expect([taken.kind, refused.kind, other.kind]).toEqual(["in_flight", "in_flight", "settled"]);
    expect(await lab.settle(other.paymentHash)).toBe(false);
    expect(await lab.fail(other.paymentHash)).toBe(false);
    await once(() => lab.settle(taken.paymentHash));
    await once(() => lab.fail(refused.paymentHash));

    await expect.poll(stateOf(taken)).toBe("settled");
    await expect.poll(stateOf(refused)).toBe("failed");
    expect(await lab.settle(refused.paymentHash)).toBe(false);
  });

  it("keeps secrets for their owner's eyes", () => {
    for (const file of ["network.json", "chain.cookie", "node/seed", "router/seed", "merchant/seed", "node/state.log"])
      expect([file, statSync(join(dataDir, file)).mode & 0o777]).toEqual([file, 0o600]);
    const seeds = ["node", "router", "merchant"].map((name) => readFileSync(join(dataDir, name, "seed"), "utf8"));
    expect(new Set(seeds).size).toBe(3);
    expect(readdirSync(dataDir).filter((name) => name.endsWith(".next"))).toEqual([]);
  });

  it("gives up a start that is under way, and leaves no process behind", async () => {
    await test.stop();
    const abort = new AbortController();
    const progress = () => void setTimeout(() => abort.abort(new Error("enough")), 200);
    const starting = startNetwork({ dataDir, instanceId: INSTANCE_ID, signal: abort.signal, progress });
    await expect(starting).rejects.toThrow("enough");
    for (const port of Object.values((await readSettings(dataDir)).ports))
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow("fetch failed");
  });

  it("refuses the folder of another instance and says so", async () => {
    const other = "01900000-0000-7000-8000-00000000000f";
    await expect(startNetwork({ dataDir, instanceId: other })).rejects.toThrow(/belongs to the instance 01900000/);
  });
});

/** What the node may say later of a payment, by what it answered. A call is cut off when our node restarts. */
const STATES_AFTER: Readonly<Record<string, readonly string[]>> = {
  settled: ["settled"],
  in_flight: ["settled"],
  not_sent: ["not_found"],
  cut_off: ["settled", "not_found"],
};

type Sent = { readonly paymentHash: string; readonly kind: string };

/** Pays the merchant's Lightning address, as a wallet does: its server always gives an invoice. */
async function payMerchant(test: TestNetwork): Promise<Sent> {
  const { merchantHost } = test.network();
  const answer = await fetch(`http://${merchantHost}/lnurlp/merchant/callback?amount=1000000`);
  const { pr: invoice } = (await answer.json()) as { pr: string };
  expect(answer.status).toBe(200);
  const { node } = test.controls();
  const outcome = await node.pay({ invoice, ...PAY }).catch((error) => {
    expect(error).toBeInstanceOf(ControlError);
    return { kind: "cut_off" };
  });
  return { paymentHash: await hashOf(invoice), kind: outcome.kind };
}

async function hashOf(invoice: string): Promise<string> {
  await loadLdk();
  const parsed = need<ldk.Bolt11Invoice>(ldk.Bolt11Invoice.constructor_from_str(invoice), "invoice");
  return hex(parsed.payment_hash());
}

/** What must not change between two starts. */
async function portrait(test: TestNetwork) {
  await test.settled();
  const status = await openLab(test.network()).status();
  const nodes = status.nodes.map(({ nodeId, peerAddress, balances, channels }) => ({
    nodeId,
    peerAddress,
    balances,
    channels: Object.fromEntries(channels.map(({ channelId, sendableMsats }) => [channelId, sendableMsats])),
  }));
  const { node, world, chain, merchantAddress } = test.network();
  return { node: node.url, world, chain, merchantAddress, nodes };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts the network in a process of its own and kills that one shortly after it said `step`. */
async function killStartAt(dataDir: string, step: string): Promise<void> {
  const module = fileURLToPath(new URL("./network.ts", import.meta.url));
  const options = JSON.stringify({ dataDir, instanceId: INSTANCE_ID });
  const script = `
    const { startNetwork } = await import(${JSON.stringify(module)});
    await startNetwork({ ...${options}, progress: (step) => console.log(step) });
    console.log("ready");`;
  const starter: ChildProcess = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => starter.once("exit", resolve));
  if (starter.stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: starter.stdout }))
    if (line.startsWith(step) || line === "ready") break;
  await sleep(120);
  starter.kill("SIGKILL");
  await exited;
}
