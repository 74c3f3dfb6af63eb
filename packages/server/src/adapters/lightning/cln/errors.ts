import { NodeUnavailable } from "#lightning";
import type { Fields } from "../answers.ts";
import { NotConnected } from "../not-connected.ts";

/** The call was too late when it could have left. */
export class TooLate extends NodeUnavailable {}

/** Another node is in its place and got no command but `getinfo`. */
export class OtherNode extends NotConnected {}

/** clnrest did not hand the command on: the rune does not allow it, or the node has no such command. */
export class Refused extends NodeUnavailable {}

/** The command's own error. `code`: common/jsonrpc_errors.h of Core Lightning. */
export class CommandFailed extends NodeUnavailable {
  readonly code: number;
  readonly data: Fields;

  constructor(message: string, { code, data }: { readonly code: number; readonly data: Fields }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
