import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Control, chainRpc, controlsOf, type Network, openLab, startNetwork } from "@leyden/regtest";
import { expect } from "vitest";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { lightningConformance } from "../conformance/conformance.harness.ts";
import type { Conformance, Counterparty } from "../conformance/counterparty.harness.ts";
import { connectEmbeddedNode } from "./embedded.ts";

const NOBODY_LISTENS = "http://127.0.0.1:1";
const INSTANCE_ID = "01900000-0000-7000-8000-0000000000a1";
/** Cases of the chain count blocks: none is mined but by them. */
const NO_BLOCKS_MS = 3_600_000;
const BLOCKS_SEARCHED = 10;
const PAY_LIMITS = { cltvLimitBlocks: 1_008, remainingMs: 10_000, waitMs: 20_000 };

/** A block of the chain's RPC; values in bitcoin. */
type DetailedBlock = {
  readonly tx: readonly {
    readonly vout: readonly { readonly value: number; readonly scriptPubKey: { hex: string } }[];
  }[];
};

lightningConformance("the embedded node on real channels", async (): Promise<Conformance> => {
  const dataDir = mkdtempSync(join(tmpdir(), "leyden-embedded-"));
  const network = await startNetwork({ dataDir, instanceId: INSTANCE_ID, blockIntervalMs: NO_BLOCKS_MS });
  const { node: control, merchant } = controlsOf(network);
  const node = connectEmbeddedNode({ ...network.node, clock: machineClock });
  const chain = chainOf(network);
  await splitCoin(node, (await control.address()).address, chain);
  return {
    node,
    unreachable: connectEmbeddedNode({ url: NOBODY_LISTENS, token: "token", clock: machineClock }),
    counterparty: merchantAsCounterparty(merchant),
    chain,
    restart: () => killNode(network, control),
    async stop() {
      await node.close();
      await network.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
});

function merchantAsCounterparty(merchant: Control): Counterparty {
  const hashed = (paymentHash: Uint8Array) => ({ paymentHash: Buffer.from(paymentHash).toString("hex") });
  return {
    nodeId: async () => (await merchant.info()).nodeId,
    async invoice({ msats: amount, expirySeconds = 600, hold = false }) {
      const description = { text: "conformance" };
      const asked = amount === undefined ? {} : { amountMsats: String(amount) };
      const made = await merchant.createInvoice({ ...asked, description, expirySeconds, hold });
      const paymentHash = Uint8Array.from(Buffer.from(made.paymentHash, "hex"));
      return { invoice: made.invoice, paymentHash, expiresAt: new Date(made.expiresAt) };
    },
    async settle(hash) {
      expect(await merchant.settle(hashed(hash))).toEqual({ result: "settled" });
    },
    async fail(hash) {
      expect(await merchant.fail(hashed(hash))).toEqual({ result: "failed" });
    },
    isHeld: async (hash) => (await merchant.lookupIncoming(hashed(hash))).kind === "held",
    async receivedMsats(hash) {
      const state = await merchant.lookupIncoming(hashed(hash));
      return state.kind === "settled" ? BigInt(state.amountMsats) : 0n;
    },
    async pay(invoice) {
      const paid = await merchant.pay({ invoice, feeLimitMsats: "1000000", ...PAY_LIMITS });
      return paid.kind === "settled";
    },
  };
}

function chainOf(network: Network): Conformance["chain"] {
  const [lab, rpc] = [openLab(network), chainRpc(network.chain)];
  return {
    mine: async (blocks) => void (await lab.mine(blocks)),
    async receivedAt(address) {
      const script = Buffer.from(parseBitcoinAddress(address, "regtest").script).toString("hex");
      const tip = await rpc<number>("getblockcount");
      let paid = 0n;
      for (let height = tip; height > tip - BLOCKS_SEARCHED; height--) {
        const { tx } = await rpc<DetailedBlock>("getblock", await rpc("getblockhash", height), true, true);
        for (const { value, scriptPubKey } of tx.flatMap(({ vout }) => vout))
          if (scriptPubKey.hex === script) paid += BigInt(Math.round(value * 1e11));
      }
      return paid;
    },
  };
}

/** A new node has one coin. A payment to its own address makes two of it. */
async function splitCoin(node: LightningNode, address: string, chain: Conformance["chain"]): Promise<void> {
  const request = { address, amount: msats(1_000_000_000n), feeLimit: msats(1_000_000n), reference: "split" };
  const built = await node.buildOnchain(request);
  if (built.kind !== "built") throw new Error(built.reason);
  expect(await node.publishOnchain(built.transaction, request.reference)).toBe("taken");
  await chain.mine(1);
}

/** Kills our node's process and waits until the one that takes its place can send. */
async function killNode(network: Network, control: Control): Promise<void> {
  const pid = network.processes().find(({ name }) => name === "node")?.pid;
  if (pid === undefined) throw new Error("our node does not run");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => control.info().then(isUsable, () => false), { interval: 50 }).toBe(true);
}

function isUsable(info: { readonly usableChannels: number }): boolean {
  return info.usableChannels > 0;
}
