import type { CallbackCheck } from "#events";
import { findReplay, type Idempotency, idempotencyOf } from "#idempotency";
import { actorIn, type Caller, restrictedKeyOf } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOfRecipient, hashOfToken, newCode, newToken } from "../model/secrets.ts";
import type { Voucher, VoucherId, VoucherKind } from "../model/voucher.ts";
import { type PayoutRules, payoutRange } from "../model/withdraw-offer.ts";
import { type Issued, issueMany, type NewVoucher } from "../store/batched.ts";
import { findRefusal, listVouchersOfBatch } from "../store/vouchers.ts";
import { refusalOf } from "./refusal.ts";

export type VoucherRequest = {
  readonly amount: Msats;
  readonly description: string;
  readonly expirySeconds: number;
  readonly internalId?: string | undefined;
  readonly callbackUrl?: string | undefined;
  /**
   * Of a voucher that is sent by mail: the user with this verified address needs no claim token. Trimmed, in lower
   * case.
   */
  readonly recipientEmail?: string | undefined;
};

export type IssueVouchers = {
  readonly caller: Caller;
  readonly kind: VoucherKind;
  /** The same for all of its aliases: "create-voucher". */
  readonly operation: string;
  /** All are issued, or none. */
  readonly vouchers: readonly VoucherRequest[];
  /** Where the caller has written them, when in a list: "vouchers". A refusal names the field of one. */
  readonly list?: "vouchers" | undefined;
  readonly idempotencyKey?: string | undefined;
};

export type IssueDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly journal: Pick<Journal, "append" | "appendIfPossible">;
  readonly checkCallback: CallbackCheck;
} & PayoutRules;

/** `token` is undefined when an earlier call has issued it: only its hash was kept. */
export type IssuedVoucher = { readonly voucher: Voucher; readonly token: string | undefined };

type Answer = { readonly issued: readonly IssuedVoucher[]; readonly replayed: boolean };

/**
 * With a million open codes a request for a thousand draws a taken one in a fifth of its tries: ten such tries in a row
 * do not happen.
 */
export const TRIES_MAX = 10;

/**
 * Issues vouchers, whose value leaves the caller's wallet in the same call, or withdrawal requests, which take it when
 * they are claimed.
 *
 * @throws {VoucherRefused} {InvalidInput} {CallbackHostClaimed} when nothing was issued; the idempotency key stays
 * free.
 * @throws {IdempotencyMismatch}
 * @throws {JournalUnavailable} nothing was issued.
 */
export async function issueVouchers(deps: IssueDeps, request: IssueVouchers): Promise<Answer> {
  const { caller, kind, operation, vouchers, idempotencyKey } = request;
  // `orders`: as in the hashes that are stored.
  const input = { kind, orders: vouchers };
  const idempotency = idempotencyOf(caller.actor, operation, idempotencyKey, input);
  const before = idempotency && (await findReplay(deps.db, idempotency));
  if (before !== undefined) return await readBack(deps, before, new Map());

  for (const voucher of vouchers) await checkRequest(deps, request, voucher);
  const needed = vouchers.reduce((sum, { amount }) => sum + amount, 0n);
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const made = vouchers.map((voucher) => draftOf(deps, request, voucher));
    const issued = await issue(deps, request, { idempotency, vouchers: made.map(({ draft }) => draft) });
    if (issued.kind === "code_taken") continue;
    if (issued.kind !== "issued" && issued.kind !== "replay")
      throw await refusalOf(deps, { caller, needed, amount: needed, list: request.list }, issued);
    const tokens = issued.kind === "issued" ? new Map(made.map(({ draft, token }) => [draft.id, token])) : new Map();
    return await readBack(deps, issued.batchId, tokens);
  }
  throw new Error(`no free voucher code was found in ${TRIES_MAX} tries`);
}

async function checkRequest(
  deps: IssueDeps,
  { caller, kind }: IssueVouchers,
  { amount, callbackUrl }: VoucherRequest,
): Promise<void> {
  if (kind === "withdrawal" && payoutRange(amount, deps) === undefined)
    throw new InvalidInput("amount", "must be more than what is kept back for the route", "invalid_amount");
  const refusal = await deps.checkCallback(caller, callbackUrl);
  if (refusal !== undefined) throw refusal;
}

/** With a new code and a new claim token. */
export function draftOf(
  { clock, random }: Pick<IssueDeps, "clock" | "random">,
  { kind, caller: { requestId } }: Pick<IssueVouchers, "kind" | "caller">,
  voucher: VoucherRequest,
) {
  const { amount, description, expirySeconds, internalId, callbackUrl, recipientEmail } = voucher;
  const token = newToken(random);
  const tokenHash = hashOfToken(token);
  if (tokenHash === undefined) throw new Error("a new claim token has not the form of one");
  const draft: NewVoucher = {
    id: newId<VoucherId>(random),
    code: kind === "voucher" ? newCode(random) : undefined,
    tokenHash,
    token: kind === "withdrawal" ? token : undefined,
    recipientHash: recipientEmail === undefined ? undefined : hashOfRecipient(recipientEmail),
    amount,
    description,
    internalId,
    callbackUrl,
    requestId,
    expiresAt: new Date(clock.now().getTime() + expirySeconds * 1_000),
  };
  return { draft, token };
}

export type Drafts = {
  readonly idempotency: Idempotency | undefined;
  readonly vouchers: readonly NewVoucher[];
  /** Ours, of the one voucher of a payment to an e-mail address. */
  readonly fee?: Msats | undefined;
};

/**
 * The line of what is about to be issued.
 * @throws {JournalUnavailable}
 */
export async function writeLine(
  { journal }: Pick<IssueDeps, "journal">,
  { caller: { wallet, actor }, kind, batchId }: Pick<IssueVouchers, "caller" | "kind"> & { readonly batchId: string },
  { idempotency, vouchers, fee }: Drafts,
): Promise<void> {
  const issued = vouchers.map(({ id, tokenHash, amount, expiresAt, internalId }) => ({
    id,
    tokenHash,
    amount,
    fee,
    expiresAt,
    internalId,
  }));
  const what = `${kind}.issue` as const;
  await journal.append({ what, id: batchId, wallet: wallet.id, actor: actorIn(actor), idempotency, issued });
}

/** The line of a request that was refused after it: its import issues nothing. */
export async function takeBack({ journal }: Pick<IssueDeps, "journal">, batchId: string): Promise<void> {
  await journal.appendIfPossible({ what: "issue.refuse", id: batchId });
}

/** What cannot be issued as things stand leaves no line in the journal: it can be asked for any number of times. */
async function issue(deps: IssueDeps, request: IssueVouchers, drafts: Drafts): Promise<Issued> {
  const { batch, random } = deps;
  const { wallet, actor } = request.caller;
  const batchId = random.uuid();
  const restrictedKey = restrictedKeyOf(actor);
  const amounts = drafts.vouchers.map(({ amount }) => amount);
  const refused = await findRefusal(deps, { kind: request.kind, wallet, restrictedKey, amounts, fee: msats(0n) });
  if (refused !== undefined) return refused;
  await writeLine(deps, { ...request, batchId }, drafts);
  const transfer = newId<TransferId>(random);
  const item = { batchId, kind: request.kind, wallet, transfer, restrictedKey, ...drafts };
  const issued = await onKnownFailure(batch(issueMany, item), () => takeBack(deps, batchId));
  if (issued.kind !== "issued") await takeBack(deps, batchId);
  return issued;
}

async function readBack({ db }: IssueDeps, batchId: string, tokens: ReadonlyMap<VoucherId, string>): Promise<Answer> {
  const vouchers = await listVouchersOfBatch(db, batchId);
  if (vouchers.length === 0) throw new Error(`what request ${batchId} has issued is not there`);
  return {
    issued: vouchers.map((voucher) => ({ voucher, token: tokens.get(voucher.id) })),
    replayed: tokens.size === 0,
  };
}
