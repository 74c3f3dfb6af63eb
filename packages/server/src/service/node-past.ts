import { bytesToHex } from "@noble/hashes/utils.js";
import { recordIncident } from "#incidents";
import { pauseSending } from "#ledger";
import { checkPast, type LightningNode } from "#lightning";
import { findSettledBefore, putPendingOnHold } from "#payments";
import { findNewestReceipt, lookUpAll, readReceiptsAnew } from "#receiving";
import { openRestore } from "#restore";

type PastDeps = Parameters<typeof putPendingOnHold>[0] & { readonly node: LightningNode };

/**
 * Asks the node whether it knows what it has shown us. One that went back pauses sending: its lists are read from the
 * beginning, and it is asked about each charge. `isSameBook`: the database did not go back with it; otherwise lost
 * channels open a restore, because a snapshot of a whole machine takes both back.
 *
 * @throws {NodeUnavailable}
 */
export async function checkNodePast(deps: PastDeps, isSameBook: boolean): Promise<void> {
  const { db, log } = deps;
  await checkPast({
    ...deps,
    newestReceipt: () => findNewestReceipt(db),
    paymentBefore: (before, after) => findSettledBefore(db, { before, after }),
    onWentBack: async ({ hasLostChannels }) => {
      const reason = hasLostChannels ? LOST_CHANNELS : WENT_BACK;
      if (await pauseSending(deps, { kind: "node_went_back", reason }))
        log.error({ reason }, "lightning.earlier_node_found");
      if (hasLostChannels && !isSameBook) {
        await openRestore(deps, "lost_channels");
        await putPendingOnHold(deps);
      }
      await readReceiptsAnew(deps);
      await lookUpAll(deps);
    },
    onDeleted: async (newest) =>
      await recordIncident(deps, {
        subjectKind: "payment",
        subject: bytesToHex(newest),
        kind: "history_deleted",
        detail:
          "the node has deleted its record of this payment and of earlier ones, and has its receipts: what it " +
          "does not know may have been paid; payments that are pending may have to be ended by hand",
      }),
  });
}

const WENT_BACK = "the node does not know what it has shown us: it was restored or rebuilt; run `leyden audit`";
const LOST_CHANNELS = "the node has lost data of its channels: it was restored from a copy; run `leyden audit`";
