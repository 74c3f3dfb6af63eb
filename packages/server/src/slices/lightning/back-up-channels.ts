import type { Clock } from "#kernel/clock.ts";
import type { Log } from "#platform/log.ts";
import {
  type ChannelCopy,
  type CopyLook,
  type CopyStanding,
  coveredChannels,
  expiredCopies,
  isCopyDue,
  isWorthWriting,
  newestCopyOf,
  standingOf,
} from "./model/channel-copies.ts";
import type { NodeChannel } from "./model/node-channel.ts";
import type { ChannelCopies, CopyPlace, NodeOperations } from "./port.ts";

type Deps = {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly operations: Pick<NodeOperations, "channelBackup">;
  readonly copies: ChannelCopies;
};

type Seen = {
  readonly nodeId: string;
  readonly channels: readonly NodeChannel[];
  /** This process has not made one yet. */
  readonly isFirst: boolean;
};

/** A folder as it was before this look wrote to it. */
type Found = { readonly place: CopyPlace; readonly known: readonly ChannelCopy[]; readonly problem?: string };

/**
 * Asks the node for its channel backup where a folder needs one, and writes it there: each folder for itself, so that
 * the disk of one does not keep it from the others. What fails is in the log and in the look, and is tried again at
 * the next one.
 */
export async function backUpChannels({ clock, log, operations, copies }: Deps, seen: Seen): Promise<CopyLook> {
  const now = clock.now();
  const points = coveredChannels(seen.channels);
  const found = await Promise.all(copies.places.map(read));
  const isDue = (known: readonly ChannelCopy[]) =>
    isCopyDue(points, newestCopyOf(known, seen.nodeId), { now, isFirst: seen.isFirst });
  const given = found.some(({ known }) => isDue(known)) ? await ask(operations, { ...seen, now }) : undefined;
  const before = copies.recall()?.copies;
  const standings = await Promise.all(
    found.map(async (one): Promise<CopyStanding> => {
      const { folder } = one.place;
      const written = isDue(one.known) ? await write(one, given, seen.isFirst) : one;
      if (written.problem !== undefined) log.error({ folder, reason: written.problem }, "channels.backup_failed");
      const newest = newestCopyOf(written.known, seen.nodeId);
      const around = { points, now, before: before?.find((other) => other.folder === folder) };
      return standingOf(folder, { newest, problem: written.problem }, around);
    }),
  );
  const look = { at: now, copies: standings };
  try {
    copies.remember(look);
  } catch (error) {
    log.error({ reason: (error as Error).message }, "channels.look_not_saved");
  }
  return look;
}

async function read(place: CopyPlace): Promise<Found> {
  try {
    return { place, known: await place.list() };
  } catch (error) {
    return { place, known: [], problem: (error as Error).message };
  }
}

type Given = ChannelCopy & { readonly bytes: Uint8Array };

/** What the node gives, or why it gives none. */
async function ask(
  operations: Deps["operations"],
  { nodeId, now }: { readonly nodeId: string; readonly now: Date },
): Promise<Given | string> {
  try {
    const { bytes, channels } = await operations.channelBackup();
    return { nodeId, at: now, channels, bytes };
  } catch (error) {
    return `the node gave no backup: ${(error as Error).message}`;
  }
}

async function write({ place, known, problem }: Found, given: Given | string | undefined, isFirst: boolean) {
  if (typeof given === "string") return { known, problem: problem ?? given };
  if (given === undefined || !isWorthWriting(given, newestCopyOf(known, given.nodeId), isFirst))
    return { known, problem };
  const { bytes, ...copy } = given;
  try {
    await place.save(copy, bytes);
    const all = await place.list(); // as it is on the disk: what is damaged there is no copy
    await place.remove(expiredCopies(all, copy.at));
    return { known: all, problem: undefined };
  } catch (error) {
    return { known, problem: (error as Error).message };
  }
}
