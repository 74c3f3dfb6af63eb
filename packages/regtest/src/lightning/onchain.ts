import { BadRequest } from "../children/control-server.ts";
import type { OnchainBuilt, OnchainChange, OnchainEstimate, OnchainPublished, OnchainState } from "../control-api.ts";
import type { Store } from "../log/store.ts";
import { parseTransaction, type Transaction } from "./block.ts";
import { hex, unhex } from "./bytes.ts";
import { type Payment, SATS_PER_VBYTE } from "./coins.ts";
import type { History, PublishedPayment } from "./history.ts";
import { WALLET_KEY } from "./loop.ts";
import type { Wallet } from "./wallet.ts";
import type { KnownTransaction } from "./wallet-state.ts";

/** Payments to addresses of the chain: built first, published when they are asked for again with their bytes. */
export type Onchain = {
  estimate(payment: Payment): OnchainEstimate;
  /**
   * The transaction of a request. A reference gives the same one as long as its coins are kept, and always once it was
   * published. Resolves when it is durable.
   * @throws {BadRequest} when the reference names another payment.
   */
  build(request: CheckedRequest): Promise<OnchainBuilt>;
  /** What a transaction that no block has brings the wallet, and what a virtual byte costs. */
  change(txid: string): OnchainChange;
  /**
   * A transaction that spends such an output to the wallet itself; its reference is as that of `build`. `insufficient`:
   * the output is not there, or something else has it.
   * @throws {BadRequest} when the reference names another transaction.
   */
  buildChild(request: CheckedChild): Promise<OnchainBuilt>;
  /**
   * Publishes what `build` has made for the reference, hex. `refused`: the chain does not take it now, or its coins are
   * another transaction's. For a reference that it does not know it gives the chain what another node has built, and
   * keeps nothing of it: such a node was replaced by this one.
   * @throws {BadRequest} for any other bytes.
   */
  publish(raw: string, reference: string): Promise<"taken" | "refused">;
  lookup(txid: string): Promise<OnchainState>;
  /** What was published after this one ("": from the first), at most `LISTED_MAX`. */
  list(after: string): Promise<readonly OnchainPublished[]>;
  /** To be called when the wallet has seen a block, before its state is stored. */
  onBlock(): void;
};

export type CheckedRequest = Payment & { readonly feeLimitSats: bigint; readonly reference: string };

export type CheckedChild = {
  readonly parent: string;
  readonly index: number;
  readonly satsPerVbyte: bigint;
  readonly feeLimitSats: bigint;
  readonly reference: string;
};

export type OnchainDeps = {
  readonly wallet: Wallet;
  readonly store: Store;
  readonly history: History;
  /** Resolves once all that is staged is durable. */
  readonly settled: () => Promise<void>;
  /** Gives it to the chain. @throws when the chain does not answer. */
  readonly publish: (raw: Uint8Array) => Promise<"taken" | "refused">;
};

/** One answer lists no more. */
const LISTED_MAX = 200;

export function onchain({ wallet, store, history, settled, publish }: OnchainDeps): Onchain {
  const keepWallet = () => store.put(WALLET_KEY, wallet.write());
  const building = builder({ wallet, history, keepWallet });

  /** Publishes for the history too: from now on the reference stands for this transaction. */
  function recordPublished(known: KnownTransaction): void {
    if (known.request === undefined || history.published({ reference: known.request.reference }) !== undefined) return;
    history.add({ kind: "published", txid: known.txid, raw: known.raw, ...known.request });
  }

  const isUnknown = (reference: string) =>
    wallet.request({ reference }) === undefined && history.published({ reference }) === undefined;

  /** The state of a transaction that is not buried. */
  function stateOf(known: KnownTransaction | undefined): OnchainState {
    if (known?.height !== undefined)
      return { kind: "confirmed", confirmations: wallet.best().height - known.height + 1 };
    if (known === undefined) return { kind: "not_found" };
    if (wallet.isConflicted(known)) return { kind: "conflicted" };
    return { kind: known.keptUntilMs === undefined ? "pending" : "not_found" };
  }

  function lookup(txid: string): OnchainState {
    const end = history.buried(txid);
    if (end === undefined) return stateOf(wallet.request({ txid }));
    if (end.height === undefined) return { kind: "conflicted" };
    return { kind: "confirmed", confirmations: wallet.best().height - end.height + 1 };
  }

  return {
    estimate(payment) {
      const fee = wallet.estimate(payment);
      return fee === undefined ? { kind: "insufficient" } : { kind: "fee", feeMsats: String(fee * 1_000n) };
    },
    async build(request) {
      const answer = building.built(request);
      await settled();
      return answer;
    },
    change(txid) {
      const outputs = wallet.coinsOf(txid).map(({ vout, sats }) => ({
        index: vout,
        amountMsats: String(BigInt(sats) * 1_000n),
      }));
      return { outputs, rateMsats: String(SATS_PER_VBYTE * 1_000n) };
    },
    async buildChild(request) {
      const answer = building.child(request);
      await settled();
      return answer;
    },
    async publish(raw, reference) {
      const { txid } = readTransaction(raw);
      const known = wallet.request({ txid });
      const published = history.published({ txid });
      if (known === undefined && published === undefined && isUnknown(reference)) return await publish(unhex(raw));
      const isOfReference = (known?.request ?? published)?.reference === reference;
      if (!isOfReference || (known ?? published)?.raw !== raw)
        throw new BadRequest("the wallet has not built this transaction");
      if (known?.keptUntilMs !== undefined) {
        if (!wallet.hasCoins(known)) return "refused";
        wallet.sent(unhex(raw));
        recordPublished(known);
        keepWallet();
      }
      await settled();
      return await publish(unhex(raw));
    },
    async lookup(txid) {
      await settled();
      return lookup(txid);
    },
    async list(after) {
      await settled();
      return history.publishedAfter(after, LISTED_MAX).map(({ reference, txid, raw, feeSats }) => ({
        reference,
        txid,
        transaction: raw,
        feeMsats: String(BigInt(feeSats) * 1_000n),
        state: lookup(txid),
      }));
    },
    onBlock() {
      for (const known of wallet.confirmed()) recordPublished(known);
      for (const { txid, height } of wallet.takeBuried())
        history.add({ kind: "buried", txid, ...(height !== undefined && { height }) });
    },
  };
}

type Building = Pick<OnchainDeps, "wallet" | "history"> & { readonly keepWallet: () => void };

/** Transactions of requests: each reference has one. Nothing is published. */
function builder({ wallet, history, keepWallet }: Building) {
  /** The transaction that a reference stands for. */
  function named({ reference }: { readonly reference: string }): PublishedPayment | undefined {
    const published = history.published({ reference });
    if (published !== undefined) return published;
    const known = wallet.request({ reference });
    return known?.request !== undefined && wallet.isKept(known)
      ? { txid: known.txid, raw: known.raw, ...known.request }
      : undefined;
  }

  /** The limit is for what is not published yet. */
  function again(known: PublishedPayment, { feeLimitSats }: Pick<CheckedRequest, "feeLimitSats">): OnchainBuilt {
    const isPublished = history.published({ txid: known.txid }) !== undefined;
    return isPublished || BigInt(known.feeSats) <= feeLimitSats ? answerOf(known) : refusedBy("fee_limit");
  }

  function built(request: CheckedRequest): OnchainBuilt {
    const known = named(request);
    if (known !== undefined && (known.script !== hex(request.script) || known.sats !== String(request.sats)))
      throw new BadRequest("the reference names another payment");
    if (known !== undefined) return again(known, request);
    return keep(wallet.build(request, request));
  }

  function child(request: CheckedChild): OnchainBuilt {
    const known = named(request);
    const coin = wallet.coinsOf(request.parent).find(({ vout }) => vout === request.index);
    if (known !== undefined) {
      const [input] = parseTransaction(unhex(known.raw)).inputs;
      if (input?.txid !== request.parent || input.vout !== request.index)
        throw new BadRequest("the reference names another transaction");
      return again(known, request);
    }
    return coin === undefined ? refusedBy("insufficient") : keep(wallet.buildChild(coin, request));
  }

  function keep(made: KnownTransaction | "insufficient" | "fee_limit"): OnchainBuilt {
    if (typeof made === "string") return refusedBy(made);
    keepWallet();
    if (made.request === undefined) throw new Error("the wallet has lost a request");
    return answerOf({ txid: made.txid, raw: made.raw, ...made.request });
  }

  return { built, child };
}

function readTransaction(raw: string): Transaction {
  try {
    return parseTransaction(unhex(raw));
  } catch {
    throw new BadRequest("that is no transaction");
  }
}

function answerOf({ txid, raw, feeSats }: PublishedPayment): OnchainBuilt {
  return { kind: "built", txid, transaction: raw, feeMsats: String(BigInt(feeSats) * 1_000n) };
}

function refusedBy(reason: "insufficient" | "fee_limit"): OnchainBuilt {
  return { kind: "refused", reason };
}
