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
