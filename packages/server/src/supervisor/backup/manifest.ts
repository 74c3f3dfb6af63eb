import type { CopiedFile } from "#platform/postgres/base-backup.ts";
import type { Lsn } from "#platform/postgres/wal.ts";
import { lsn, lsnText } from "#platform/postgres/wal.ts";

/** The end of a ledger: the number of its newest posting and the hash of its chain there, in hexadecimal. */
export type Book = { readonly no: bigint; readonly hash: string };

/** What a restore on trial has shown: the copy and its log became a database whose book is this one. */
export type Proof = {
  readonly at: Date;
  readonly book: Book;
  /** When the newest posting was made; undefined: there was none. */
  readonly newestAt: Date | undefined;
  /** How many of the newest postings were compared with their hashes. */
  readonly examined: number;
  /** What was read of the journal in it; undefined: there is none. */
  readonly journal?: { readonly lines: number; readonly isWhole: boolean } | undefined;
  readonly tookMs: number;
};

/** What a backup says about itself, in `manifest.json`: it is written last, so a folder without it is no backup. */
export type Manifest = {
  /** The version of Leyden that made it. */
  readonly leyden: string;
  /** Major version of the server. */
  readonly postgres: string;
  /** Name of the installation (`instance` in the data folder). */
  readonly instanceId: string;
  /** The line of the archive that goes with it, and what it needs of that to be whole. */
  readonly line: string;
  readonly first: Lsn;
  readonly last: Lsn;
  readonly begunAt: Date;
  readonly endedAt: Date;
  /** The book when the copy was made. */
  readonly book: Book;
  /** The files in `base.tar.gz`, in their order. */
  readonly files: readonly CopiedFile[];
  /** The files in `journal.tar.gz`; undefined: the installation had no journal. */
  readonly journal: readonly CopiedFile[] | undefined;
  /** The copy of the channel backup in `channels.tar.gz`; undefined: the node shows no channels. */
  readonly channels?: CopiedChannels | undefined;
  readonly proof: Proof | undefined;
};

/** `count`: of the channels that it rescues. */
export type CopiedChannels = { readonly at: Date; readonly count: number; readonly files: readonly CopiedFile[] };

const FORMAT = 1;

export function manifestText(manifest: Manifest): string {
  const bookOf = (book: Book) => ({ no: book.no.toString(), hash: book.hash });
  const { proof, first, last, begunAt, endedAt, book, files, channels, ...names } = manifest;
  const written = {
    format: FORMAT,
    ...names,
    first: lsnText(first),
    last: lsnText(last),
    begunAt: begunAt.toISOString(),
    endedAt: endedAt.toISOString(),
    book: bookOf(book),
    channels: channels && { ...channels, at: channels.at.toISOString() },
    proof: proof && {
      ...proof,
      at: proof.at.toISOString(),
      newestAt: proof.newestAt?.toISOString(),
      book: bookOf(proof.book),
    },
    files,
  };
  return `${JSON.stringify(written, null, 1)}\n`;
}

type Written<T> = {
  readonly [Name in keyof T]: T[Name] extends Date | bigint ? string : T[Name] extends Book ? Written<Book> : T[Name];
};
type WrittenManifest = Written<Omit<Manifest, "proof" | "channels">> & {
  readonly format: number;
  readonly channels?: Written<CopiedChannels>;
  readonly proof?: Written<Omit<Proof, "newestAt">> & { readonly newestAt?: string };
};

/** @throws {Error} when it is no manifest of this format. */
export function manifestOf(text: string): Manifest {
  const { format, proof, channels, ...written } = JSON.parse(text) as WrittenManifest;
  if (format !== FORMAT) throw new Error(`it is of format ${format}, and this version reads ${FORMAT}`);
  return {
    ...written,
    journal: written.journal,
    first: lsn(written.first),
    last: lsn(written.last),
    begunAt: date(written.begunAt),
    endedAt: date(written.endedAt),
    book: bookOf(written.book),
    channels: channels && { ...channels, at: date(channels.at) },
    proof: proof && {
      ...proof,
      at: date(proof.at),
      newestAt: proof.newestAt === undefined ? undefined : date(proof.newestAt),
      book: bookOf(proof.book),
    },
  };
}

function bookOf({ no, hash }: Written<Book>): Book {
  return { no: BigInt(no), hash };
}

function date(text: string): Date {
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) throw new Error(`${text} is no time`);
  return value;
}
