import { NodeUnavailable } from "#lightning";

/** The connection broke while a reply was waited for; the request may have been carried out. */
export class Broke extends NodeUnavailable {}

/** It does not know our key, or lets it do nothing. */
const UNKNOWN_TO_IT: readonly string[] = ["UNAUTHORIZED", "RESTRICTED"];

/** The wallet service has answered with an error (NIP-47, "Error codes"). */
export class Refused extends NodeUnavailable {
  readonly code: string;
  /** In the result beside the error, where none should be. */
  readonly preimage: unknown;

  constructor(code: string, message: string, preimage?: unknown) {
    super(`the wallet service answered ${code}: ${message}`, {
      why: UNKNOWN_TO_IT.includes(code) ? "credential" : undefined,
    });
    this.code = code;
    this.preimage = preimage;
  }
}
