import { hash } from "node:crypto";
import type { Clock } from "#kernel/clock.ts";
import { type Msats, msats } from "#kernel/money.ts";
import {
  CONFLICT_BLOCKS,
  type LightningNode,
  NodeUnavailable,
  ONCHAIN_KEPT_MS,
  type OnchainBuildRequest,
  type OnchainBuilt,
  type OnchainChange,
  type OnchainChildRequest,
  type OnchainEstimate,
  type OnchainPublished,
  type OnchainRequest,
  type OnchainStatus,
} from "#lightning";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { type BitcoinTransaction, paidTo, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { textOf } from "../answers.ts";
import { base64Of, isSameBytes, satsOf, toBase64, uint64Of } from "./answers.ts";
import type { Connection, Connections } from "./connections.ts";
import { Refusal } from "./errors.ts";
import { type Lease, leasesOf, release } from "./leases.ts";
import { feeOfPsbt } from "./psbt.ts";
import { readOwnOutputs, readTransactions, type WalletTransaction } from "./transactions.ts";
import { isInsufficient, readSpendable } from "./wallet.ts";

type Built = Extract<OnchainBuilt, { readonly kind: "built" }>;
/** A transaction of ours, as long as its coins are kept. */
type Kept = {
  readonly built: Built;
  readonly leases: readonly Pick<Lease, "id" | "coin">[];
  readonly untilMs: number;
};

const CONFIRMATIONS_WANTED = 6;
const REFERENCE = /^[0-9a-z-]{1,64}$/;
/** In LND's list of transactions it stands before the reference. */
export const LABEL = "leyden:";
/** Below it nodes relay no output (dust): of segwit, and of older kinds. */
const SEGWIT_MIN = msats(330_000n);
const OLDER_MIN = msats(546_000n);
const SEGWIT_VERSIONS: readonly number[] = [0x00, 0x51];
const SAT = 1_000n;
/** Blocks may name a time that is earlier than it was. */
const EARLIER_MS = 2 * 3_600_000;
const REMEMBERED_MAX = 1_000;

type Named = Pick<OnchainBuildRequest, "reference" | "feeLimit">;

/** What LND does not remember. */
type Memory = {
  /** By reference: what was built, as long as its coins are kept. */
  readonly kept: Map<string, Kept>;
  /** The last build of a reference. */
  readonly building: Map<string, Promise<unknown>>;
  /** Coins of what was published or tried, by txid: LND does not list what can never confirm. */
  readonly coins: Map<string, readonly string[]>;
};

type Deps = { readonly connections: Connections; readonly clock: Clock; readonly memory: Memory };

type Onchain = Pick<
  LightningNode,
  | "estimateOnchain"
  | "buildOnchain"
  | "publishOnchain"
  | "listOnchain"
  | "lookupOnchain"
  | "findOnchainChange"
  | "buildOnchainChild"
>;

/**
 * Pays addresses of the chain. LND remembers neither what it built nor for what: this does, as long as the coins are
 * kept; once published, the label of the transaction says it.
 */
export function createOnchain({ connections, clock }: Pick<Deps, "connections" | "clock">): Onchain {
  const deps: Deps = { connections, clock, memory: { kept: new Map(), building: new Map(), coins: new Map() } };
  const on = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await connections.take();
    try {
      return await work(connection);
    } finally {
      connections.giveBack(connection);
    }
  };
  return {
    estimateOnchain: (request) => on((connection) => estimate(connection, request)),
    buildOnchain: (request) => inTurn(deps, request, () => on((connection) => build(deps, connection, request))),
    publishOnchain: (transaction, reference) =>
      on((connection) => publish(deps, connection, { transaction, reference })),
    listOnchain: (since) => on((connection) => list(connection, since)),
    lookupOnchain: (txid) => on((connection) => lookup(deps, connection, txid)),
    findOnchainChange: (txid) => on((connection) => findChange(connection, txid)),
    buildOnchainChild: (request) =>
      inTurn(deps, request, () => on((connection) => buildChild(deps, connection, request))),
  };
}

/** One build of a reference after the other. */
async function inTurn<T>({ memory }: Deps, { reference }: Named, work: () => Promise<T>): Promise<T> {
  if (!REFERENCE.test(reference)) throw new NodeUnavailable("that is no reference");
  const before = memory.building.get(reference) ?? Promise.resolve();
  const mine = before.then(work, work);
  memory.building.set(reference, mine);
  try {
    return await mine;
  } finally {
    if (memory.building.get(reference) === mine) memory.building.delete(reference);
  }
}

async function estimate(connection: Connection, request: OnchainRequest): Promise<OnchainEstimate> {
  scriptOf(connection, request);
  const { address, amount } = request;
  const query = `target_conf=${CONFIRMATIONS_WANTED}&AddrToAmount[${address}]=${amount / SAT}`;
  try {
    const answer = await connection.ask({ method: "GET", path: `/v1/transactions/fee?${query}` });
    const fee = satsOf(answer["fee_sat"]);
    const { coming, reserve } = await readSpendable(connection);
    return coming - amount - fee < reserve ? { kind: "insufficient" } : { kind: "fee", fee };
  } catch (error) {
    if (await isInsufficient(connection, error, amount)) return { kind: "insufficient" };
    throw error;
  }
}

async function build(deps: Deps, connection: Connection, request: OnchainBuildRequest): Promise<OnchainBuilt> {
  const script = scriptOf(connection, request);
  return await buildOnce(deps, connection, request, {
    fund: (untilMs) => fund(connection, request, untilMs),
    same: (built) => sameRequest(built, request, script),
  });
}

async function findChange(connection: Connection, txid: string): Promise<OnchainChange> {
  const outputs = await readOwnOutputs(connection, txid);
  const answer = await connection.ask({ method: "GET", path: `/v2/wallet/estimatefee/${CONFIRMATIONS_WANTED}` });
  // Sats for a kiloweight: a virtual byte is four units of weight.
  return { outputs, rate: uint64Of(answer["sat_per_kw"]) * 4n };
}

async function buildChild(deps: Deps, connection: Connection, request: OnchainChildRequest): Promise<OnchainBuilt> {
  const coin = `${request.parent.txid}:${request.parent.index}`;
  return await buildOnce(deps, connection, request, {
    fund: (untilMs) => fundChild(connection, request, untilMs),
    same: (built) => {
      if (readTransaction(built.transaction).inputs.join() === coin) return built;
      throw new NodeUnavailable("another request has this reference");
    },
  });
}

type Building = {
  readonly fund: (untilMs: number) => Promise<Kept | "insufficient">;
  /** @throws {NodeUnavailable} when it is not what was asked for. */
  readonly same: (built: Built) => Built;
};

/** What was published for the reference, or is kept for it, or a new one. */
async function buildOnce(
  deps: Deps,
  connection: Connection,
  { feeLimit, reference }: Named,
  { fund, same }: Building,
): Promise<OnchainBuilt> {
  const known = await findPublished(connection, reference);
  if (known !== undefined) return same(builtOf(known));
  const before = keptFor(deps, reference);
  const kept = before ?? (await fund(deps.clock.monotonicMs() + ONCHAIN_KEPT_MS));
  if (kept === "insufficient") return { kind: "refused", reason: kept };
  if (kept.built.fee <= feeLimit) {
    deps.memory.kept.set(reference, kept);
    return same(kept.built);
  }
  if (before === undefined) for (const lease of kept.leases) await release(connection, lease);
  return { kind: "refused", reason: "fee_limit" };
}

async function findPublished(connection: Connection, reference: string): Promise<WalletTransaction | undefined> {
  const all = await readTransactions(connection, "all");
  return all.find(({ label }) => label === LABEL + reference);
}

function keptFor({ clock, memory: { kept } }: Deps, reference: string): Kept | undefined {
  for (const [name, { untilMs }] of kept) if (untilMs <= clock.monotonicMs()) kept.delete(name);
  return kept.get(reference);
}

async function publish(
  deps: Deps,
  connection: Connection,
  { transaction, reference }: { readonly transaction: Uint8Array; readonly reference: string },
): Promise<"taken" | "refused"> {
  const { txid, inputs } = readTransaction(transaction);
  // Another process may have built another one for it, from other coins: only the wallet knows what both published.
  const known = await findPublished(connection, reference);
  if (known !== undefined && known.txid !== txid)
    throw new NodeUnavailable("another transaction was published for this reference");
  const own = keptFor(deps, reference);
  if (own !== undefined && !isSameBytes(own.built.transaction, transaction))
    throw new NodeUnavailable("another transaction was built for this reference");
  const { coins } = deps.memory;
  if (coins.size >= REMEMBERED_MAX) coins.clear();
  coins.set(txid, inputs);
  const body = { tx_hex: toBase64(transaction), label: LABEL + reference };
  try {
    const answer = await connection.ask({ method: "POST", path: "/v2/wallet/tx", body });
    if (answer["publish_error"] !== "") return "refused";
  } catch (error) {
    if (error instanceof Refusal && error.code !== undefined) return "refused";
    throw error;
  }
  // Its coins are spent: kept any longer they would count twice.
  for (const coin of inputs) await release(connection, { id: lockOf(reference), coin }).catch(ignoreRefusal);
  return "taken";
}

async function list(connection: Connection, since: Date): Promise<readonly OnchainPublished[]> {
  const from = since.getTime() - EARLIER_MS;
  const all = await readTransactions(connection, "all");
  return all
    .filter(({ isOurs, at }) => isOurs && at.getTime() >= from)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ txid, bytes, label, fee, confirmations }) => ({
      txid,
      transaction: bytes,
      reference: label.startsWith(LABEL) ? label.slice(LABEL.length) : undefined,
      fee,
      confirmations,
    }));
}

async function lookup({ memory }: Deps, connection: Connection, txid: string): Promise<OnchainStatus> {
  const all = await readTransactions(connection, "all");
  const found = all.find((one) => one.txid === txid);
  if (found !== undefined && found.confirmations > 0) return { kind: "confirmed", confirmations: found.confirmations };
  const coins = memory.coins.get(txid) ?? found?.coins ?? [];
  const rival = all.find(
    (one) =>
      one.txid !== txid && one.confirmations >= CONFLICT_BLOCKS && one.coins.some((coin) => coins.includes(coin)),
  );
  if (rival !== undefined) return { kind: "conflicted", by: rival.bytes };
  return found === undefined ? { kind: "not_found" } : { kind: "pending" };
}

/**
 * Takes coins and signs. What its channels need stays in the wallet: looked at before, and again once the fee is known
 * and the coins are kept, so that of two builds at the same time the later one sees what the other has taken.
 */
async function fund(
  connection: Connection,
  { address, amount, reference }: OnchainBuildRequest,
  untilMs: number,
): Promise<Kept | "insufficient"> {
  const before = await readSpendable(connection);
  if (before.confirmed - amount < before.reserve) return "insufficient";
  const body = {
    raw: { outputs: { [address]: String(amount / SAT) } },
    target_conf: CONFIRMATIONS_WANTED,
    min_confs: 1,
    custom_lock_id: lockOf(reference),
    lock_expiration_seconds: String(ONCHAIN_KEPT_MS / 1_000),
  };
  let funded: Awaited<ReturnType<Connection["ask"]>>;
  try {
    funded = await connection.ask({ method: "POST", path: "/v2/wallet/psbt/fund", body });
  } catch (error) {
    if (await isInsufficient(connection, error, amount)) return "insufficient";
    throw error;
  }
  return await finalize(connection, funded, untilMs, async ({ read: { outputs, inputs }, leases, fee }) => {
    const { script } = parseBitcoinAddress(address, connection.network);
    const paid = paidTo({ outputs }, script).includes(amount);
    demand(paid && inputs.every((input) => leases.some(({ coin }) => coin === input)));
    const change = leases.reduce((sum, { value }) => sum + value, 0n) - amount - fee;
    const { confirmed, reserve } = await readSpendable(connection);
    return confirmed + change < reserve ? "insufficient" : "good";
  });
}

/** Spends one output, also of a transaction in no block, to a new address of the wallet: all of it is change. */
async function fundChild(
  connection: Connection,
  { parent, satsPerVbyte, reference }: OnchainChildRequest,
  untilMs: number,
): Promise<Kept | "insufficient"> {
  const coin = `${parent.txid}:${parent.index}`;
  // Kept by a process that has died: what was written down is published whether its coin is kept or not.
  await release(connection, { id: lockOf(reference), coin }).catch(ignoreRefusal);
  const body = {
    raw: { inputs: [{ txid_str: parent.txid, output_index: parent.index }] },
    sat_per_vbyte: String(satsPerVbyte),
    min_confs: 0,
    spend_unconfirmed: true,
    custom_lock_id: lockOf(reference),
    lock_expiration_seconds: String(ONCHAIN_KEPT_MS / 1_000),
  };
  let funded: Awaited<ReturnType<Connection["ask"]>>;
  try {
    funded = await connection.ask({ method: "POST", path: "/v2/wallet/psbt/fund", body });
  } catch (error) {
    // It is spent or leased, or the sweeper may replace its transaction.
    if (error instanceof Refusal && error.code !== undefined) return "insufficient";
    throw error;
  }
  return await finalize(connection, funded, untilMs, async ({ read: { inputs } }) => {
    demand(inputs.join() === coin);
    return "good";
  });
}

type Drawn = { readonly read: BitcoinTransaction; readonly leases: readonly Lease[]; readonly fee: Msats };

/** Signs what was funded. Of what is refused, or is not as it was asked for, nothing is kept. */
async function finalize(
  connection: Connection,
  funded: Awaited<ReturnType<Connection["ask"]>>,
  untilMs: number,
  judge: (drawn: Drawn) => Promise<"good" | "insufficient">,
): Promise<Kept | "insufficient"> {
  const leases = leasesOf(funded["locked_utxos"]);
  try {
    const psbt = textOf(funded["funded_psbt"]);
    const fee = feeOfPsbt(base64Of(psbt));
    const finalized = { method: "POST", path: "/v2/wallet/psbt/finalize", body: { funded_psbt: psbt } } as const;
    const { raw_final_tx } = await connection.ask(finalized);
    const transaction = base64Of(raw_final_tx);
    const read = readTransaction(transaction);
    if ((await judge({ read, leases, fee })) === "good")
      return { built: { kind: "built", txid: read.txid, transaction, fee }, leases, untilMs };
  } catch (error) {
    for (const lease of leases) await release(connection, lease).catch(ignoreRefusal);
    throw error;
  }
  for (const lease of leases) await release(connection, lease);
  return "insufficient";
}

function demand(isAsAsked: boolean): void {
  if (!isAsAsked) throw new NodeUnavailable("the node built another transaction than it was asked for");
}

/** The script that an address pays to. @throws {NodeUnavailable} for what the chain would not take. */
function scriptOf({ network }: Connection, { address, amount }: OnchainRequest): Uint8Array {
  try {
    const { script } = parseBitcoinAddress(address, network);
    const min = SEGWIT_VERSIONS.includes(script[0] ?? 0xff) ? SEGWIT_MIN : OLDER_MIN;
    if (amount % SAT !== 0n || amount < min) throw new NodeUnavailable("no output of the chain has this amount");
    return script;
  } catch (error) {
    if (error instanceof ProtocolError) throw new NodeUnavailable(error.message, { cause: error });
    throw error;
  }
}

/** The bytes are exactly one transaction: LND ignores what stands behind it. */
function readTransaction(bytes: Uint8Array) {
  try {
    return parseBitcoinTransaction(bytes);
  } catch (error) {
    if (error instanceof ProtocolError) throw new NodeUnavailable(error.message, { cause: error });
    throw error;
  }
}

/** A reference names one request: with another one it is nonsense. */
function sameRequest(built: Built, { amount }: OnchainRequest, script: Uint8Array): Built {
  if (paidTo(readTransaction(built.transaction), script).includes(amount)) return built;
  throw new NodeUnavailable("another request has this reference");
}

function builtOf({ txid, bytes, fee }: WalletTransaction): Built {
  return { kind: "built", txid, transaction: bytes, fee };
}

/** 32 bytes that name a reference's coins. */
function lockOf(reference: string): string {
  return Buffer.from(hash("sha256", LABEL + reference, "hex"), "hex").toString("base64");
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof NodeUnavailable)) throw error;
}
