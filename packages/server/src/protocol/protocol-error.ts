/**
 * What can be wrong with a text of one of the wire formats. Stable: slices map it to their own errors, metrics count
 * it.
 */
export type ProtocolProblem =
  // any format
  | "too_long"
  | "malformed"
  // BOLT 11
  | "checksum"
  | "network"
  | "amount"
  | "too_short"
  | "field"
  | "duplicate_field"
  | "missing_field"
  | "feature"
  | "signature"
  // LNURL
  | "url"
  | "not_json"
  | "not_a_pay_request"
  | "metadata"
  | "service_error";

/**
 * Text from outside that is not what its format demands. The only error that the functions of this folder throw for
 * bad input. `message` is for people and never holds the text itself, except the reason that a service gave, made safe.
 */
export class ProtocolError extends Error {
  readonly problem: ProtocolProblem;

  constructor(problem: ProtocolProblem, message: string) {
    super(message);
    this.name = "ProtocolError";
    this.problem = problem;
  }
}
