import { hourOf, type Limits } from "../model/limits.ts";
import type { Outcome, Posting } from "./ledger.harness.ts";

/** An account as one would keep it without caring for speed: every spending is kept and summed up each time. */
export type ModelAccount = {
  readonly balance: bigint;
  readonly floor: bigint | undefined;
  readonly limits: Limits;
  /** The latest hour in which its spending was looked at: it does not go back with the clock. */
  readonly hour: number;
  readonly spent: readonly { readonly hour: number; readonly amount: bigint }[];
};

/** Accounts by number. What the posting function does is compared with this. */
export type Model = Map<bigint, ModelAccount>;

export const NO_LIMITS: Limits = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };

const FIRST_CUSTOMER = 1000n;
/** Hours for which a spending is kept: the longest window, and a day for a clock that goes back. */
const KEPT = 744;
const WINDOWS = [
  ["daily", 24],
  ["weekly", 168],
  ["monthly", 720],
] as const;

export function modelAccount(balance: bigint, floor: bigint | undefined): ModelAccount {
  return { balance, floor, limits: NO_LIMITS, hour: 0, spent: [] };
}

/** Posts a batch in the model and returns the outcome of each element. */
export function postInModel(model: Model, at: Date, postings: readonly Posting[]): Outcome[] {
  for (const posting of postings) enterHour(model, posting, at, { first: false });
  return transfersOf(postings).flatMap((transfer) => {
    const before = new Map(model);
    let verdict: Outcome = "posted";
    for (const posting of transfer) {
      if (posting.amount === null || verdict !== "posted") continue;
      enterHour(model, posting, at, { first: true });
      verdict = tryPosting(model, posting, posting.amount, at);
    }
    if (verdict !== "posted") for (const [no, { hour }] of model) model.set(no, { ...account(before, no), hour });
    return transfer.map(({ amount }) => (amount === null ? "skipped" : verdict));
  });
}

function transfersOf(postings: readonly Posting[]): Posting[][] {
  const transfers: Posting[][] = [];
  for (const posting of postings) {
    const last = transfers.at(-1);
    if (last !== undefined && posting.transfer !== undefined && posting.transfer === last[0]?.transfer)
      last.push(posting);
    else transfers.push([posting]);
  }
  return transfers;
}

/**
 * An hour that is over ends with the batch, whatever becomes of its postings; the first hour begins with its posting.
 */
function enterHour(
  model: Model,
  { debit, credit, spend = 0n }: Posting,
  at: Date,
  { first }: { readonly first: boolean },
): void {
  if (spend === 0n) return;
  const no = spend > 0n ? debit : credit;
  const spender = account(model, no);
  if ((spender.hour === 0) !== first) return;
  model.set(no, { ...spender, hour: Math.max(spender.hour, hourOf(at)) });
}

function tryPosting(model: Model, { debit, credit, spend = 0n, spendAt }: Posting, amount: bigint, at: Date): Outcome {
  const payer = account(model, debit);
  const payee = account(model, credit);
  const { maxBalance } = payee.limits;
  if (payer.floor !== undefined && payer.balance - amount < payer.floor) return "insufficient_funds";
  if (
    spend > 0n &&
    WINDOWS.some(([window, hours]) => spentIn(payer, hours, at) + spend > (payer.limits[window] ?? 2n ** 64n))
  )
    return "limit_exceeded";
  if (debit >= FIRST_CUSTOMER && maxBalance !== undefined && payee.balance + amount > maxBalance)
    return "over_max_balance";

  model.set(debit, { ...payer, balance: payer.balance - amount });
  model.set(credit, { ...payee, balance: payee.balance + amount });
  if (spend > 0n) count(model, debit, hourOfSpending(payer, at), spend);
  if (spend < 0n) count(model, credit, Math.min(payee.hour, hourOf(spendAt ?? new Date(0))), spend);
  return "posted";
}

/** After the clock went back: the earlier hour, unless nothing is kept of it. */
function hourOfSpending({ hour }: ModelAccount, at: Date): number {
  return hourOf(at) >= hour - KEPT ? Math.min(hourOf(at), hour) : hour;
}

function count(model: Model, no: bigint, hour: number, amount: bigint): void {
  const spender = account(model, no);
  model.set(no, { ...spender, spent: [...spender.spent, { hour, amount }] });
}

/**
 * What the limit of a window of `hours` counts at `at`: what was spent in the window that ends then, and what was spent
 * later, before the clock went back.
 */
export function spentIn({ hour: newest, spent }: ModelAccount, hours: number, at: Date): bigint {
  const oldest = Math.max(hourOf(at) - hours, newest - KEPT);
  return spent.filter(({ hour }) => hour >= oldest).reduce((sum, { amount }) => sum + amount, 0n);
}

function account(model: Model, no: bigint): ModelAccount {
  const found = model.get(no);
  if (found === undefined) throw new Error(`the model has no account ${no}`);
  return found;
}
