import { microBatch } from "../../../packages/server/src/platform/database/micro-batch.ts";
import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../../packages/server/src/platform/machine/random.ts";
import { reserveMany } from "../../../packages/server/src/slices/payments/store/batched.ts";
import { type Accounts, post, TRANSFERS_A_CALL, transfersBetween } from "../accounts.ts";
import { draftPayment } from "../draft-payment.ts";
import type { Environment } from "../environment.ts";
import type { Projects } from "../projects.ts";

/** What a service has in its database. */
export type Size = { readonly payments: number; readonly postings: number };

/** Payments made together; as many as one call of `payments.reserve_many` takes. */
const PAYMENTS_A_CALL = 500;
/** How long what is grown took. */
export const DAYS = 30;

/**
 * Fills a database as a month of work would, with the product's own functions: payments between projects with
 * idempotency keys, and postings between other accounts, in turns. A payment is one posting.
 */
export async function grow(
  { url, role, admin }: Environment,
  { projects, accounts }: { projects: Projects; accounts: Accounts },
  size: Size,
): Promise<void> {
  const db = connect({ url, role, max: 1, name: "bench growth" });
  const ledger = await db.connection();
  await ledger.query({ name: "fast", text: "set synchronous_commit = off", values: [] });

  const end = Date.now();
  let now = new Date(end - DAYS * 86_400_000);
  const clock = { ...machineClock, now: () => now };
  const random = machineRandom(clock);
  const batch = microBatch({ db: { connection: async () => ledger }, clock });

  const rounds = Math.ceil(size.payments / PAYMENTS_A_CALL);
  const calls = Math.max(0, size.postings - size.payments) / TRANSFERS_A_CALL;
  let called = 0;
  for (let round = 1; round <= rounds; round += 1) {
    now = new Date(end - DAYS * 86_400_000 * (1 - round / rounds));
    const payments = Array.from({ length: PAYMENTS_A_CALL }, () => draftPayment(projects, random.uuid));
    const outcomes = await Promise.all(payments.map((payment) => batch(reserveMany, payment)));
    if (outcomes.some(({ kind }) => kind !== "completed")) throw new Error("a payment was refused");
    for (; called < (calls * round) / rounds; called += 1)
      await post(ledger, { at: now, ...transfersBetween(accounts, accounts), amount: 1n });
    if (round % Math.ceil(rounds / 10) === 0)
      console.log(`data of ${size.postings.toLocaleString("en")} postings: ${Math.round((100 * round) / rounds)} %`);
  }
  await db.close();
  await admin.query({ text: "vacuum (analyze)", values: [] });
}
