import type { Clock } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import { type DiskSpace, diskSpace } from "./machine/disk-space.ts";
import type { Metrics } from "./metrics.ts";

/** A disk that takes longer is left out: it must not keep the others from the page. */
const SPACE_MS = 1_000;

/** Measures the disks of folders, by a word for each. */
export function measureDisks(
  metrics: Metrics,
  { clock, folders }: { readonly clock: Pick<Clock, "sleep">; readonly folders: ReadonlyMap<string, string> },
): void {
  const disks = [...folders].map(([of, folder]) => ({ of, read: shared(() => diskSpace(folder)) }));
  const spaces = shared(() =>
    Promise.all(disks.map(async ({ of, read }) => ({ of, space: await inTime(clock, read) }))),
  );
  const values = async (value: (space: DiskSpace) => number) =>
    new Map((await spaces()).flatMap(({ of, space }) => (space === undefined ? [] : [[of, value(space)] as const])));
  metrics.gaugeBy(
    {
      name: "leyden_disk_free_bytes",
      help: "What may still be written to the disk of the folder: `data`, `journal`, `backups`. Alarm below 10 GB.",
      label: "of",
    },
    () => values(({ free }) => free),
  );
  metrics.gaugeBy({ name: "leyden_disk_bytes", help: "Size of that disk.", label: "of" }, () =>
    values(({ total }) => total),
  );
}

async function inTime<T>(clock: Pick<Clock, "sleep">, read: () => Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([read(), clock.sleep(SPACE_MS, done.signal).then(() => undefined)]);
  } catch {
    return undefined;
  } finally {
    done.abort();
  }
}

/** Measures the journal. `sharesDisk`: with the database; undefined where that cannot be seen. */
export function measureJournal(
  metrics: Metrics,
  { isBroken, sharesDisk }: { readonly isBroken: () => boolean; readonly sharesDisk: () => boolean | undefined },
): void {
  metrics.gauge(
    { name: "leyden_journal_broken", help: "1 while this process cannot write its journal. Alarm above 0." },
    () => Number(isBroken()),
  );
  metrics.gauge(
    {
      name: "leyden_journal_shares_disk",
      help: "1 while the journal is on the disk of the database. Alarm above 0 with real money.",
    },
    () => {
      const shares = sharesDisk();
      return shares === undefined ? undefined : Number(shares);
    },
  );
}
