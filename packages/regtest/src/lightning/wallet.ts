import { sha256 } from "@noble/hashes/sha2.js";
import { p2wpkh, Transaction as Signing } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { type Block, NO_TXID, type Outpoint, parseTransaction } from "./block.ts";
import { unhex } from "./bytes.ts";

/**
 * On-chain money of a node: one key, native SegWit. Keeps its coins across starts, so that no block is read twice,
 * and every transaction it sent until it is buried, so that a chain that forgot one gets it again.
 */
export type Wallet = {
  readonly address: string;
  readonly script: Uint8Array;
  /** The last block it has seen. */
  best(): { readonly hash: string; readonly height: number };
  connect(block: Block, height: number): void;
  disconnect(previous: string, height: number): void;
  /** A signed transaction that pays `sats` to `script`. Its coins stay free until `sent`. @throws when it is too poor. */
  fund(script: Uint8Array, sats: bigint): Uint8Array;
  /** Remembers a transaction as on its way when it concerns this wallet: it spends our coins or pays us. */
  sent(raw: Uint8Array): void;
  /** Transactions that are not in a block yet. */
  unconfirmed(): readonly Uint8Array[];
  /** All that is ours, on its way included; and what `fund` could spend now. In satoshis. */
  balance(): { readonly total: bigint; readonly spendable: bigint };
  /** The state to be stored. */
  write(): Uint8Array;
};

type Coin = {
  readonly txid: string;
  readonly vout: number;
  readonly sats: string;
  readonly height: number;
  readonly isReward: boolean;
  readonly spentHeight?: number;
};
type SentTransaction = { readonly txid: string; readonly raw: string; readonly height?: number };
type State = {
  readonly hash: string;
  readonly height: number;
  readonly coins: readonly Coin[];
  readonly sent: readonly SentTransaction[];
};

const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
/** A mined reward may be spent only after so many blocks (consensus rule). */
const MATURITY_BLOCKS = 100;
/** What lies deeper than this is not undone by a reorganization. */
const BURIED_BLOCKS = 100;
const SATS_PER_VBYTE = 2n;
/** Below this an output costs more than it is worth, and nodes do not relay it. */
const DUST_SATS = 330n;

/** The wallet of a node's seed: from its stored state, or new at `firstBlock`. */
export function openWallet(
  seed: Uint8Array,
  stored: Uint8Array | undefined,
  firstBlock: { readonly hash: string; readonly height: number },
): Wallet {
  const key = sha256(Buffer.concat([Buffer.from("onchain"), seed]));
  const payment = p2wpkh(pubECDSA(key), REGTEST);
  const script = payment.script;
  let state: State =
    stored === undefined
      ? { ...firstBlock, coins: [], sent: [] }
      : (JSON.parse(Buffer.from(stored).toString("utf8")) as State);

  const isOurs = (output: { readonly script: Uint8Array }) => Buffer.compare(output.script, script) === 0;
  const onTheirWay = () =>
    state.sent.filter((tx) => tx.height === undefined).map((tx) => parseTransaction(unhex(tx.raw)));
  /** Coins that neither the chain nor a transaction on its way has spent. */
  const free = (): Coin[] => {
    const taken = new Set(onTheirWay().flatMap((tx) => tx.inputs.map(nameOf)));
    return state.coins.filter((coin) => coin.spentHeight === undefined && !taken.has(nameOf(coin)));
  };
  const isMature = (coin: Coin) => !coin.isReward || state.height - coin.height >= MATURITY_BLOCKS;

  return {
    address: payment.address ?? "",
    script,
    best: () => ({ hash: state.hash, height: state.height }),
    connect(block, height) {
      state = connected(state, block, height, isOurs);
    },
    disconnect(previous, height) {
      state = disconnected(state, previous, height);
    },
    fund: (target, sats) => {
      const tx = new Signing({ allowUnknownOutputs: true });
      let collected = 0n;
      for (const coin of free().filter(isMature)) {
        tx.addInput({ ...coin, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.sats) } });
        collected += BigInt(coin.sats);
        const fee = (85n + BigInt(tx.inputsLength) * 68n) * SATS_PER_VBYTE;
        const change = collected - sats - fee;
        if (change < DUST_SATS) continue;
        tx.addOutput({ script: target, amount: sats });
        tx.addOutput({ script, amount: change });
        tx.sign(key);
        tx.finalize();
        return tx.extract();
      }
      throw new Error(`the on-chain wallet holds ${collected} sat, too little for ${sats} sat and the fee`);
    },
    sent(raw) {
      const tx = parseTransaction(raw);
      const spendsOurs = tx.inputs.some((input) => state.coins.some((coin) => nameOf(coin) === nameOf(input)));
      if (!spendsOurs && !tx.outputs.some(isOurs)) return;
      if (state.sent.some((known) => known.txid === tx.txid)) return;
      state = { ...state, sent: [...state.sent, { txid: tx.txid, raw: Buffer.from(raw).toString("hex") }] };
    },
    unconfirmed: () => onTheirWay().map((tx) => tx.raw),
    balance() {
      const coins = free();
      const coming = onTheirWay().flatMap((tx) => tx.outputs.filter(isOurs).map((output) => output.sats));
      return { total: sum(coins.map(satsOf)) + sum(coming), spendable: sum(coins.filter(isMature).map(satsOf)) };
    },
    write: () => Buffer.from(JSON.stringify(state)),
  };
}

function connected(
  state: State,
  block: Block,
  height: number,
  isOurs: (output: { script: Uint8Array }) => boolean,
): State {
  let coins = state.coins.filter((coin) => coin.spentHeight === undefined || coin.spentHeight > height - BURIED_BLOCKS);
  let sent = state.sent.filter((tx) => tx.height === undefined || tx.height > height - BURIED_BLOCKS);
  for (const tx of block.transactions) {
    const isReward = tx.inputs[0]?.txid === NO_TXID;
    const spent = new Set(tx.inputs.map(nameOf));
    coins = coins.map((coin) => (spent.has(nameOf(coin)) ? { ...coin, spentHeight: height } : coin));
    for (const [vout, output] of tx.outputs.entries())
      if (isOurs(output)) coins.push({ txid: tx.txid, vout, sats: String(output.sats), height, isReward });
    sent = sent.map((known) => (known.txid === tx.txid ? { ...known, height } : known));
    // Another transaction spent the same coin: ours can never confirm.
    sent = sent.filter((known) => known.height !== undefined || !sharesInput(known, spent));
  }
  return { hash: block.hash, height, coins, sent };
}

function disconnected(state: State, previous: string, height: number): State {
  const coins = state.coins
    .filter((coin) => coin.height !== height)
    .map(({ spentHeight, ...coin }) =>
      spentHeight === undefined || spentHeight === height ? coin : { ...coin, spentHeight },
    );
  const sent = state.sent.map(({ height: at, ...tx }) =>
    at === undefined || at === height ? tx : { ...tx, height: at },
  );
  return { hash: previous, height: height - 1, coins, sent };
}

function sharesInput(known: SentTransaction, spent: ReadonlySet<string>): boolean {
  return parseTransaction(unhex(known.raw)).inputs.some((input) => spent.has(nameOf(input)));
}

function nameOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

function satsOf(coin: Coin): bigint {
  return BigInt(coin.sats);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
