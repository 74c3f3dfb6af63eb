import { createHash, randomBytes } from "node:crypto";
import { pino } from "pino";
import type { Caller } from "#kernel/caller.ts";
import type { ChargeId, ProjectKeyId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import {
  type CreatedInvoice,
  type IncomingStatus,
  type LightningNode,
  NodeUnavailable,
  type ReceivedItem,
} from "#lightning";
import { one, sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import type { Log } from "#platform/log.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { findWallet } from "#wallets";
import { chargeMany } from "../batched.ts";
import type { CreditDeps } from "../credit-receipt.ts";
import { invariants } from "../invariants.ts";
import type { Charge } from "../model/charge.ts";
import type { Credited } from "../model/receipt.ts";
import { findCharge } from "../store.ts";

export const random = machineRandom();

/** A Lightning node that receives what a test tells it to, answers at once, and can be down. */
export type FakeNode = LightningNode & {
  isDown: boolean;
  readonly invoices: Map<string, IncomingStatus>;
  /** What it received, in order; the cursor is the place in this list, counted from 1. */
  readonly receipts: ReceivedItem[];
  /** Somebody pays. */
  receive(paymentHash: Uint8Array, amount: bigint, settledAt?: Date): void;
};

export function fakeNode(): FakeNode {
  const invoices = new Map<string, IncomingStatus>();
  const receipts: ReceivedItem[] = [];
  const up = () => {
    if (node.isDown) throw new NodeUnavailable("the node is down");
  };
  const notNeeded = () => Promise.reject(new Error("receiving does not ask for this"));

  const node: FakeNode = {
    capabilities: {
      resend: true,
      paysHashOnce: true,
      feeLimit: { kind: "exact" },
      wholeSats: false,
      cancel: true,
      keysend: false,
      outlivesUs: false,
      cltvLimit: true,
    },
    isDown: false,
    invoices,
    receipts,
    receive(paymentHash, amount, settledAt = new Date()) {
      const received = { amount: msats(amount), cost: msats(0n), settledAt };
      invoices.set(hex(paymentHash), { kind: "settled", ...received });
      receipts.push({ kind: "receipt", cursor: String(receipts.length + 1), paymentHash, ...received });
    },
    async createInvoice({ expirySeconds }) {
      up();
      const invoice = newInvoice(expirySeconds);
      invoices.set(hex(invoice.paymentHash), { kind: "unpaid" });
      return invoice;
    },
    async cancelInvoice(paymentHash) {
      up();
      invoices.set(hex(paymentHash), { kind: "cancelled" });
      return "cancelled";
    },
    async lookupIncoming(paymentHash) {
      up();
      return invoices.get(hex(paymentHash)) ?? { kind: "not_found" };
    },
    async received(cursor) {
      up();
      return receipts.slice(Number(cursor));
    },
    info: notNeeded,
    pay: notNeeded,
    lookupOutgoing: notNeeded,
    balances: notNeeded,
    outgoing: notNeeded,
    finished: notNeeded,
    close: async () => undefined,
  };
  return node;
}

function newInvoice(expirySeconds: number): CreatedInvoice {
  const paymentHash = createHash("sha256").update(randomBytes(32)).digest();
  return {
    invoice: `lnbcrt1${hex(paymentHash)}`,
    paymentHash,
    expiresAt: new Date(Date.now() + expirySeconds * 1_000),
  };
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** What crediting needs, and what it told. */
export function creditDeps({ batch }: DatabaseUnderTest) {
  const lines: { level: string; msg: string }[] = [];
  const credited: Credited[] = [];
  const log: Log = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const deps: CreditDeps = {
    batch,
    random,
    log,
    reached: () => undefined,
    onCredited: (receipt) => credited.push(receipt),
  };
  return { ...deps, lines, credited };
}

export async function givenCaller({ db, batch }: DatabaseUnderTest): Promise<Caller> {
  const project = await createProject({ batch, random }, { name: random.uuid() });
  const wallet = await findWallet(db, project.walletId);
  if (wallet === undefined) throw new Error("the project has no wallet");
  const policy = { feeCeilingBasisPoints: 500n, internalIdIsUnique: false };
  const keyId = random.uuid() as ProjectKeyId;
  return { wallet, actor: { kind: "project", projectId: project.id, keyId, policy } };
}

/** A charge whose invoice the caller's wallet gave out; expired already when `expirySeconds` is negative. */
export async function givenCharge(
  database: DatabaseUnderTest,
  caller: Caller,
  { amount = msats(10_000n), expirySeconds = 600 }: { amount?: Msats; expirySeconds?: number } = {},
): Promise<Charge> {
  const { id: walletId, account } = caller.wallet;
  const id = random.uuid() as ChargeId;
  const texts = { description: "an order", internalId: undefined, callbackUrl: undefined };
  const charge = { id, walletId, account, amount, ...texts, ...newInvoice(expirySeconds) };
  await database.batch(chargeMany, { charge, claim: undefined });
  return await chargeNow(database, { id, walletId });
}

export async function chargeNow(
  { db }: DatabaseUnderTest,
  { id, walletId }: Pick<Charge, "id" | "walletId">,
): Promise<Charge> {
  const charge = await findCharge(db, walletId, id);
  if (charge === undefined) throw new Error("the charge is not there");
  return charge;
}

export async function balanceOf({ admin }: DatabaseUnderTest, account: bigint): Promise<bigint> {
  const { balance } = one(
    await admin.query<{ balance: bigint }>(sql`
      select balance
        from ledger.account
       where no = ${account}`),
  );
  return balance;
}

export async function receiptsOf({ admin }: DatabaseUnderTest, paymentHash: Uint8Array) {
  return await admin.query<{ via: string; amount_msats: bigint; flags: string[] }>(sql`
    select via, amount_msats, flags
      from receiving.receipt
     where payment_hash = ${paymentHash}
     order by via`);
}

/** What the audit would say. */
export async function breaches({ db }: DatabaseUnderTest): Promise<string[]> {
  return await db.snapshot(async (tx) => {
    const found: string[] = [];
    for (const invariant of invariants) found.push(...(await invariant.breaches(tx)));
    return found;
  });
}
