import { Restoring } from "#kernel/errors.ts";
import type { BringBackDeps } from "./bring-back-payment.ts";
import { listDeficits, updateDeficits } from "./store/deficits.ts";

/**
 * Takes what wallets have received since, until they have paid back what was lent to them after a restore. Waits while
 * the ledger is closed.
 */
export async function coverDeficits({ db, clock, random, log }: BringBackDeps): Promise<void> {
  const due = (await listDeficits(db)).filter(({ balance }) => balance > 0n);
  if (due.length === 0) return;
  try {
    const accounts = due.map(({ account }) => account);
    const covered = await updateDeficits(db, { accounts, transfers: due.map(() => random.uuid()), now: clock.now() });
    for (const { walletId, covered: amount, owed } of covered)
      log.info({ wallet: walletId, covered: String(amount), owed: String(owed) }, "restore.deficit_covered");
  } catch (error) {
    if (!(error instanceof Restoring)) throw error;
  }
}
