import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { freePort } from "#platform/machine/free-port.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { agentFor, exchange } from "./exchange.harness.ts";
import { type Programs, until } from "./process.harness.ts";

const REGTEST = { ...TEST_NETWORK, bech32: "bcrt" };
/** Every block pays to it. */
const KEY = Uint8Array.from(createHash("sha256").update("a faucet on regtest, worth nothing").digest());
const FAUCET = p2wpkh(pubECDSA(KEY), REGTEST);
const USER = "leyden";
/** A coin of a block can be spent when so many lie above it. */
const FIRST_BLOCKS = 120;
const FEE_SATS = 20_000n;

/** A block's transactions; values in bitcoin. */
type Block = {
  readonly rawtx: readonly {
    readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly hex: string } }[];
  }[];
};

export type Chain = {
  /** How LND reaches it. */
  readonly lndArgs: readonly string[];
  /** How others do. */
  readonly rpc: BtcdAddress;
  height(): Promise<number>;
  mine(blocks: number): Promise<void>;
  /** Pays to addresses; the payment is in the next block. */
  fund(outputs: readonly { readonly address: string; readonly sats: bigint }[]): Promise<void>;
  /** What an address was paid in the newest blocks, in msats. */
  receivedAt(address: string): Promise<bigint>;
};

/** Where btcd answers, and a file with its certificate. */
export type BtcdAddress = { readonly port: number; readonly certFile: string };
/** A call of btcd. What it answers is JSON. */
export type BtcdCall = <T>(method: string, ...params: readonly unknown[]) => Promise<T>;

const BLOCKS_SEARCHED = 10;

export function btcdCaller(port: number, agent: ReturnType<typeof agentFor>): BtcdCall {
  return async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const authorization = `Basic ${Buffer.from(`${USER}:${USER}`).toString("base64")}`;
    const body = { jsonrpc: "1.0", id: 1, method, params };
    const headers = { authorization, "content-type": "application/json" };
    const { text } = await exchange(`https://127.0.0.1:${port}`, { method: "POST", agent, headers, body });
    const { result, error } = JSON.parse(text);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
}

/** A chain of btcd. It forgets its blocks at each start: it is started once. */
export async function startChain(folder: string, programs: Programs): Promise<Chain> {
  const [port, rpcPort] = [await freePort(), await freePort()];
  const cert = join(folder, "rpc.cert");
  const running = programs.run("btcd", folder, [
    ...["--regtest", `--configfile=${join(folder, "none.conf")}`, `--datadir=${join(folder, "data")}`],
    ...[`--logdir=${join(folder, "logs")}`, `--listen=127.0.0.1:${port}`, `--rpclisten=127.0.0.1:${rpcPort}`],
    ...[`--rpccert=${cert}`, `--rpckey=${join(folder, "rpc.key")}`, `--rpcuser=${USER}`, `--rpcpass=${USER}`],
    ...[`--miningaddr=${FAUCET.address}`, "--txindex", "--nostalldetect"],
  ]);
  const agent = await until("the certificate of btcd", async () => agentFor(readFileSync(cert, "utf8")), { running });
  const call = btcdCaller(rpcPort, agent);
  const height = () => call<number>("getblockcount");
  const mine = async (blocks: number) => void (await call("generate", blocks));
  let nextCoin = 1;

  /** A coin of the faucet that was not used before. */
  async function coin() {
    const hash = await call("getblockhash", nextCoin++);
    const { tx } = await call<{ readonly tx: readonly string[] }>("getblock", hash, 1);
    const [txid = ""] = tx;
    const out = await call<{ readonly value: number }>("gettxout", txid, 0, true);
    return { txid, amount: BigInt(Math.round(out.value * 1e8)) };
  }

  await until("btcd", height, { running });
  await mine(FIRST_BLOCKS);
  return {
    lndArgs: [
      ...["--bitcoin.node=btcd", `--btcd.rpchost=127.0.0.1:${rpcPort}`, `--btcd.rpccert=${cert}`],
      ...[`--btcd.rpcuser=${USER}`, `--btcd.rpcpass=${USER}`],
    ],
    rpc: { port: rpcPort, certFile: cert },
    height,
    mine,
    async fund(outputs) {
      const wanted = outputs.reduce((sum, { sats }) => sum + sats, FEE_SATS);
      const tx = new Transaction();
      let held = 0n;
      while (held < wanted) {
        const { txid, amount } = await coin();
        tx.addInput({ txid, index: 0, witnessUtxo: { script: FAUCET.script, amount } });
        held += amount;
      }
      for (const { address, sats } of outputs) tx.addOutputAddress(address, sats, REGTEST);
      if (held > wanted) tx.addOutputAddress(FAUCET.address ?? "", held - wanted, REGTEST);
      tx.sign(KEY);
      tx.finalize();
      await call("sendrawtransaction", tx.hex);
    },
    async receivedAt(address) {
      const script = Buffer.from(parseBitcoinAddress(address, "regtest").script).toString("hex");
      const tip = await height();
      let paid = 0n;
      for (let at = tip; at > Math.max(0, tip - BLOCKS_SEARCHED); at--) {
        const { rawtx } = await call<Block>("getblock", await call("getblockhash", at), 2);
        for (const { value, scriptPubKey } of rawtx.flatMap(({ vout }) => vout))
          if (scriptPubKey.hex === script) paid += BigInt(Math.round(value * 1e11));
      }
      return paid;
    },
  };
}
