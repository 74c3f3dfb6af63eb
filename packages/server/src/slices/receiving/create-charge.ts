import { bytesToHex } from "@noble/hashes/utils.js";
import type { CallbackCheck } from "#events";
import { findClaimed, type IdempotencyClaim, IdempotencyMismatch, idempotencyClaim } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { ChargeId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { findHeadroom } from "#ledger";
import { type CreatedInvoice, type InvoiceRequest, type LightningNode, NodeUnavailable } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { chargeMany } from "./batched.ts";
import { type Charge, chargeAmount, ReceiveLimitExceeded } from "./model/charge.ts";
import { findCharge } from "./store.ts";

export type CreateCharge = {
  readonly caller: Caller;
  readonly amount: Msats;
  readonly description: string;
  readonly expirySeconds: number;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly idempotencyKey: string | undefined;
};

export type CreateChargeDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly log: Log;
  readonly node: Pick<LightningNode, "createInvoice" | "cancelInvoice">;
  readonly checkCallback: CallbackCheck;
};

/**
 * Makes an invoice for the caller's wallet. Nothing is written before the node has made it, and an invoice whose charge
 * was not written is cancelled.
 *
 * @throws {InvalidInput} when no invoice can ask for this much.
 * @throws {ReceiveLimitExceeded} when the wallet may not hold that much more.
 * @throws {CallbackHostClaimed} when the callback would go to another project's host.
 * @throws {IdempotencyMismatch}
 * @throws {AppError} `unavailable` when the node does not answer.
 */
export async function createCharge(
  deps: CreateChargeDeps,
  request: CreateCharge,
): Promise<{ readonly charge: Charge; readonly replayed: boolean }> {
  const claim = claimOf(request);
  const before = claim && (await findClaimed(deps.db, claim));
  if (before !== undefined) return { charge: await readBack(deps, request, before as ChargeId), replayed: true };

  chargeAmount(request.amount);
  const refusal = await deps.checkCallback(request.caller, request.callbackUrl);
  if (refusal !== undefined) throw refusal;
  const headroom = await findHeadroom(deps.db, request.caller.wallet.account);
  if (headroom !== undefined && request.amount > headroom) throw new ReceiveLimitExceeded(headroom);

  const invoice = await makeInvoice(deps.node, request);
  const id = deps.random.uuid() as ChargeId;
  const written = await deps.batch(chargeMany, {
    charge: draftOf(request, id, invoice),
    ownerId: request.caller.wallet.owner.id,
    claim,
  });
  switch (written.kind) {
    case "created":
      return { charge: await readBack(deps, request, id), replayed: false };
    case "replay":
      await cancelUnused(deps, invoice);
      return { charge: await readBack(deps, request, written.id), replayed: true };
    case "mismatch":
      await cancelUnused(deps, invoice);
      throw new IdempotencyMismatch();
  }
}

function claimOf(request: CreateCharge): IdempotencyClaim | undefined {
  const { caller, idempotencyKey, ...input } = request;
  return idempotencyClaim(caller.actor, "charges", idempotencyKey, input);
}

function draftOf(request: CreateCharge, id: ChargeId, { invoice, paymentHash, expiresAt }: CreatedInvoice) {
  const { caller, amount, description, internalId, callbackUrl } = request;
  return {
    id,
    walletId: caller.wallet.id,
    account: caller.wallet.account,
    amount,
    description,
    internalId,
    callbackUrl,
    invoice,
    paymentHash,
    expiresAt,
  };
}

async function makeInvoice(node: CreateChargeDeps["node"], request: CreateCharge): Promise<CreatedInvoice> {
  const { amount, description: text, expirySeconds } = request;
  const invoice: InvoiceRequest = { amount, description: { kind: "text", text }, expirySeconds };
  try {
    return await node.createInvoice(invoice);
  } catch (cause) {
    if (!(cause instanceof NodeUnavailable)) throw cause;
    throw new AppError("unavailable", "the Lightning node does not answer", { retryAfterSeconds: 5, cause });
  }
}

/** An invoice without a charge: left at the node it only takes space, so one try is enough. */
async function cancelUnused({ node, log }: CreateChargeDeps, { paymentHash }: CreatedInvoice): Promise<void> {
  try {
    await node.cancelInvoice(paymentHash);
  } catch (err) {
    log.warn({ err, paymentHash: bytesToHex(paymentHash) }, "invoice.not_cancelled");
  }
}

async function readBack({ db }: CreateChargeDeps, { caller }: CreateCharge, id: ChargeId): Promise<Charge> {
  const charge = await findCharge(db, caller.wallet.id, id);
  if (charge === undefined) throw new Error(`charge ${id} was written and is not there`);
  return charge;
}
