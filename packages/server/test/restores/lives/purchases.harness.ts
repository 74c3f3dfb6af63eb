import type { PaymentId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { readLostPurchase } from "#service/lost-purchase.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driveDue } from "#slices/payments/drive/drive-due.ts";
import { refundStray } from "#slices/ramp/drive/adopt-stray.ts";
import { workDue } from "#slices/ramp/drive/work-due.ts";
import { deliveryOf, type Purchase } from "#slices/ramp/model/purchase.ts";
import { findPurchase } from "#slices/ramp/store/purchases.ts";
import { type Given, givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import type { Life } from "./life.harness.ts";
import { paidFor, type Seen, type Thing } from "./thing.harness.ts";

/** Purchases over Lightning, each of a person and a card of its own. */
export async function purchases(database: () => DatabaseUnderTest) {
  const living = await givenRamp(database());
  return { living, thing: (life: Life<Given>, n: number) => purchaseOf(life, n) };
}

async function purchaseOf(life: Life<Given>, n: number): Promise<Thing> {
  const { world, deps, db, cards, admin } = life;
  const { node } = world;
  const session = await life.opened({ destination: world.recipient(`winner-${n}`) });
  // its amount is known before it is quoted: the price is fixed
  const sample = await life.quoted(session, `${20 + n}.00`);
  const { amount } = sample.quote;
  await admin.query({ text: "delete from ramp.purchase where id = $1", values: [sample.id] });
  let bought: Purchase | undefined;
  const now = async () => bought && (await findPurchase(db, bought.id));
  const stateNow = async () => (await now())?.progress.kind;
  const reference = () => `pay_${bought?.id}`;
  const count = (what: "capture" | "refund") =>
    cards.moved.filter((one) => one.what === what && one.reference === reference()).length;

  /** The process dies as soon as the purchase has this state. */
  async function work(until?: string): Promise<void> {
    const purchase = await now();
    if (purchase === undefined) throw new Error("it was not begun");
    node.plan = holds();
    const paymentId = deliveryOf(purchase)?.paymentId as PaymentId | undefined;
    await life.due(...(paymentId === undefined ? [] : [paymentId]));
    if (paymentId !== undefined) await driveDue(world.drive);
    await world.settled();
    await life.due(purchase.id);
    const reached = async (point: string) => {
      if (point === "after-ramp-step" && (await stateNow()) === until) throw new Error("the process died");
    };
    await workDue({ ...deps, reached }).catch(() => undefined);
    await world.settled();
  }
  const reach: Readonly<Record<string, () => Promise<unknown>>> = {
    async requires_payment() {
      bought = await life.begun(session, `${20 + n}.00`);
    },
    async authorized() {
      cards.authorize(bought?.id ?? "", `card ${n}`);
      await work("authorized");
    },
    captured: () => work("captured"),
    delivering: () => work(),
    async refund_pending() {
      // nothing could be delivered for two days
      const past = new Date(life.clock.now().getTime() - 48 * 3_600_000);
      await admin.query(sql`update ramp.purchase set changed_at = ${past} where id = ${bought?.id ?? null}`);
      await work("refund_pending");
    },
    refunded: () => work("refunded"),
    async completed() {
      const attempt = node.paying.attempts.find((one) => one.amount === amount);
      node.paying.settle(attempt?.paymentHash ?? new Uint8Array());
      await work();
    },
  };

  let isAdopted = false;
  return {
    amount,
    id: async () => (await now())?.id,
    owner: () => "loss",
    isByHand: () => isAdopted,
    atProcessor: () => ({ captured: count("capture"), refunded: count("refund") }),
    async reach(state) {
      await reach[state]?.();
      const is = await stateNow();
      if (is !== state) throw new Error(`the purchase is ${is}, and not ${state}`);
    },
    /** It was lost with the copy: `ramp adopt --refund`, of what was neither delivered nor given back. */
    async finish() {
      if (bought === undefined || (await now()) !== undefined || count("capture") === 0) return;
      if (paidFor(life, amount) > 0 || count("refund") > 0) return;
      const { told } = await readLostPurchase(life, life.place, bought.id);
      const stray = {
        reference: reference(),
        reason: "the copy of the night",
        told,
        amount,
        despiteUnexplained: false,
        despitePrice: false,
      };
      const adopting = {
        ...life.commands,
        rates: deps.rates,
        processor: cards.processor,
        node,
        journal: world.journal,
      };
      for (let times = 0; times < 2; times += 1) await refundStray(adopting, stray);
      isAdopted = true;
    },
    async tell(seen) {
      const state = await stateNow();
      if (state !== undefined || count("capture") === 0) return tellPurchase(state, seen);
      if (isAdopted) return "given back by the operator";
      return count("refund") > 0 ? "given back before" : "delivered before, and booked";
    },
    async comeAgain() {
      const before = JSON.stringify([paidFor(life, amount), count("capture"), count("refund")]);
      for (let hour = 0; hour < 2; hour += 1) await life.later(3_600_000);
      const after = JSON.stringify([paidFor(life, amount), count("capture"), count("refund")]);
      return before === after ? [] : [`${before} became ${after}`];
    },
  };
}

function tellPurchase(state: string | undefined, { copy, assigned, wasImported }: Seen): string {
  if (state === undefined) return "not begun in this ledger";
  if (assigned !== undefined) return "delivered before";
  if (copy === "refunded") return `${state} already`;
  if (state === "expired") return "goes on to requires_payment"; // and nobody has paid in time
  if (!wasImported) return `goes on to ${state}`;
  return state === "completed" ? "completed by the node's proof" : "waits for the node (in_flight)";
}
