import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { IssuedBack, LostIssue } from "../model/lost.ts";
import type { Voucher } from "../model/voucher.ts";

type Item = {
  /** Of a voucher. */
  readonly code: string | undefined;
  readonly transfer: string;
  readonly loan: string;
  readonly feeLoan: string;
  readonly one: LostIssue["issued"][number];
};

type With = {
  readonly now: Date;
  readonly restore: string | undefined;
  readonly items: readonly Item[];
  readonly incident: string;
};

/** Runs `vouchers.bring_back`. */
export async function insertLost(
  db: Db,
  { batchId, kind, wallet, issuedAt, idempotency, key }: LostIssue,
  { now, restore, items, incident }: With,
): Promise<{ readonly outcome: IssuedBack["outcome"] | "code_taken"; readonly lent: Msats }> {
  const input = idempotency === undefined ? null : Buffer.from(idempotency.input, "hex");
  const written = items.map(({ code, one: { id, tokenHash, amount, fee, expiresAt, internalId } }) => ({
    id,
    code,
    token_hash: tokenHash,
    amount: String(amount),
    fee: String(fee),
    internal_id: internalId,
    expires_at: expiresAt,
  }));
  const rows = await db.query<{ outcome: IssuedBack["outcome"] | "code_taken"; lent: Msats }>(sql`
    select outcome, lent
      from vouchers.bring_back(
             ${now}, ${batchId}, ${kind}, ${wallet}, ${JSON.stringify(written)}::jsonb, ${issuedAt},
             ${idempotency?.scope ?? null}, ${input}, ${key ?? null}, ${restore ?? null},
             ${items.map(({ transfer }) => transfer)}::uuid[], ${items.map(({ loan }) => loan)}::uuid[],
             ${items.map(({ feeLoan }) => feeLoan)}::uuid[], ${incident})`);
  return one(rows);
}

/** Of these requests those that have issued something. */
export async function listBatches(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ batch: string }>(sql`
    select distinct batch_id as batch
      from vouchers.voucher
     where batch_id = any (${ids}::uuid[])`);
  return new Set(rows.map(({ batch }) => batch));
}

/** Of these vouchers and withdrawal requests the states of those that this copy has. */
export async function listStates(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Voucher["state"]["kind"]>> {
  const rows = await db.query<{ id: string; state: Voucher["state"]["kind"] }>(sql`
    select id, state
      from vouchers.voucher
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Runs `vouchers.revoke_again`. */
export async function updateRevokedAgain(
  db: Db,
  {
    id,
    now,
    transfer,
    event,
  }: { readonly id: string; readonly now: Date; readonly transfer: string; readonly event: string },
): Promise<boolean> {
  const rows = await db.query<{ isRevoked: boolean }>(sql`
    select vouchers.revoke_again(${now}, ${id}, ${transfer}, ${event}) as "isRevoked"`);
  return one(rows).isRevoked;
}
