import { randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { type Fields, RpcError } from "./fields.harness.ts";

/** A coin of the wallet. `height`: of its block. */
export type Coin = {
  readonly txid: string;
  readonly index: number;
  readonly sats: bigint;
  readonly script: Uint8Array;
};

/** A transaction that concerns the wallet. */
export type WalletTx = {
  readonly txid: string;
  readonly raw: Uint8Array;
  readonly inputs: readonly string[];
  readonly fee: bigint;
  /** What the wallet has more by it, in satoshis. */
  readonly gain: bigint;
  readonly timeS: bigint;
  label: string;
  /** Of its block; undefined: in the mempool. */
  height: number | undefined;
  /** It can never confirm: another one has its coins. */
  isGone: boolean;
};

export type Lease = { readonly id: Buffer; readonly untilS: bigint };

/** The wallet of the node on the chain, and that chain. Fields that are not readonly are knobs for tests. */
export type LndWallet = {
  height: number;
  /** Satoshis per virtual byte. */
  feeRate: bigint;
  /** The mempool takes nothing. */
  refuses: boolean;
  readonly transactions: WalletTx[];
  /** By outpoint, `txid:index`. */
  readonly leases: Map<string, Lease>;
  /** Coins of blocks that no transaction spends, leased or not; with `unconfirmed` those of the mempool too. */
  coins(unconfirmed?: boolean): readonly Coin[];
  /** Coins of blocks that no block spends. */
  coinsOfBlocks(): readonly Coin[];
  isOwn(script: Uint8Array): boolean;
  nowS(): bigint;
  /** Also of what its channels need as a reserve: as FundPsbt does it, and unlike SendOutputs (lnd 0.21.3). */
  fund(fields: Fields): object;
  /** What a transaction to these addresses would cost, in satoshis. @throws {RpcError} */
  feeFor(outputs: Readonly<Record<string, bigint>>): bigint;
  finalize(psbt: Uint8Array): object;
  publish(raw: Uint8Array, label: string): void;
  /** Mines what is in the mempool, and blocks on top of it. */
  mine(blocks: number): void;
  /** What an address was paid in blocks, in satoshis. */
  receivedAt(address: string): bigint;
  /** A transaction of others' coins, `txid:index`, pays the wallet; it is in no block. */
  payIn(coins: readonly string[], sats: bigint, label: string): WalletTx;
  /** Another transaction of the wallet takes the coins of this one in the next block. Returns its txid. */
  conflict(txid: string): string;
};

const REGTEST = { ...TEST_NETWORK, bech32: "bcrt" };
/** Overhead of a transaction with a witness, and an input with the longest signature, in weight. */
const OVERHEAD_WEIGHT = 42n;
const INPUT_WEIGHT = 272n;
const OUTPUT_BYTES = 9n;
const DUST_SATS = { segwit: 294n, older: 546n };
const LOCK_SECONDS = 600n;
const DEFAULT_SEQUENCE = 0xffffffff;

export function createWallet({
  clock,
  coins,
}: {
  readonly clock: Clock;
  readonly coins: readonly bigint[];
}): LndWallet {
  const seed = randomBytes(32);
  const keys = new Map<string, Uint8Array>();
  const scripts: Uint8Array[] = [];
  const transactions: WalletTx[] = [];
  const leases = new Map<string, Lease>();
  const nowS = () => BigInt(Math.floor(clock.now().getTime() / 1_000));
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const live = () => transactions.filter(({ isGone }) => !isGone);
  const spenderOf = (outpoint: string) => live().find(({ inputs }) => inputs.includes(outpoint));

  function newScript(): Uint8Array {
    const key = sha256(Buffer.from(`${hex(seed)} ${keys.size}`));
    const { script } = p2wpkh(pubECDSA(key), REGTEST);
    keys.set(hex(script), key);
    scripts.push(script);
    return script;
  }

  /** Outputs of one transaction that are the wallet's. */
  function ownOutputs({ txid, raw }: Pick<WalletTx, "txid" | "raw">): readonly Coin[] {
    return parseBitcoinTransaction(raw).outputs.flatMap(({ sats, script }, index) =>
      keys.has(hex(script)) ? [{ txid, index, sats, script }] : [],
    );
  }

  const isLeased = (outpoint: string) => {
    const lease = leases.get(outpoint);
    if (lease !== undefined && lease.untilS <= nowS()) leases.delete(outpoint);
    return leases.has(outpoint);
  };
  const coinAt = (outpoint: string) =>
    live()
      .flatMap(ownOutputs)
      .find((coin) => outpointOf(coin) === outpoint);

  function record(tx: Transaction, label: string, height: number | undefined): WalletTx {
    const raw = tx.extract();
    const inputs = inputsOf(tx);
    const spent = inputs.reduce((sum, outpoint) => sum + (coinAt(outpoint)?.sats ?? 0n), 0n);
    const outputs = parseBitcoinTransaction(raw).outputs.reduce((sum, { sats }) => sum + sats, 0n);
    const own = ownOutputs({ txid: tx.id, raw }).reduce((sum, { sats }) => sum + sats, 0n);
    const fee = spent === 0n ? 0n : spent - outputs;
    const made: WalletTx = {
      txid: tx.id,
      raw,
      inputs,
      fee,
      gain: own - spent,
      timeS: nowS(),
      label,
      height,
      isGone: false,
    };
    transactions.push(made);
    return made;
  }

  function signed(tx: Transaction): Transaction {
    for (let i = 0; i < tx.inputsLength; i += 1) {
      const script = tx.getInput(i).witnessUtxo?.script;
      const key = script && keys.get(hex(script));
      if (key === undefined) throw new RpcError(2, `unable to sign input ${i}: not ours`);
      tx.signIdx(key, i);
    }
    tx.finalize();
    return tx;
  }

  const withCoins = (coins: readonly Coin[]) => {
    const tx = new Transaction({ allowUnknownOutputs: true });
    for (const coin of coins) addCoin(tx, coin);
    return tx;
  };

  const wallet: LndWallet = {
    height: 132,
    feeRate: 2n,
    refuses: false,
    transactions,
    leases,
    coins(unconfirmed = false) {
      const outputs = live().flatMap((tx) => (tx.height === undefined && !unconfirmed ? [] : ownOutputs(tx)));
      return outputs.filter((coin) => spenderOf(outpointOf(coin)) === undefined);
    },
    coinsOfBlocks() {
      const outputs = live().flatMap((tx) => (tx.height === undefined ? [] : ownOutputs(tx)));
      return outputs.filter((coin) => spenderOf(outpointOf(coin))?.height === undefined);
    },
    isOwn: (script) => keys.has(hex(script)),
    nowS,
    fund(fields) {
      const { outputs, chosen, feeRate } = readTemplate(fields, coinAt, wallet.feeRate);
      const wanted = outputs.reduce((sum, { sats }) => sum + sats, 0n);
      const free = wallet.coins().filter((coin) => !isLeased(outpointOf(coin)));
      const may = wallet.coins(fields["spend_unconfirmed"] === true).filter((coin) => !isLeased(outpointOf(coin)));
      if (chosen?.some((coin) => !may.some((one) => outpointOf(one) === outpointOf(coin))))
        throw new RpcError(2, "input is not known, spent or locked");
      const picked = pick(
        chosen ?? free,
        wanted,
        outputs.map(({ script }) => script),
        feeRate,
        chosen !== undefined,
      );
      const changeScript = newScript();
      const tx = withCoins(picked.coins);
      for (const { script, sats } of outputs) tx.addOutput({ script, amount: sats });
      tx.addOutput({ script: changeScript, amount: picked.change });
      const id = (fields["custom_lock_id"] as Buffer | undefined) ?? randomBytes(32);
      const untilS = nowS() + ((fields["lock_expiration_seconds"] as bigint | undefined) || LOCK_SECONDS);
      for (const coin of picked.coins) leases.set(outpointOf(coin), { id, untilS });
      const locked_utxos = picked.coins.map((coin) => leaseJson(coin, { id, untilS }));
      return { funded_psbt: tx.toPSBT(), change_output_index: outputs.length, locked_utxos };
    },
    feeFor(amounts) {
      const outputs = Object.entries(amounts).map(([address, sats]) => ({ ...readAddress(address), sats }));
      const wanted = outputs.reduce((sum, { sats }) => sum + sats, 0n);
      const free = wallet.coins(true).filter((coin) => !isLeased(outpointOf(coin)));
      const scripts = outputs.map(({ script }) => script);
      const { coins: chosen, change } = pick(free, wanted, scripts, wallet.feeRate * 250n, false);
      return chosen.reduce((sum, { sats }) => sum + sats, 0n) - wanted - change;
    },
    finalize(psbt) {
      const tx = signed(readPsbt(psbt));
      return { signed_psbt: tx.toPSBT(), raw_final_tx: tx.extract() };
    },
    publish(raw, label) {
      const { tx, bytes } = readTransaction(raw);
      if (live().some(({ txid }) => txid === tx.id)) return; // known, whatever its witness is
      const inputs = inputsOf(tx);
      const [first] = inputs.flatMap((outpoint) => spenderOf(outpoint) ?? []);
      if (first !== undefined)
        throw new RpcError(
          2,
          first.height === undefined ? "insufficient fee" : "transaction rejected: output already spent",
        );
      if (wallet.refuses) throw new RpcError(2, "transaction rejected: mempool min fee not met");
      const coins = inputs.map(coinAt);
      if (coins.some((coin) => coin === undefined)) throw new RpcError(2, "transaction rejected: orphan");
      const again = new Transaction({ allowUnknownOutputs: true, lockTime: tx.lockTime, version: tx.version });
      for (const [i, coin] of coins.entries()) if (coin !== undefined) addCoin(again, coin, tx.getInput(i).sequence);
      for (const { script, sats } of parseBitcoinTransaction(bytes).outputs) again.addOutput({ script, amount: sats });
      // Signatures are deterministic: another one is a wrong one.
      if (hex(signed(again).extract()) !== hex(bytes))
        throw new RpcError(2, "undefined: failed to validate input: signature not empty on failed checksig");
      const gone = transactions.findIndex(({ txid }) => txid === tx.id);
      if (gone >= 0) transactions.splice(gone, 1);
      record(again, label, undefined);
    },
    mine(blocks) {
      wallet.height += blocks;
      for (const tx of live()) {
        if (tx.height !== undefined) continue;
        tx.height = wallet.height - blocks + 1;
        for (const outpoint of tx.inputs) leases.delete(outpoint);
      }
    },
    receivedAt(address) {
      const script = hex(parseBitcoinAddress(address, "regtest").script);
      const outputs = live().flatMap(({ raw, height }) =>
        height === undefined ? [] : parseBitcoinTransaction(raw).outputs,
      );
      return outputs.reduce((sum, output) => sum + (hex(output.script) === script ? output.sats : 0n), 0n);
    },
    payIn(coins, sats, label) {
      const tx = new Transaction({ allowUnknownOutputs: true });
      const others = Uint8Array.from(randomBytes(32));
      for (const coin of coins) {
        const [txid = "", index] = coin.split(":");
        const witnessUtxo = { script: p2wpkh(pubECDSA(others), REGTEST).script, amount: sats + 1_000n };
        tx.addInput({ txid, index: Number(index), witnessUtxo });
      }
      tx.addOutput({ script: newScript(), amount: sats });
      tx.sign(others);
      tx.finalize();
      return record(tx, label, undefined);
    },
    conflict(txid) {
      const victim = live().find((tx) => tx.txid === txid && tx.height === undefined);
      if (victim === undefined) throw new Error("no transaction that could be in conflict");
      victim.isGone = true;
      const coins = victim.inputs.flatMap((outpoint) => coinAt(outpoint) ?? []);
      const rival = withCoins(coins);
      const sum = coins.reduce((total, { sats }) => total + sats, 0n);
      rival.addOutput({ script: newScript(), amount: sum - victim.fee * 2n });
      return record(signed(rival), "", undefined).txid;
    },
  };

  const funding = new Transaction({ allowUnknownOutputs: true });
  const miner = Uint8Array.from(randomBytes(32));
  const total = coins.reduce((sum, sats) => sum + sats, 0n);
  const { script } = p2wpkh(pubECDSA(miner), REGTEST);
  funding.addInput({ txid: hex(randomBytes(32)), index: 0, witnessUtxo: { script, amount: total + 1_000n } });
  for (const sats of coins) funding.addOutput({ script: newScript(), amount: sats });
  funding.sign(miner);
  funding.finalize();
  if (coins.length > 0) record(funding, "", wallet.height - 11);
  return wallet;
}

function addCoin(tx: Transaction, { txid, index, script, sats }: Coin, sequence = DEFAULT_SEQUENCE): void {
  tx.addInput({ txid, index, sequence, witnessUtxo: { script, amount: sats } });
}

export function outpointOf({ txid, index }: Pick<Coin, "txid" | "index">): string {
  return `${txid}:${index}`;
}

export function leaseJson(coin: Coin, { id, untilS }: Lease): object {
  return {
    id,
    outpoint: {
      txid_bytes: Buffer.from(coin.txid, "hex").reverse(),
      txid_str: coin.txid,
      output_index: coin.index,
    },
    expiration: untilS,
    pk_script: coin.script,
    value: coin.sats,
  };
}

export function addressOf(script: Uint8Array): string {
  const tx = new Transaction({ allowUnknownOutputs: true });
  tx.addOutput({ script, amount: 1_000n });
  return tx.getOutputAddress(0, REGTEST) ?? "";
}

function inputsOf(tx: Transaction): readonly string[] {
  return Array.from({ length: tx.inputsLength }, (_, i) => {
    const { txid = new Uint8Array(0), index = 0 } = tx.getInput(i);
    return outpointOf({ txid: Buffer.from(txid).toString("hex"), index });
  });
}

/** What comes behind the transaction is ignored, as LND does. */
function readTransaction(raw: Uint8Array): { readonly tx: Transaction; readonly bytes: Uint8Array } {
  const options = { allowUnknownOutputs: true, disableScriptCheck: true };
  for (let length = raw.length; length > Math.max(0, raw.length - 16); length -= 1)
    try {
      const bytes = raw.subarray(0, length);
      return { tx: Transaction.fromRaw(bytes, options), bytes };
    } catch {
      // Another byte less, then.
    }
  throw new RpcError(2, "unexpected EOF");
}

function readPsbt(psbt: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(psbt, { allowUnknownOutputs: true });
  } catch {
    throw new RpcError(2, "error parsing PSBT: unexpected EOF");
  }
}

function readTemplate(fields: Fields, coinAt: (outpoint: string) => Coin | undefined, defaultRate: bigint) {
  const raw = (fields["raw"] ?? {}) as {
    readonly inputs?: readonly { readonly txid_str?: string; readonly output_index?: bigint }[];
    readonly outputs?: Readonly<Record<string, bigint>>;
  };
  const outputs = Object.entries(raw.outputs ?? {}).map(([address, sats]) => ({ ...readAddress(address), sats }));
  const inputs = raw.inputs ?? [];
  if (outputs.length === 0 && inputs.length === 0)
    throw new RpcError(2, "wallet couldn't fund PSBT: PSBT packet must contain at least one input or output");
  if (outputs.some(({ sats, isSegwit }) => sats < (isSegwit ? DUST_SATS.segwit : DUST_SATS.older)))
    throw new RpcError(2, "wallet couldn't fund PSBT: transaction output is dust");
  const perVbyte = fields["sat_per_vbyte"] as bigint | undefined;
  const perKw = fields["sat_per_kw"] as bigint | undefined;
  if (!perVbyte && !perKw && !fields["target_conf"])
    throw new RpcError(2, "fee definition missing, need to specify either target_conf, sat_per_vbyte or sat_per_kw");
  const chosen = inputs.flatMap(({ txid_str = "", output_index = 0n }) => coinAt(`${txid_str}:${output_index}`) ?? []);
  /** Satoshis per kiloweight. */
  const feeRate = perVbyte ? perVbyte * 250n : perKw || defaultRate * 250n;
  return { outputs, chosen: inputs.length > 0 ? chosen : undefined, feeRate };
}

function readAddress(address: string) {
  try {
    const { text, script } = parseBitcoinAddress(address, "regtest");
    return { script, isSegwit: text.startsWith("bcrt1") };
  } catch {
    throw new RpcError(2, "address is not for regtest");
  }
}

/** The fewest coins, largest first; all of them, when they were chosen. */
function pick(
  coins: readonly Coin[],
  wanted: bigint,
  scripts: readonly Uint8Array[],
  feeRate: bigint,
  takesAll: boolean,
) {
  const picked: Coin[] = [];
  const bytes = scripts.reduce((sum, { length }) => sum + OUTPUT_BYTES + BigInt(length), OUTPUT_BYTES + 22n);
  for (const coin of [...coins].sort((a, b) => Number(b.sats - a.sats))) {
    picked.push(coin);
    if (takesAll && picked.length < coins.length) continue;
    const vsize = (OVERHEAD_WEIGHT + INPUT_WEIGHT * BigInt(picked.length) + bytes * 4n + 3n) / 4n;
    const fee = (vsize * 4n * feeRate) / 1_000n;
    const change = picked.reduce((sum, { sats }) => sum + sats, 0n) - wanted - fee;
    if (change >= DUST_SATS.segwit) return { coins: picked, change };
  }
  const words = "error creating funding TX: insufficient funds available to construct transaction";
  throw new RpcError(2, `wallet couldn't fund PSBT: ${words}`);
}
