import type { NodeChannel } from "./node-channel.ts";

/** One copy of the node's channel backup. `channels`: the points of those that it rescues. */
export type ChannelCopy = { readonly nodeId: string; readonly at: Date; readonly channels: readonly string[] };

/** How the copies in one folder were at a look. */
export type CopyStanding = {
  readonly folder: string;
  readonly newest: Pick<ChannelCopy, "at" | "channels"> | undefined;
  /** Points of open and opening channels that the newest copy has not. */
  readonly lacks: readonly string[];
  /** Since when it has lacked one; undefined: it lacks none. */
  readonly lacksSince: Date | undefined;
  /** Why the folder could not be read or written, or the node gave no backup; for people. */
  readonly problem: string | undefined;
};

/** What was found at a look at the copies, in all folders. */
export type CopyLook = { readonly at: Date; readonly copies: readonly CopyStanding[] };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A channel that is so long newer than the newest copy is an incident. */
export const LACKS_MAX_MS = 600_000;
/** Copies that are younger are all kept: one of a node that was made anew must not take the place of what rescues. */
const KEPT_MS = 30 * DAY_MS;
const KEPT_MIN = 10;

/** Channels whose money is in them: of a closing one it is on its way to the wallet. */
export function coveredChannels(channels: readonly Pick<NodeChannel, "point" | "state">[]): readonly string[] {
  return channels.filter(({ state }) => state !== "closing").map(({ point }) => point);
}

/** Of this node; copies of a former one may lie in the same folder. */
export function newestCopyOf<Copy extends ChannelCopy>(copies: readonly Copy[], nodeId: string): Copy | undefined {
  return copies.filter((copy) => copy.nodeId === nodeId).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
}

export function lackingIn(points: readonly string[], copy: Pick<ChannelCopy, "channels"> | undefined): string[] {
  const has = new Set(copy?.channels);
  return points.filter((point) => !has.has(point));
}

/**
 * Whether the node is asked for a backup: the set of channels is another one than in the newest copy, that is a day
 * old, or it is an hour old and this process has made none (`isFirst`). A node without channels has nothing to rescue,
 * and may be one that lost them.
 */
export function isCopyDue(
  points: readonly string[],
  newest: ChannelCopy | undefined,
  { now, isFirst }: { readonly now: Date; readonly isFirst: boolean },
): boolean {
  if (points.length === 0) return false;
  if (newest === undefined || !isSameSet(points, newest.channels)) return true;
  const age = now.getTime() - newest.at.getTime();
  return age >= (isFirst ? HOUR_MS : DAY_MS) || age < 0;
}

/**
 * Whether a backup that the node gave is written: it rescues something, and others than the newest copy, or that is
 * old. A node that leaves a channel out is asked each minute.
 */
export function isWorthWriting(given: ChannelCopy, newest: ChannelCopy | undefined, isFirst: boolean): boolean {
  if (given.channels.length === 0) return false;
  return newest === undefined || isCopyDue(given.channels, newest, { now: given.at, isFirst });
}

/** Those that are not kept any more: older than 30 days, and not among the newest ten of their node. */
export function expiredCopies<Copy extends ChannelCopy>(copies: readonly Copy[], now: Date): readonly Copy[] {
  return copies.filter((copy) => {
    const newer = copies.filter(({ nodeId, at }) => nodeId === copy.nodeId && at > copy.at);
    return newer.length >= KEPT_MIN && now.getTime() - copy.at.getTime() > KEPT_MS;
  });
}

/** What is to be said of a folder after a look. `before`: the same at the look before. */
export function standingOf(
  folder: string,
  found: { readonly newest: ChannelCopy | undefined; readonly problem: string | undefined },
  { points, before, now }: { points: readonly string[]; before: CopyStanding | undefined; now: Date },
): CopyStanding {
  const { newest, problem } = found;
  const lacks = lackingIn(points, newest);
  const lacksSince = lacks.length === 0 ? undefined : (before?.lacksSince ?? now);
  return { folder, newest: newest && { at: newest.at, channels: newest.channels }, lacks, lacksSince, problem };
}

/** Whether a channel has been newer than the newest copy for more than ten minutes. */
export function isLacking({ lacksSince }: Pick<CopyStanding, "lacksSince">, now: Date): boolean {
  return lacksSince !== undefined && now.getTime() - lacksSince.getTime() > LACKS_MAX_MS;
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const all = new Set(others);
  return all.size === new Set(some).size && some.every((one) => all.has(one));
}
