/** Names in the write-ahead log (PostgreSQL source, xlog_internal.h), and of the files of an archive of it. Pure. */

/** The size of `initdb`; the embedded server has no other one. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

/** Segments of one "log id", the middle third of a name. */
const SEGMENTS_PER_ID = 0x1_0000_0000n / BigInt(SEGMENT_BYTES);

/** A place in the log in bytes from its beginning; `0/1A2B3C4D` as text. */
export type Lsn = bigint;

/** @throws {Error} when it is no place in the log. */
export function lsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`${text} is no place in the write-ahead log`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function lsnText(at: Lsn): string {
  return `${(at >> 32n).toString(16).toUpperCase()}/${(at & 0xffff_ffffn).toString(16).toUpperCase()}`;
}

/** The number of the segment that holds the byte at `at`. */
export function segmentAt(at: Lsn): bigint {
  return at / BigInt(SEGMENT_BYTES);
}

/** How far into its segment `at` is. */
export function offsetIn(at: Lsn): number {
  return Number(at % BigInt(SEGMENT_BYTES));
}

/** Where the segment with this number begins. */
export function startOf(segment: bigint): Lsn {
  return segment * BigInt(SEGMENT_BYTES);
}

/** The file of a segment in `pg_wal`. `timeline`: 8 hexadecimal digits. */
export function segmentName(timeline: string, segment: bigint): string {
  const hex = (part: bigint) => part.toString(16).toUpperCase().padStart(8, "0");
  return `${timeline}${hex(segment / SEGMENTS_PER_ID)}${hex(segment % SEGMENTS_PER_ID)}`;
}

/**
 * A file of an archive: the bytes from `from` to `to` of a segment, compressed. The whole segment has one file, the
 * newest one has pieces until it is full. Members of gzip can stand one after the other, so that
 * `cat <segment>.*.gz | gunzip` is the segment as far as it was written.
 */
export type Piece = {
  readonly name: string;
  readonly timeline: string;
  readonly segment: bigint;
  readonly from: number;
  readonly to: number;
};

export function pieceName({ timeline, segment, from, to }: Omit<Piece, "name">): string {
  const name = segmentName(timeline, segment);
  if (from === 0 && to === SEGMENT_BYTES) return `${name}.gz`;
  const hex = (offset: number) => offset.toString(16).padStart(8, "0");
  return `${name}.${hex(from)}-${hex(to)}.gz`;
}

/** What a name of an archive says; undefined: it is no file of the archive, such as a draft. */
export function pieceOf(name: string): Piece | undefined {
  const match = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.([0-9a-f]{8})-([0-9a-f]{8}))?\.gz$/.exec(name);
  const [, timeline = "", id, rest, from, to] = match ?? [];
  if (id === undefined || rest === undefined) return undefined;
  const segment = BigInt(`0x${id}`) * SEGMENTS_PER_ID + BigInt(`0x${rest}`);
  const range =
    from === undefined || to === undefined ? [0, SEGMENT_BYTES] : [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const [first = 0, end = 0] = range;
  return first < end && end <= SEGMENT_BYTES ? { name, timeline, segment, from: first, to: end } : undefined;
}

/** The file of a whole segment; pieces have another. */
export function isWhole({ from, to }: Pick<Piece, "from" | "to">): boolean {
  return from === 0 && to === SEGMENT_BYTES;
}

/** The pieces of one segment that are read, in their order: as few as reach as far as possible from its beginning. */
export function piecesToRead(pieces: readonly Piece[]): readonly Piece[] {
  const chosen: Piece[] = [];
  for (let reached = 0; ; ) {
    const next = pieces
      .filter(({ from, to }) => from <= reached && to > reached)
      .reduce<Piece | undefined>((best, piece) => (best === undefined || piece.to > best.to ? piece : best), undefined);
    if (next === undefined) return chosen;
    chosen.push(next);
    reached = next.to;
  }
}

/** What an archive can give back from a segment on. */
export type Reach = {
  /** For each segment its pieces to read, without a gap. Only the last one may end before its segment does. */
  readonly segments: readonly { readonly segment: bigint; readonly pieces: readonly Piece[]; readonly bytes: number }[];
  /** Where it ends. */
  readonly end: Lsn;
  /** Files that are after a gap, and of no use. */
  readonly beyond: readonly string[];
};

/** How far the files of an archive reach from `first` on. */
export function reachOf(pieces: readonly Piece[], first: bigint): Reach {
  const bySegment = Map.groupBy(pieces, ({ segment }) => segment);
  const segments: { segment: bigint; pieces: readonly Piece[]; bytes: number }[] = [];
  let end = startOf(first);
  for (let segment = first; offsetIn(end) === 0; segment += 1n) {
    const chosen = piecesToRead(bySegment.get(segment) ?? []);
    const bytes = chosen.at(-1)?.to ?? 0;
    if (bytes === 0) break;
    segments.push({ segment, pieces: chosen, bytes });
    end = startOf(segment) + BigInt(bytes);
  }
  const isBeyond = ({ segment, from }: Piece) => startOf(segment) + BigInt(from) > end;
  return { segments, end, beyond: pieces.filter(isBeyond).map(({ name }) => name) };
}
