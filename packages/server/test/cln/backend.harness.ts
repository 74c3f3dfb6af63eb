import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { type BtcdCall, btcdCaller } from "../lnd/chain.harness.ts";
import { agentFor } from "../lnd/exchange.harness.ts";

/**
 * A plugin of lightningd that takes the place of bcli: the chain is btcd's (Core Lightning, doc/developers-guide,
 * "Bitcoin backend"). Its arguments are the port of btcd and the file of its certificate.
 */
type Params = Readonly<Record<string, unknown>>;

const METHODS = ["getchaininfo", "getrawblockbyheight", "estimatefees", "sendrawtransaction", "getutxout"];
/** Sats for 1,000 vbytes. */
const FEERATE = 10_000;
const FLOOR = 1_000;
const TARGETS = [2, 6, 12, 100];

const [port = "", certFile = ""] = process.argv.slice(2);
const call: BtcdCall = btcdCaller(Number(port), agentFor(readFileSync(certFile, "utf8")));

const makers: Readonly<Record<string, (params: Params) => unknown>> = {
  getmanifest: () => ({
    options: [],
    rpcmethods: METHODS.map((name) => ({ name, usage: "", description: "btcd", long_description: "" })),
    subscriptions: [],
    hooks: [],
    dynamic: false,
  }),
  init: () => ({}),
  async getchaininfo() {
    const blockcount = await call<number>("getblockcount");
    return { chain: "regtest", headercount: blockcount, blockcount, ibd: false };
  },
  async getrawblockbyheight({ height }) {
    try {
      const blockhash = await call<string>("getblockhash", Number(height));
      return { blockhash, block: await call<string>("getblock", blockhash, 0) };
    } catch {
      return { blockhash: null, block: null }; // it is not there yet
    }
  },
  estimatefees: () => ({ feerates: TARGETS.map((blocks) => ({ blocks, feerate: FEERATE })), feerate_floor: FLOOR }),
  async sendrawtransaction({ tx }) {
    try {
      await call("sendrawtransaction", tx);
      return { success: true, errmsg: "" };
    } catch (error) {
      const errmsg = String(error);
      return { success: /already/.test(errmsg), errmsg };
    }
  },
  async getutxout({ txid, vout }) {
    type Out = { readonly value: number; readonly scriptPubKey: { readonly hex: string } };
    const out = await call<Out | null>("gettxout", txid, Number(vout), false);
    if (out === null) return { amount: null, script: null };
    return { amount: Math.round(out.value * 1e8), script: out.scriptPubKey.hex };
  },
};

const lines = createInterface({ input: process.stdin });
for await (const line of lines) if (line.trim() !== "") void answer(JSON.parse(line));

async function answer({ id, method, params }: { readonly id: unknown; readonly method: string; params: Params }) {
  const reply = (body: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n\n`);
  try {
    reply({ result: await makers[method]?.(params) });
  } catch (error) {
    reply({ error: { code: -1, message: String(error) } });
  }
}
