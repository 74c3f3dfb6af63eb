import type { Msats } from "#kernel/money.ts";
import { sql, type Tx } from "#platform/database/db.ts";

type FoundUnreadable = {
  /** Which item of the node's list it is. */
  readonly place: string;
  readonly detail: string;
  readonly amount?: Msats | undefined;
  /** Id of the incident about it. */
  readonly incident: string;
};

/** An incident for each payment of the node that cannot be read, once while it is open. */
export async function insertUnreadable(tx: Tx, payments: readonly FoundUnreadable[], now: Date): Promise<void> {
  if (payments.length === 0) return;
  await tx.query(sql`
    select incidents.record_many(
             ${now}, ${payments.map(({ incident }) => incident)}::uuid[], 'payment',
             ${payments.map(({ place }) => place)}::text[],
             ${payments.map(() => "payment_unreadable")}::text[],
             ${payments.map(detailOf)}::text[])`);
}

function detailOf({ amount, detail }: FoundUnreadable): string {
  const what = amount === undefined ? "a payment" : `a payment of ${amount} msats`;
  return `the node lists ${what} that cannot be read, and no payment of ours explains it: ${detail}`;
}
