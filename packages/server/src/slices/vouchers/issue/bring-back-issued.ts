import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { IssuedBack, LostIssue } from "../model/lost.ts";
import { newCode } from "../model/secrets.ts";
import { insertLost } from "../store/lost.ts";
import { TRIES_MAX } from "./issue-vouchers.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/**
 * Brings back vouchers or withdrawal requests that were issued before a restore, under their ids: their links redeem
 * them as before. Vouchers have other codes. They wait for `restore`, the one that is open. One step; safe to repeat.
 */
export async function bringBackIssued(
  { db, clock, random, log }: Deps,
  lost: LostIssue,
  restore: string | undefined,
): Promise<IssuedBack> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const items = lost.issued.map((one) => ({
      code: lost.kind === "voucher" ? newCode(random) : undefined,
      transfer: random.uuid(),
      loan: random.uuid(),
      feeLoan: random.uuid(),
      one,
    }));
    const { outcome, lent } = await insertLost(db, lost, { now: clock.now(), restore, items, incident: random.uuid() });
    if (outcome === "code_taken") continue;
    if (outcome === "brought_back") log.warn({ batch: lost.batchId, lent: String(lent) }, "restore.issue_restored");
    return { outcome, lent };
  }
  throw new Error(`no free voucher code was found in ${TRIES_MAX} tries`);
}
