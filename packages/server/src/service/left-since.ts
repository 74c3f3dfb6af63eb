import { bytesToHex } from "@noble/hashes/utils.js";
import type { JournalWhat } from "#kernel/journal.ts";
import type { JournalReport } from "#platform/journal/read.ts";
import { type ImportDeps, matchDeparted } from "#restore";
import { importCeilings } from "./import-ceilings.ts";
import { type JournalPlace, readLacking } from "./import-journal.ts";
import { departedOf, importPayments } from "./import-payments.ts";

/** Something that the journal tells of and the copy lacks. */
export type Left = {
  readonly what: JournalWhat;
  readonly id: string;
  readonly at: Date;
  readonly amount: bigint | undefined;
  /** Hexadecimal digits. */
  readonly paymentHash: string | undefined;
  /** Of a payment: what the node says of its hash. */
  readonly match: string | undefined;
};

/** What left since the copy was made and is not in it, by the journal and the node. Changes nothing. */
export async function readLeft(
  deps: Pick<ImportDeps, "db" | "node">,
  place: JournalPlace,
): Promise<{ readonly report: JournalReport; readonly left: readonly Left[] }> {
  const { report, lacking } = await readLacking(deps, place);
  const left: Left[] = [];
  for (const { kind, lines } of lacking) {
    if (kind !== importPayments) {
      for (const { what, id, at, amount, paymentHash } of lines)
        left.push({
          what,
          id,
          at,
          amount: kind === importCeilings ? undefined : amount,
          paymentHash,
          match: undefined,
        });
      continue;
    }
    for (const { departed, match } of await matchDeparted(deps, departedOf(lines))) {
      const { id, lastAt: at, amount, paymentHash } = departed;
      left.push({ what: "payment.dispatch", id, at, amount, paymentHash: bytesToHex(paymentHash), match });
    }
  }
  return { report, left };
}
