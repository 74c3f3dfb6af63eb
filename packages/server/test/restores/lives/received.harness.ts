import type { Caller } from "#kernel/caller.ts";
import type { ChargeId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { pay } from "#payments";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { answerPayCallback, assignReceipt, createCharge, findCharge } from "#receiving";
import { type Driving, FUNDS, givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { lookUpDueCharges } from "#slices/receiving/expire/look-up-due-charges.ts";
import { createStaticCharge } from "#slices/receiving/offer/create-static-charge.ts";
import { listSuspended } from "#slices/receiving/store/receipts.ts";
import type { Life } from "./life.harness.ts";
import type { Thing } from "./thing.harness.ts";

type Issued = { readonly id: ChargeId; readonly invoice: string };

/** How invoices of a wallet are asked for. `isReplayed`: a repeated request gets the same one. */
type Asking = { readonly isReplayed: boolean; readonly issue: () => Promise<Issued> };
type AskFor = (life: Life<Receiving>, caller: Caller, amount: Msats) => Promise<Asking>;

/** By the project, with a key. */
export const askFor: AskFor = async ({ world }, caller, amount) => {
  const asked = { caller, amount, description: "an order", expirySeconds: 86_400, idempotencyKey: "first" };
  const deps = { ...world.drive, ...world.pay };
  return { isReplayed: true, issue: async () => (await createCharge(deps, asked)).charge };
};

/** By payers, at a static charge that the copy has. */
export const askAtStatic: AskFor = async ({ world, clock }, caller, amount) => {
  const deps = { ...world.drive, ...world.pay, clock, baseUrl: "https://leyden.example", addressMax: sats(1_000n) };
  const recipientOf = async () => undefined;
  const { staticCharge } = await createStaticCharge(deps, {
    caller,
    minAmount: sats(1n),
    maxAmount: sats(1_000n),
    description: "a jar",
    successMessage: "",
  });
  const asked = { ref: { kind: "static", id: staticCharge.id }, amount: String(amount) } as const;
  return { isReplayed: false, issue: async () => await answerPayCallback({ ...deps, recipientOf }, asked) };
};

/** Charges, each of a wallet of its own. */
export async function charges(database: () => DatabaseUnderTest, ask: AskFor) {
  const driving = await givenDriving(database());
  const { world } = driving;
  const received: typeof world.node.received = (cursor, _, signal) => world.node.received(cursor, 0, signal);
  const deps = { ...world.drive, node: { ...world.node, received }, onCredited: () => undefined };
  const readNode = async () => {
    await followReceipts(deps, new AbortController().signal);
    await lookUpDueCharges(deps);
  };
  const later = async (ms: number) => {
    await driving.later(ms);
    await readNode();
  };
  const living = { ...driving, later, readNode };
  return { living, thing: (life: Life<Receiving>, n: number) => chargeOf(life, n, ask) };
}

type Receiving = Driving & { readonly readNode: () => Promise<void> };

async function chargeOf(life: Life<Receiving>, n: number, ask: AskFor): Promise<Thing> {
  const { world, db, admin, clock, readNode } = life;
  const amount = sats(BigInt(100 + n));
  const caller = await world.project(`payee ${n}`, sats(0n));
  let issued: Issued | undefined;
  let isAssigned = false;
  const { issue, isReplayed } = await ask(life, caller, amount);
  const now = async () => issued && (await findCharge(db, caller.wallet.id, issued.id));
  const reach: Readonly<Record<string, () => Promise<unknown>>> = {
    async pending() {
      issued = await issue();
    },
    async paid() {
      world.node.receiving.payInvoice(issued?.invoice ?? "");
      await readNode();
    },
    async expired() {
      const past = new Date(clock.now().getTime() - 1_000);
      await admin.query(sql`
        update receiving.charge set expires_at = ${past}, due_at = ${past} where id = ${issued?.id ?? null}`);
      await readNode();
    },
  };
  const received = async () => (await world.balance(caller)) / amount;

  return {
    amount,
    id: async () => (await now())?.id,
    owner: () => ({ kind: "wallet", id: caller.wallet.id }),
    paid: async () => Number(await received()),
    isByHand: () => isAssigned,
    async reach(state) {
      await reach[state]?.();
      const is = (await now())?.state.kind;
      if (is !== (state === "paid" ? "completed" : state)) throw new Error(`the charge is ${is}, and not ${state}`);
    },
    async finish() {
      for (const { id, amount: lies } of await listSuspended(db, 100)) {
        if (lies !== amount) continue;
        await assignReceipt(life.commands, { receipt: id, wallet: caller.wallet, reason: "the copy of the night" });
        isAssigned = true;
      }
    },
    async tell({ copy }) {
      const charge = await now();
      if (charge === undefined) return isAssigned ? "its money lies in suspense" : "not given out in this ledger";
      if (charge.state.kind !== "completed") return "follows the node";
      return copy === "absent" ? "brought back, then credited" : "credited once, when the node's receipts are read";
    },
    async comeAgain() {
      const [charge, balance] = [await now(), await world.balance(caller)];
      await readNode();
      if (charge !== undefined && ((await issue()).id === charge.id) !== isReplayed)
        return [isReplayed ? "the key gives out another one" : "two payers get one invoice"];
      return (await world.balance(caller)) === balance ? [] : ["it is credited again"];
    },
  };
}

/** Payments inside the service, each from a wallet of its own to another one. */
export async function inside(database: () => DatabaseUnderTest) {
  const living = await givenDriving(database());
  return { living, thing: (life: Life<Driving>, n: number) => insideOf(life, n) };
}

async function insideOf(life: Life<Driving>, n: number): Promise<Thing> {
  const { world, admin } = life;
  const amount = sats(BigInt(100 + n));
  const [from, to] = [await world.project(`payer ${n}`, FUNDS), await world.project(`payee ${n}`, sats(0n))];
  const ask = () => {
    const destination = { kind: "wallet", walletId: to.wallet.id } as const;
    return pay(world.pay, { ...world.request(from, {}), destination, amount, idempotencyKey: "first" });
  };
  const find = async () =>
    (await admin.query<{ id: string }>(sql`select id from payments.payment where wallet_id = ${from.wallet.id}`))[0];
  return {
    amount,
    id: async () => (await find())?.id,
    owner: () => ({ kind: "wallet", id: from.wallet.id }),
    reach: async () => void (await ask()),
    async tell() {
      return (await find()) === undefined ? "not made in this ledger; a repeated key makes it" : "completed already";
    },
    async comeAgain(end) {
      const { replayed } = await ask();
      const balances = [await world.balance(from), await world.balance(to)];
      const isWhole = balances[0] === FUNDS - amount && balances[1] === amount;
      return isWhole && replayed === end.endsWith("already") ? [] : [`${balances}, ${replayed}`];
    },
  };
}
