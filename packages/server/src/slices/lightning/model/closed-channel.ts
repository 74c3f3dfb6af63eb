import type { Msats } from "#kernel/money.ts";
import type { CopyLook } from "./channel-copies.ts";

/** A channel whose close is over: all that it paid us could be spent. */
export type ClosedChannel = {
  /** Where it was opened on the chain, `txid:index`. */
  readonly point: string;
  /** Public key of the peer, lower-case hex. */
  readonly peer: string;
  readonly capacity: Msats;
  /** Ours when it was closed, without what was in HTLCs. */
  readonly local: Msats;
  readonly isForced: boolean;
};

/** Channels that the newest copies had at the last look, and that the node does not list any more. */
export function goneSince(
  last: CopyLook | undefined,
  channels: readonly { readonly point: string }[],
): readonly string[] {
  const here = new Set(channels.map(({ point }) => point));
  const seen = new Set(last?.copies.flatMap(({ newest }) => newest?.channels ?? []));
  return [...seen].filter((point) => !here.has(point));
}

/** For people. */
export function detailOfUnseen({ peer, capacity, local }: ClosedChannel): string {
  return (
    `the channel with ${peer} was closed by force while the service did not look, and its close is over: ` +
    `of ${capacity} msats ${local} msats were ours, without what was in HTLCs`
  );
}
