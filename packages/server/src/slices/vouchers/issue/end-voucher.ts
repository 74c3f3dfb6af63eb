import type { EventId } from "#events";
import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { readCode } from "../model/secrets.ts";
import { type Voucher, VoucherEnded, type VoucherId, VoucherNotFound } from "../model/voucher.ts";
import { type Ended, endMany } from "../store/batched.ts";
import { updateRevokedAgain } from "../store/lost.ts";
import { findVoucher, findVoucherByCode } from "../store/vouchers.ts";

type Deps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

export type RevokeVoucher = {
  readonly caller: Caller;
  /** As it was typed in. */
  readonly code: string;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Takes back a voucher that was not redeemed. Its value returns to the wallet that paid for it, in the same call.
 *
 * @throws {VoucherNotFound} when the caller's wallet has issued none with this code.
 * @throws {VoucherEnded} when it was redeemed, revoked or has expired before, or is being paid out.
 * @throws {IdempotencyMismatch}
 */
export async function revokeVoucher(
  deps: Deps,
  { caller, code: text, idempotencyKey }: RevokeVoucher,
): Promise<{ readonly voucher: Voucher; readonly replayed: boolean }> {
  const code = readCode(text);
  const found = code && (await findVoucherByCode(deps.db, caller.wallet.id, code));
  const idempotency = idempotencyOf(caller.actor, "revoke-voucher", idempotencyKey, { code: code ?? text });
  if (!found) {
    if (idempotency !== undefined) await findReplay(deps.db, idempotency); // a key that was used is refused first
    throw new VoucherNotFound();
  }
  const ended = await deps.batch(endMany, {
    id: found.id,
    as: "revoked",
    by: caller.wallet.id,
    ...newIds(deps),
    idempotency,
  });
  return { voucher: await afterRevoking(deps, found.id, ended), replayed: ended === "replay" };
}

/**
 * As the operator: the same for a voucher or a withdrawal request of any wallet, also for one that waits for a restore:
 * it was taken, and the payment is the operator's loss.
 */
export async function revokeByOperator(deps: Deps, id: VoucherId): Promise<Voucher> {
  if ((await findVoucher(deps.db, id)) === undefined) throw new VoucherNotFound();
  return await afterRevoking(deps, id, await endForAll(deps, id, "revoked", true));
}

/** One whose revoking the journal tells of. False when it is not open by then. */
export async function revokeVoucherAgain(
  deps: Pick<Deps, "db" | "random"> & { readonly clock: Pick<Clock, "now"> },
  id: string,
): Promise<boolean> {
  return await updateRevokedAgain(deps.db, { id, now: deps.clock.now(), ...newIds(deps) });
}

/** After the change, which may be refused, and before the answer: in an older copy the voucher is open. */
async function afterRevoking(deps: Deps, id: VoucherId, ended: Ended): Promise<Voucher> {
  const voucher = await readEnded(deps, id, ended);
  if (ended === "ended") await deps.journal.appendIfPossible({ what: "voucher.revoke", id });
  return voucher;
}

/**
 * As the system, one whose mail cannot be sent: no recipient has its link. One that is being paid out, or has ended,
 * stays as it is.
 */
export async function revokeUnsent(deps: Omit<Deps, "db" | "journal">, { id }: Pick<Voucher, "id">): Promise<void> {
  await endForAll(deps, id, "revoked");
}

/** Ends one whose time is over. One that is being paid out waits for that. */
export async function expireVoucher(deps: Omit<Deps, "db" | "journal">, { id }: Pick<Voucher, "id">): Promise<void> {
  await endForAll(deps, id, "expired");
}

/** Of whatever wallet, and in the name of none. */
async function endForAll(
  deps: Omit<Deps, "db" | "journal">,
  id: VoucherId,
  as: "revoked" | "expired",
  despiteRestore = false,
): Promise<Ended> {
  const ids = newIds(deps);
  return await deps.batch(endMany, { id, as, by: undefined, ...ids, idempotency: undefined, despiteRestore });
}

function newIds({ random }: Pick<Deps, "random">) {
  return { transfer: newId<TransferId>(random), event: newId<EventId>(random) };
}

async function readEnded({ db }: Pick<Deps, "db">, id: VoucherId, ended: Ended): Promise<Voucher> {
  switch (ended) {
    case "ended":
    case "replay": {
      const voucher = await findVoucher(db, id);
      if (voucher === undefined) throw new Error(`voucher ${id} was ended and is not there`);
      return voucher;
    }
    case "mismatch":
      throw new IdempotencyMismatch();
    case "not_yet":
      throw new Error(`voucher ${id} was revoked, and the answer is about its expiry`);
    default:
      throw new VoucherEnded(ended);
  }
}
