/** What the rows of a file ask for. */
export const FILE_KINDS = ["payments", "vouchers"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/**
 * So long a file is known. Ours: shorter than the 30 days for which the keys of its rows are kept, so that a known file
 * pays nothing twice.
 */
export const FILE_KNOWN_MS = 14 * 24 * 3_600_000;

/** A file whose rows somebody began to ask for. */
export type BegunFile = {
  /** The idempotency keys of its rows begin with it. */
  readonly key: string;
  readonly begunAt: Date;
  /** This call began it: nothing was asked for with the key. */
  readonly isNew: boolean;
};
