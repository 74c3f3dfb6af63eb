import type { PaymentId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { pay } from "#payments";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driveDue } from "#slices/payments/drive/drive-due.ts";
import { type Driving, diesAt, FUNDS, givenDriving } from "#slices/payments/testing/driving.harness.ts";
import type { Life } from "./life.harness.ts";
import { type Seen, settledFor, type Thing } from "./thing.harness.ts";

export const FEE = 1_500n;

export type Destination = "invoice" | "address" | "node";

type Row = { readonly id: PaymentId; readonly state: string; readonly paymentHash: Uint8Array | null };

/** Payments over Lightning, each of a wallet of its own. */
export async function payments(database: () => DatabaseUnderTest, to: Destination) {
  const living = await givenDriving(database(), { node: { retriesFailed: true } });
  living.world.pay.driver = undefined; // each is driven when the test says so
  return { living, thing: (life: Life<Driving>, n: number) => paymentOf(life, to, n) };
}

async function paymentOf(life: Life<Driving>, to: Destination, n: number): Promise<Thing> {
  const { world, admin } = life;
  const { node } = world;
  const amount: Msats = sats(BigInt(100 + n));
  const caller = await world.project(`payer ${n}`, FUNDS);
  const invoice = world.invoice({ amount, expirySeconds: 86_400 });
  let isSentAgain = false;
  const lnAddress = world.recipient(`shop-${n}`);
  const destinations = {
    invoice: { kind: "invoice", invoice: invoice.text },
    address: { kind: "address", lnAddress },
    node: { kind: "node", nodeId: await node.counterparty.nodeId(), records: [], metadata: undefined },
  } as const;

  const ask = (idempotencyKey: string) => {
    const asked = { destination: destinations[to], amount: to === "invoice" ? undefined : amount };
    return pay(world.pay, { ...world.request(caller, {}), ...asked, waitMs: 0, idempotencyKey });
  };
  const all = () =>
    admin.query<Row>(sql`
      select id, state, payment_hash as "paymentHash"
        from payments.payment
       where wallet_id = ${caller.wallet.id}
       order by created_at, id`);
  const newest = async (): Promise<Row> => {
    const row = (await all()).at(-1);
    if (row === undefined) throw new Error("the wallet has no payment");
    return row;
  };
  async function drive(on = world.drive): Promise<void> {
    await life.due((await newest()).id);
    node.plan = holds();
    await driveDue(on);
    await world.settled().catch(() => undefined); // it died
  }
  async function end(how: "settle" | "giveBack"): Promise<void> {
    node.paying[how]((await newest()).paymentHash ?? new Uint8Array());
    await drive();
  }
  const reach: Readonly<Record<string, () => Promise<unknown>>> = {
    resolving: () => ask("first"),
    ready: async () => {
      if ((await all()).length === 0) await ask("first");
      const at = diesAt("before-dispatch");
      if ((await newest()).state === "resolving") await drive({ ...world.drive, reached: at });
    },
    in_flight: () => drive(),
    completed: () => end("settle"),
    failed: () => end("giveBack"),
    async failed_sent_again() {
      isSentAgain = true;
      await ask("second");
      await drive();
      await end("settle");
    },
  };

  return {
    amount,
    id: async () => (await all()).at(-1)?.id,
    owner: () => ({ kind: "wallet", id: caller.wallet.id }),
    async reach(state) {
      await reach[state]?.();
      const now = (await newest()).state;
      if (state.split("_sent")[0] !== now && !(state === "failed_sent_again" && now === "completed"))
        throw new Error(`the payment is ${now}, and not ${state}`);
    },
    tell: async (seen) => tellPayment((await all()).at(-1)?.state, seen),
    async comeAgain(end) {
      const troubles: string[] = [];
      const before = await all();
      const first = await ask(isSentAgain ? "second" : "first").catch((error) => error);
      const isFree = end.includes("a repeated key makes it");
      if (isFree && first.replayed !== false) troubles.push(`the key is not free: ${first}`);
      if (!isFree && first.replayed === false) troubles.push("the key makes another payment");
      await life.later(1_000);
      await life.later(60_000);
      const paid = BigInt(settledFor(life, amount));
      if (paid > 1n) troubles.push(`the node has paid it ${paid} times`);
      if (isFree && (await all()).length !== before.length + 1) troubles.push("the key makes nothing");
      const balance = await world.balance(caller);
      const wanted = FUNDS - paid * (amount + FEE);
      if (balance !== wanted) troubles.push(`the wallet has ${balance} and not ${wanted}`);
      return troubles;
    },
  };
}

export function tellPayment(state: string | undefined, { copy, sent, assigned }: Seen): string {
  if (state === undefined) return "not made in this ledger; a repeated key makes it";
  if (assigned !== undefined && assigned !== "loss" && assigned.kind === "wallet")
    return "booked to the wallet that paid";
  if (
    ["completed", "failed", "failed_sent_again"].includes(copy) &&
    state === copy.replace("failed_sent_again", "completed")
  )
    return `${copy} already`;
  if (sent > 1) return `SENT ${sent} TIMES`;
  if (state === "completed" && sent === 1)
    return copy === "resolving" ? "an invoice is asked for, and it is sent" : "it is sent";
  if (state === "completed") return "completed by the node's proof";
  if (state === "failed") return "failed by the node's proof";
  return `waits for the node (${state})`;
}
