import { AppError } from "#kernel/errors.ts";

/** What the rows of a file ask for. */
export const FILE_KINDS = ["payments", "vouchers"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const DAY_MS = 24 * 3_600_000;

/**
 * So long what is left of a file can be asked for. Ours: shorter than the 30 days for which the keys of its rows are
 * kept, so that a known file pays nothing twice.
 */
export const FILE_KNOWN_MS = 14 * DAY_MS;

/**
 * So long the service remembers how often a file was begun. Ours: longer than the keys of its rows, which are used for
 * 14 days and kept for 60 after it, so that a file of last month asks for new payments.
 */
export const FILE_REMEMBERED_MS = 90 * DAY_MS;

/**
 * So many files of a project are remembered; then the oldest that is not known is forgotten. Ours: a person who begins
 * seventy a day has fewer known ones.
 */
export const FILES_MAX = 1_000;

/** One more would be known: to forget a known one would let it be paid again by whoever opens it. */
export class TooManyFiles extends AppError {
  /** `until`: one of them is known so long. */
  constructor(until: Date, now: Date) {
    super(
      "rate_limited",
      `the project has begun ${FILES_MAX} files within 14 days, which is the most: go on with what is left of those, ` +
        `pay without a file, or begin this one after ${until.toISOString()}`,
      { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)) },
    );
  }
}

/** A file whose rows somebody began to ask for. */
export type BegunFile = {
  /** The idempotency keys of its rows begin with it. */
  readonly key: string;
  readonly begunAt: Date;
};

/** What is left of a file can be asked for until then. */
export function knownUntil({ begunAt }: Pick<BegunFile, "begunAt">): Date {
  return new Date(begunAt.getTime() + FILE_KNOWN_MS);
}
