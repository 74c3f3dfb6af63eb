import type { Clock } from "#kernel/clock.ts";
import type { Db, Tx } from "#platform/database/db.ts";
import { CHECK_TIMEOUT_MS, type Invariant, type ReadOnce } from "#platform/database/invariant.ts";

/** What the audit found out about one invariant. */
export type AuditLine = {
  readonly id: string;
  readonly title: string;
  /** What breaks it; empty when it holds. Bounded. */
  readonly breaches: readonly string[];
  /** A breach stops nothing: it is not about money. */
  readonly warns: boolean;
};

/** The lines about money that are broken: they pause sending, and keep it paused. */
export function brokenMoney(lines: readonly AuditLine[]): readonly AuditLine[] {
  return lines.filter(({ breaches, warns }) => breaches.length > 0 && !warns);
}

/** What is checked within it shares a snapshot. Ours. */
const TOGETHER_MS = 50;

/**
 * Checks every invariant, in snapshots, so that payments do not wait. While a snapshot is open PostgreSQL keeps all
 * versions of the rows that change, and finding the newest of a busy account takes longer and longer: after half a
 * minute payments were three times slower. So those that take long have a snapshot each; without a clock all have.
 */
export async function runAudit({
  db,
  clock,
  invariants,
}: {
  readonly db: Db;
  readonly clock?: Pick<Clock, "monotonicMs">;
  readonly invariants: readonly Invariant[];
}): Promise<readonly AuditLine[]> {
  const lines: AuditLine[] = [];
  while (lines.length < invariants.length) {
    const left = invariants.slice(lines.length);
    const checked = await db.snapshot((tx) => checkSome(tx, clock, left), { statementTimeoutMs: CHECK_TIMEOUT_MS });
    for (const { invariant, breaches } of checked) {
      if (breaches.length === 0) await invariant.passed?.(db);
      const { id, title, warns = false } = invariant;
      lines.push({ id, title, breaches, warns });
    }
  }
  return lines;
}

type Checked = { readonly invariant: Invariant; readonly breaches: readonly string[] };

/** One at least. */
async function checkSome(
  tx: Tx,
  clock: Pick<Clock, "monotonicMs"> | undefined,
  invariants: readonly Invariant[],
): Promise<readonly Checked[]> {
  const beginsMs = clock?.monotonicMs() ?? 0;
  const once = readOnce(tx);
  const checked: Checked[] = [];
  for (const invariant of invariants) {
    checked.push({ invariant, breaches: await invariant.breaches(tx, once) });
    if (clock === undefined || clock.monotonicMs() - beginsMs >= TOGETHER_MS) break;
  }
  return checked;
}

function readOnce(tx: Tx): ReadOnce {
  const found = new Map<unknown, Promise<unknown>>();
  return <Found>(read: (tx: Tx) => Promise<Found>) => {
    const known = found.get(read) ?? read(tx);
    found.set(read, known);
    return known as Promise<Found>;
  };
}
