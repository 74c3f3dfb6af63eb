import { bindPublished, type ImportDeps, releaseCredited, releaseRestore, releaseUnpublished } from "#restore";
import type { JournalPlace } from "./import-journal.ts";
import { type Despite, requireReleasable } from "./node-doubts.ts";
import { type ForeignDeps, recordForeignPayments } from "./worker.ts";

/**
 * `leyden restore release`: what nothing can be that the node has paid goes on. First it is written down what the node
 * and its wallet have paid. Safe to repeat. Returns beside it how many purchases went on by the operator's word
 * (`unpublished`: their ids).
 *
 * @throws {OperatorError} before anything goes on.
 */
export async function releaseAfterRestore(
  deps: ForeignDeps & ImportDeps & Parameters<typeof releaseUnpublished>[0],
  wanted: {
    readonly reason: string;
    readonly unpublished: readonly string[];
    /** Purchases that went to their persons' own wallets by the operator's word: their ids. */
    readonly credited: readonly string[];
    readonly place: JournalPlace;
    readonly despite: Despite;
  },
): Promise<Awaited<ReturnType<typeof releaseRestore>> & { readonly known: number }> {
  const { reason, unpublished, credited, place, despite } = wanted;
  await recordForeignPayments(deps, false);
  await requireReleasable(deps, { place, despite });
  await bindPublished(deps);
  await releaseCredited(deps, { ids: credited, reason });
  const known = await releaseUnpublished(deps, { ids: unpublished, reason });
  const { free, waiting, restore } = await releaseRestore(deps, { reason });
  return { free, waiting, restore, known };
}
