/**
 * What about an address keeps us from calling it. For logs of the operator: who gave the address learns only that it is
 * refused.
 */
export type Refusal = "scheme" | "userinfo" | "port" | "host" | "address";

/** The address may not be called. Nothing was sent. */
export class OutboundRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(`this address is not one that we call (${reason})`);
    this.name = "OutboundRefused";
    this.reason = reason;
  }
}

export type OutboundFailureReason =
  /** No complete answer within the deadline. */
  | "timeout"
  /** No connection, or it broke. */
  | "connect"
  | "dns"
  | "tls"
  /** Body or headers of the answer are longer than we read. */
  | "too_large"
  /** A redirect that we do not follow. */
  | "redirect"
  /** The answer is not HTTP, or is encoded although we asked for none. */
  | "protocol"
  /** Our side no longer wants the answer. */
  | "aborted";

/** The call has no answer. It may have reached the other side, except for `dns`, `tls` and a first `connect`. */
export class OutboundFailed extends Error {
  readonly reason: OutboundFailureReason;

  constructor(reason: OutboundFailureReason, options?: ErrorOptions) {
    super(`the call failed: ${reason}`, options);
    this.name = "OutboundFailed";
    this.reason = reason;
  }
}
