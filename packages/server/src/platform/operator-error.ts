/**
 * Something that only the person at the machine can put right: a port in use, a folder that cannot be written, a
 * database too old. The command line prints `message` and `advice`, one line each, and ends with status 1.
 */
export class OperatorError extends Error {
  /** What to do, one sentence. */
  readonly advice: string;

  constructor(message: string, advice: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OperatorError";
    this.advice = advice;
  }
}

/** What the system, PostgreSQL and its programs say to a full disk. */
const FULL_DISK_CODES: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];
const FULL_DISK = /No space left on device|Disk quota exceeded/;

/** The same failure as one that the operator can mend, where a full disk is behind it; `undefined` where none is. */
export function fullDisk(error: unknown): OperatorError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (FULL_DISK_CODES.includes((cause as { code?: unknown }).code) || FULL_DISK.test(cause.message))
      return new OperatorError(
        `the disk is full: ${error instanceof OperatorError ? error.message : cause.message}`,
        "Make room, or move the whole data folder to a larger disk and name it in LEYDEN_DATA_DIR; then start again. " +
          "Nothing is lost.",
        { cause: error },
      );
  return undefined;
}
