import { bytesToHex } from "@noble/hashes/utils.js";
import { type Idempotency, IdempotencyMismatch } from "#idempotency";
import type { Wallet } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { type ChargeId, newId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { type CreatedInvoice, type InvoiceRequest, type LightningNode, NodeUnavailable } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Charge, ChargeOrigin } from "../model/charge.ts";
import { commitmentOf } from "../model/pay-link.ts";
import { chargeMany } from "../store/batched.ts";
import { listChargesById } from "../store/charges.ts";

const ZERO = msats(0n);

export type IssueDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Pick<Journal, "appendIfPossible">;
  readonly node: Pick<LightningNode, "createInvoice" | "cancelInvoice" | "capabilities">;
};

/** A charge whose amount and texts are checked. */
export type IssueCharge = {
  /** That gets the money. */
  readonly wallet: Wallet;
  readonly amount: Msats;
  readonly description: string;
  /** What the payer saw, where the invoice has the hash of it instead of the description. */
  readonly committedText?: string | undefined;
  readonly expirySeconds: number;
  readonly internalId?: string | undefined;
  readonly callbackUrl?: string | undefined;
  readonly origin: ChargeOrigin;
  /** That asked for the invoice of a pay link, as limits count it. */
  readonly network?: string | undefined;
  /** Of the request that asks for it. */
  readonly requestId?: string | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type IssuedCharge = { readonly charge: Charge; readonly replayed: boolean };

/**
 * Makes an invoice and writes its charge. Nothing is written before the node has made it, and an invoice whose charge
 * was not written is cancelled.
 *
 * @throws {IdempotencyMismatch}
 * @throws {AppError} `unavailable` when the node does not answer.
 */
export async function issueCharge(deps: IssueDeps, request: IssueCharge): Promise<IssuedCharge> {
  const { draft, made, written } = await issue(deps, request);
  switch (written.kind) {
    case "created":
      return {
        charge: { ...draft, createdAt: written.at, received: ZERO, state: { kind: "pending" } },
        replayed: false,
      };
    case "replay":
      await cancelUnused(deps, made);
      return { charge: await readBack(deps, written.id), replayed: true };
    case "mismatch":
      await cancelUnused(deps, made);
      throw new IdempotencyMismatch();
  }
}

/** What a payer gets of a charge. */
export type IssuedInvoice = { readonly id: ChargeId; readonly invoice: string };

/**
 * The same for a request that has no idempotency key, where only the invoice is answered. @throws {AppError}
 * `unavailable`
 */
export async function issueInvoice(deps: IssueDeps, request: Omit<IssueCharge, "idempotency">): Promise<IssuedInvoice> {
  const { draft, written } = await issue(deps, { ...request, idempotency: undefined });
  const { id, invoice } = draft;
  if (written.kind !== "created") throw new Error(`charge ${id} has no idempotency key and is a ${written.kind}`);
  return { id, invoice };
}

async function issue(deps: IssueDeps, request: IssueCharge) {
  const made = await makeInvoice(deps.node, request);
  const id = newId<ChargeId>(deps.random);
  const { wallet, network, requestId, idempotency } = request;
  const draft = draftOf(request, id, made);
  const ownerId = wallet.owner.id;
  const { amount, internalId, paymentHash, expiresAt } = draft;
  const issued = { idempotency, internalId, paymentHash, amount, expiresAt };
  const line = Object.assign(issued, { what: "charge.issue" as const, id, wallet: wallet.id });
  const [written] = await Promise.all([
    deps.batch(chargeMany, { charge: draft, ownerId, network, requestId, idempotency }),
    deps.journal.appendIfPossible(line), // who pays it is credited from the books or to suspense: receiving goes on
  ]);
  return { draft, made, written };
}

function draftOf(request: IssueCharge, id: ChargeId, { invoice, paymentHash, expiresAt }: CreatedInvoice) {
  const { wallet, amount, description, internalId, callbackUrl, origin } = request;
  const texts = { description, internalId, callbackUrl };
  return {
    id,
    walletId: wallet.id,
    account: wallet.account,
    amount,
    ...texts,
    invoice,
    paymentHash,
    expiresAt,
    origin,
  };
}

async function makeInvoice(
  node: IssueDeps["node"],
  { amount, description: text, committedText: shown, expirySeconds }: IssueCharge,
): Promise<CreatedInvoice> {
  const description: InvoiceRequest["description"] =
    shown === undefined ? { kind: "text", text } : { kind: "hash", sha256: commitmentOf(shown), text: shown };
  try {
    return await node.createInvoice({ amount, description, expirySeconds });
  } catch (cause) {
    if (!(cause instanceof NodeUnavailable)) throw cause;
    throw new AppError("unavailable", "the Lightning node does not answer", { retryAfterSeconds: 5, cause });
  }
}

/** An invoice without a charge: left at the node it only takes space, so one try is enough. */
async function cancelUnused({ node, log }: IssueDeps, { paymentHash }: CreatedInvoice): Promise<void> {
  if (!node.capabilities.cancel) return;
  try {
    await node.cancelInvoice(paymentHash);
  } catch (err) {
    log.warn({ err, paymentHash: bytesToHex(paymentHash) }, "invoice.not_cancelled");
  }
}

/** A charge that an idempotency key of the caller made before. */
export async function readBack({ db }: Pick<IssueDeps, "db">, id: ChargeId): Promise<Charge> {
  const charge = (await listChargesById(db, [id])).get(id);
  if (charge === undefined) throw new Error(`charge ${id} was written and is not there`);
  return charge;
}
