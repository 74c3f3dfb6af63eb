import { type NodeTrouble, NodeUnavailable, type SendOutcome } from "#lightning";

/** No connection to the node stood, so no byte of the request has left. */
export class NotConnected extends NodeUnavailable {}

/** Another node answers in its place; it was asked nothing but who it is. */
export class OtherNode extends NotConnected {}

/** The deadline of the attempt had passed when its first byte could have left. */
export class TooLate extends NotConnected {}

/** Nothing came in the time given. What was asked may have been done. */
export class Late extends NodeUnavailable {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, why: "down" });
  }
}

type Unanswered = ErrorOptions & {
  /** A byte of the request may have left. */
  readonly isWritten: boolean;
  /** The time given is over. */
  readonly isLate?: boolean;
  /** Of what was written. */
  readonly why?: NodeTrouble | undefined;
};

/** A call without an answer: what was written may have been done, and of all else nothing has left. */
export function unanswered(message: string, { isWritten, isLate = false, ...options }: Unanswered): NodeUnavailable {
  if (!isWritten) return new NotConnected(message, { ...options, why: "down" });
  return isLate ? new Late(message, options) : new NodeUnavailable(message, options);
}

/** An error of what is asked before the order itself: nothing of the order has left. */
export function beforeOrder(error: unknown): unknown {
  if (error instanceof NotConnected || !(error instanceof NodeUnavailable)) return error;
  return new NotConnected(error.message, { cause: error, why: error.why });
}

/** What it proves of an attempt that it ended; undefined: nothing. */
export function notSentBy(error: unknown): SendOutcome | undefined {
  if (error instanceof TooLate) return { kind: "not_sent", reason: "deadline" };
  if (error instanceof NotConnected) return { kind: "not_sent", reason: "unreachable", detail: error.message };
  return undefined;
}

/** The answer has more bytes than we take: a shorter list may have fewer. */
export class TooLong extends NodeUnavailable {}
