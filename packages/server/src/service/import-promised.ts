import type { JournalWhat } from "#kernel/journal.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import type { Lacking } from "./line-kind.ts";

/** Between the line of what is issued and its row there are seconds: a younger line may be in work. */
const IN_WORK_MS = 60_000;

/**
 * What moves nothing and has to be followed nowhere: it can come back while no restore is open. Of rights those that
 * are never given back: a database that has such a one is older for certain. Limits, ceilings, blocks, rules and
 * factors may have been given back since by an act whose line could not be written: while nothing says that the
 * database went back, it is as likely the newer one of the two.
 */
const PROMISED: ReadonlySet<JournalWhat> = new Set([
  "charge.issue",
  "withdrawal.issue",
  "key.revoke",
  "key.end",
  "app.revoke",
  "secret.end",
]);

/**
 * Of the lines that the copy lacks, those that can be brought back while no restore is open: these make no posting, so
 * a database that lacks nothing else was not found to be older. A request that was paid
 * out or revoked since by the journal is left out: nothing would hold it here until that is explained.
 */
export function promisedOf(lacking: Lacking, now: Date): Lacking {
  const all = lacking.flatMap(({ lines }) => lines);
  const ended = new Set(all.flatMap(({ what, id, origin }) => (what === "voucher.revoke" ? id : (origin?.id ?? []))));
  const refused = new Set(all.filter(({ what }) => what === "issue.refuse").map(({ id }) => id));
  const isPromised = ({ what, id, at, issued = [] }: JournalLine) =>
    PROMISED.has(what) &&
    at.getTime() <= now.getTime() - IN_WORK_MS &&
    !refused.has(id) &&
    !issued.some((one) => ended.has(one.id));
  return lacking.map(({ kind, lines }) => ({ kind, lines: lines.filter(isPromised) }));
}
