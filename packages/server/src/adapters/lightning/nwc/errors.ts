import { type NodeTrouble, NodeUnavailable } from "#lightning";

/** The connection broke while a reply was waited for; the request may have been carried out. */
export class Broke extends NodeUnavailable {}

/** What it says of our key: it does not know it, or does not let it do this. */
const TROUBLES: ReadonlyMap<string, NodeTrouble> = new Map([
  ["UNAUTHORIZED", "credential"],
  ["RESTRICTED", "permission"],
  ["RATE_LIMITED", "limited"],
]);

/** The wallet service has answered with an error (NIP-47, "Error codes"). */
export class Refused extends NodeUnavailable {
  readonly code: string;
  /** In the result beside the error, where none should be. */
  readonly preimage: unknown;

  constructor(code: string, message: string, preimage?: unknown) {
    super(`the wallet service answered ${code}: ${message}`, { why: TROUBLES.get(code) });
    this.code = code;
    this.preimage = preimage;
  }
}
