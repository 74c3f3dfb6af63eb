import { ProtocolError, type ProtocolProblem } from "../protocol-error.ts";

/** What `read` found wrong; undefined when it found nothing. Any other error than a ProtocolError is thrown on. */
export function problemOf(read: () => unknown): ProtocolProblem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error.problem;
    throw error;
  }
}
