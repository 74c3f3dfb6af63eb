import { createHash, randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { pino } from "pino";
import type { Caller } from "#kernel/caller.ts";
import { type ChargeId, newId, type ProjectKeyId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { CreatedInvoice } from "#lightning";
import { one, sql } from "#platform/database/db.ts";
import { withoutTimes } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import type { Log } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { invariants as ofTotals } from "#totals";
import { findWallet } from "#wallets";
import type { CreditDeps } from "../credit/credit-receipt.ts";
import { invariants } from "../invariants.ts";
import type { Charge } from "../model/charge.ts";
import type { Credited } from "../model/receipt.ts";
import type { StaticCharge, StaticChargeId } from "../model/static-charge.ts";
import { chargeMany, createStaticMany } from "../store/batched.ts";
import { findCharge } from "../store/charges.ts";
import { findStaticCharge } from "../store/static-charges.ts";

export const random = machineRandom();

/** The text is no invoice and never looks like one with an amount: BOLT 11 has no `b` behind the last `1`. */
function newInvoice(expirySeconds: number): CreatedInvoice {
  const paymentHash = createHash("sha256").update(randomBytes(32)).digest();
  return {
    invoice: `lnbcrt1b${bytesToHex(paymentHash)}`,
    paymentHash,
    expiresAt: new Date(Date.now() + expirySeconds * 1_000),
  };
}

/** What crediting needs, and what it reported. */
export function creditDeps({ batch, journal }: DatabaseUnderTest) {
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
  return { ...deps, journal, checkCallback: async () => undefined, lines, credited };
}

export async function givenCaller({ db, batch }: DatabaseUnderTest): Promise<Caller> {
  const project = await createProject({ batch, random }, { name: random.uuid() });
  const wallet = await findWallet(db, project.walletId);
  if (wallet === undefined) throw new Error("the project has no wallet");
  const policy = { feeCeilingBasisPoints: 500n, internalIdIsUnique: false };
  const keyId = newId<ProjectKeyId>(random);
  return { wallet, actor: { kind: "project", projectId: project.id, keyId, policy } };
}

type ChargeOptions = { amount?: Msats; expirySeconds?: number; callbackUrl?: string };

/** A charge whose invoice the caller's wallet gave out; expired already when `expirySeconds` is negative. */
export async function givenCharge(
  database: DatabaseUnderTest,
  caller: Caller,
  { amount = msats(10_000n), expirySeconds = 600, callbackUrl }: ChargeOptions = {},
): Promise<Charge> {
  const { id: walletId, account } = caller.wallet;
  const id = newId<ChargeId>(random);
  const texts = { description: "an order", internalId: undefined, callbackUrl };
  const origin = { kind: "request" } as const;
  const charge = { id, walletId, account, amount, ...texts, ...newInvoice(expirySeconds), origin };
  await database.batch(chargeMany, { charge, ownerId: caller.wallet.owner.id, idempotency: undefined });
  return await chargeNow(database, { id, walletId });
}

/** A static charge of the caller's wallet. */
export async function givenStaticCharge(
  database: DatabaseUnderTest,
  { wallet }: Caller,
  { minAmount = msats(10_000n), maxAmount = msats(20_000n) } = {},
): Promise<StaticCharge> {
  const { id: walletId, account, owner } = wallet;
  const id = newId<StaticChargeId>(random);
  const amounts = { minAmount, maxAmount, allowedSlots: undefined };
  const texts = { description: "tips", successMessage: "", internalId: undefined, callbackUrl: undefined };
  const staticCharge = { id, walletId, account, owner, ...amounts, ...texts };
  await database.batch(createStaticMany, { staticCharge, idempotency: undefined });
  const made = await findStaticCharge(database.db, walletId, id);
  if (made === undefined) throw new Error("the static charge is not there");
  return made;
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
  return await admin.query<{ id: string; via: string; amount_msats: bigint; flags: string[] }>(sql`
    select id, via, amount_msats, flags
      from receiving.receipt
     where payment_hash = ${paymentHash}
     order by via`);
}

/** What the audit would say. */
export async function breaches({ db }: DatabaseUnderTest): Promise<string[]> {
  return await db.snapshot(async (tx) => {
    const found: string[] = [];
    for (const invariant of withoutTimes([...invariants(machineClock), ...ofTotals]))
      found.push(...(await invariant.breaches(tx)));
    return found;
  });
}
