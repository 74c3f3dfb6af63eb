import { NodeUnavailable } from "#lightning";

/** Nothing of the request has left. */
export class NothingSent extends NodeUnavailable {}

/** No reply came in time; the request may have been carried out. */
export class NoReplyInTime extends NodeUnavailable {}

/** The connection broke while a reply was waited for; the request may have been carried out. */
export class Broke extends NodeUnavailable {}

/** The wallet service has answered with an error (NIP-47, "Error codes"). */
export class Refused extends NodeUnavailable {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`the wallet service answered ${code}: ${message}`);
    this.code = code;
  }
}
