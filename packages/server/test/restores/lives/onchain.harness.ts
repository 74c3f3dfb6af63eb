import { msats, sats } from "#kernel/money.ts";
import { bookOperatorMoney } from "#lightning";
import { pay } from "#payments";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { paidTo, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { readLostPurchase } from "#service/lost-purchase.ts";
import { pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { workDueOnchain } from "#slices/onchain/jobs.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { beginPurchase } from "#slices/ramp/checkout/begin-purchase.ts";
import { creditInstead } from "#slices/ramp/checkout/credit-instead.ts";
import { refundStray } from "#slices/ramp/drive/adopt-stray.ts";
import { deliverStray } from "#slices/ramp/drive/deliver-stray.ts";
import { workDue } from "#slices/ramp/drive/work-due.ts";
import type { Purchase } from "#slices/ramp/model/purchase.ts";
import { findPurchase } from "#slices/ramp/store/purchases.ts";
import { deleteOldQuotes } from "#slices/ramp/store/quotes.ts";
import { type Given, givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { updateLimitsOfUser } from "#slices/users/store.ts";
import { findUser } from "#users";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import type { Life } from "./life.harness.ts";
import { type Seen, settledFor, type Thing } from "./thing.harness.ts";

const HOUR = 3_600_000;
const REASON = "the copy of the night";
/** One for each purchase: what is not confirmed keeps its coin. */
const COINS = Array.from({ length: 150 }, () => 1_000_000n);

type Written = { readonly txid: string; readonly transaction: Uint8Array; readonly taken: bigint };

/** Purchases to addresses of the chain, each of a person and a card of its own. With each look comes a block. */
export async function onChain(database: () => DatabaseUnderTest) {
  const ramp = await givenRamp(database(), {}, { node: { coins: COINS } });
  const { clock, deps } = ramp;
  const recipientCache = createRecipientCache(clock);
  // a wallet of this service is paid inside
  const host = new URL(deps.baseUrl).host;
  Object.assign(deps, { recipientOf: recipientsAt(host, { db: database().db, recipientCache }) });
  const later: Given["later"] = async (ms, on) => {
    ramp.world.node.chain.mine();
    await ramp.later(ms, on);
  };
  const living = { ...ramp, later };
  return { living, thing: (life: Life<Given>, n: number) => onChainOf(life, n) };
}

/** What pays an address and may still confirm, by txid. */
function payingTo({ world }: Pick<Given, "world">, address: string): readonly string[] {
  const { script } = parseBitcoinAddress(address, "regtest");
  const all = world.node.chain.list();
  return all
    .filter((one) => paidTo(parseBitcoinTransaction(one.transaction), script).length > 0)
    .map(({ txid }) => txid);
}

async function onChainOf(life: Life<Given>, n: number): Promise<Thing> {
  const { world, deps, db, cards, admin } = life;
  const { node } = world;
  const { chain } = node;
  const address = freshAddress();
  const opened = await life.opened({ destination: address });
  const session = () => life.rereadSession(opened.id);
  // its amount is known before it is quoted: the price is fixed
  const price = `12.${String(n).padStart(2, "0")}`;
  const { quote, userId: buyer } = await life.quoted(opened, price);
  const { amount } = quote;
  const most = sats(1_000_000n); // a new user may hold less, and spend nothing
  const limits = { maxBalance: most, daily: most, weekly: most, monthly: most };
  await updateLimitsOfUser(db, buyer, { set: limits, byLevel: [] }, life.clock.now());
  let bought: Purchase | undefined;
  let written: Written | undefined;
  let isByHand = false;
  let wasCredited = false;
  let walletId: string | undefined;
  const mine = () => {
    if (bought === undefined) throw new Error("it was not quoted");
    return bought;
  };
  const now = async () => bought && (await findPurchase(db, bought.id));
  const stateNow = async () => (await now())?.progress.kind;
  const reference = () => `pay_${bought?.id}`;
  const count = (what: "capture" | "refund") =>
    cards.moved.filter((one) => one.what === what && one.reference === reference()).length;

  /** The process dies as soon as the purchase has this state. */
  async function work(until?: string): Promise<void> {
    await life.due(mine().id);
    const reached = async (point: string) => {
      if (point === "after-ramp-step" && (await stateNow()) === until) throw new Error("the process died");
    };
    await workDue({ ...deps, reached }).catch(() => undefined);
    await world.settled();
  }
  /** The same while the node answers no such call. */
  async function workWithout(call: "buildOnchain" | "lookupOnchain"): Promise<void> {
    node.broken.add(call);
    await work();
    node.broken.clear();
  }
  /** What became of its transaction is looked at, and nothing else. */
  async function followTransaction(): Promise<void> {
    await life.due(mine().id);
    await workDueOnchain(deps.onchain);
    await world.settled();
  }
  async function transaction(): Promise<Written> {
    const [row] = await admin.query<Written>(sql`
      select encode(txid, 'hex') as txid, transaction, amount_msats + fee_msats as taken
        from onchain.payment
       where origin_id = ${mine().id}`);
    if (row === undefined) throw new Error("no transaction was written down");
    return row;
  }
  const reach: Readonly<Record<string, () => Promise<unknown>>> = {
    async quoted() {
      bought = await life.quoted(await session(), price);
    },
    requires_payment: async () => await beginPurchase(deps, await session(), mine().id),
    async authorized() {
      cards.authorize(mine().id, `card ${n}`);
      await work("authorized");
    },
    captured: () => work("captured"),
    on_hold: () => workWithout("buildOnchain"),
    async written() {
      await workWithout("lookupOnchain");
      written = await transaction();
    },
    published: followTransaction,
    /** It alone is in the next block: the mempool has forgotten all others. */
    async completed() {
      chain.forget();
      const { transaction: bytes } = await transaction();
      await node.publishOnchain(bytes, mine().id);
      chain.mine();
      await followTransaction();
      await work();
    },
    async conflicted() {
      chain.forget();
      chain.conflict((await transaction()).txid);
      chain.mine(7);
      await followTransaction();
      await work();
    },
    async refund_pending() {
      // nothing could be delivered for two days
      const past = new Date(life.clock.now().getTime() - 48 * HOUR);
      await admin.query(sql`update ramp.purchase set changed_at = ${past} where id = ${mine().id}`);
      await work("refund_pending");
    },
    refunded: () => work("refunded"),
    async credited() {
      await creditInstead(deps, await session(), mine().id);
      for (let runs = 0; runs < 3; runs += 1) await work();
      wasCredited = true;
      walletId = (await own()).wallet.id;
    },
    /** All of it but what the route may cost. */
    async spent() {
      node.plan = pays();
      const { wallet } = await own();
      const caller = { wallet, actor: { kind: "user", userId: mine().userId } } as never;
      const { text: invoice } = world.invoice({ amount });
      const asked = { destination: { kind: "invoice", invoice }, amount: undefined, waitMs: 0 } as const;
      await pay(deps as never, { ...world.request(caller, {}), ...asked, idempotencyKey: "spent" });
      await world.settled();
      if (settledFor(life, amount) !== 1) throw new Error("it was not spent");
    },
  };
  async function own() {
    const user = await findUser(db, mine().userId);
    const wallet = user && (await findWallet(db, user.walletId));
    if (wallet === undefined) throw new Error("its person is not here");
    return { wallet };
  }
  /** What its person has of it inside: what the wallet holds and owes, and what left from there. In msats. */
  async function worthInside(): Promise<bigint> {
    const { wallet } = await own();
    const [row] = await admin.query<{ left: bigint }>(sql`
      select balance - lent_msats as left
        from ledger.account
       where no = ${wallet.account}`);
    const spent = world.node.paying.attempts.filter((one) => one.amount === amount && one.status.kind === "settled");
    return spent.reduce((sum, one) => sum + one.amount + one.fee, row?.left ?? 0n);
  }
  /** In whole purchases. */
  const arrivals = async () => {
    if (bought === undefined) return 0;
    return payingTo(life, address).length + Number(((await worthInside()) + amount / 2n) / amount);
  };

  /** `ramp adopt --refund`; false: it was refused, because a transaction was published, which it names. */
  async function adopt(): Promise<boolean> {
    const wanted = wasCredited ? deliverStray : refundStray;
    const { told } = await readLostPurchase(life, life.place, mine().id);
    const decision = { despiteUnexplained: false, despitePrice: false, amount: undefined };
    const named = { destination: undefined, walletId, userId: undefined, projectId: undefined } as never;
    const stray = { reference: reference(), reason: REASON, told, ...decision };
    const { rates } = deps;
    const adopting = { ...life.commands, rates, processor: cards.processor, node, journal: world.journal };
    try {
      // what was adopted to be delivered is a purchase by then
      for (let times = 0; times < (wasCredited ? 1 : 2); times += 1)
        await wanted({ ...deps, ...adopting }, { ...stray, named });
      return true;
    } catch (error) {
      if (!(error instanceof OperatorError) || !error.message.includes(written?.txid ?? "no transaction")) throw error;
      return false;
    }
  }

  return {
    amount,
    id: async () => (await now())?.id,
    owner: () => (walletId === undefined ? "loss" : { kind: "wallet", id: walletId }),
    wasCredited: () => wasCredited,
    isByHand: () => isByHand,
    atProcessor: () => ({ captured: count("capture"), refunded: count("refund") }),
    paid: arrivals,
    explorer: (of) => payingTo(life, of)[0],
    async reach(state) {
      await reach[state]?.();
      const is = (await now())?.progress;
      if (is?.kind !== (STATES[state] ?? state))
        throw new Error(`the purchase is not ${state}, but ${JSON.stringify(is)}`);
    },
    /** It was lost with the copy: given back, or what it took is booked. */
    async finish() {
      if (bought === undefined || count("capture") === 0 || count("refund") > 0) return;
      if ((await stateNow()) === "quoted") await deleteOldQuotes(db, new Date(life.clock.now().getTime() + HOUR));
      if ((await now()) !== undefined) return;
      isByHand = true;
      if (await adopt()) return;
      await admin.query(sql`update lightning.node set equity_transfer_id = gen_random_uuid()`); // it was connected
      const { taken = 0n } = written ?? {};
      const cost = { kind: "chain_cost", amount: msats(taken), reason: REASON, despiteOwn: false } as const;
      await bookOperatorMoney({ ...deps, journal: world.journal }, cost);
    },
    async tell(seen) {
      const state = await stateNow();
      if (isByHand && wasCredited) return state === "completed" ? "delivered by the operator" : `adopted: ${state}`;
      if (state !== undefined && state !== "quoted") return tellPurchase(state, seen);
      if (count("capture") === 0) return "not begun in this ledger";
      if (isByHand) return written !== undefined && count("refund") === 0 ? "delivered before, and booked" : ADOPTED;
      return "given back before";
    },
    async comeAgain() {
      const seen = async () => JSON.stringify([await arrivals(), count("capture"), count("refund")]);
      const before = await seen();
      for (let hour = 0; hour < 2; hour += 1) await life.later(HOUR);
      const after = await seen();
      const troubles = before === after ? [] : [`${before} became ${after}`];
      if ((await stateNow()) !== "completed") return troubles;
      const received = chain.receivedAt(address);
      if (wasCredited) {
        const inside = (await worthInside()) - amount - (quote.networkFee ?? 0n);
        return received === 0n && inside === 0n
          ? troubles
          : [...troubles, `the address has ${received}, and inside are ${inside} more than it was`];
      }
      return received === amount ? troubles : [...troubles, `the address has ${received}, and not ${amount}`];
    },
  };
}

const ADOPTED = "given back by the operator";

/** How a purchase is called in its table where the table of states tells more apart. */
const STATES: Readonly<Record<string, string>> = {
  written: "delivering",
  published: "delivering",
  conflicted: "refunded",
  credited: "completed",
  spent: "completed",
};

function tellPurchase(state: string, { copy }: Seen): string {
  if (copy === "refunded" || copy === "conflicted") return `${copy} already`;
  return `goes on to ${state === "expired" ? "requires_payment" : state}`; // nobody has paid in time
}
