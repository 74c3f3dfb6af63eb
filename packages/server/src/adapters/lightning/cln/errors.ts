import { NodeUnavailable } from "#lightning";
import type { Fields } from "../answers.ts";

/** clnrest did not hand the command on: the rune does not allow it, or the node has no such command. */
export class Refused extends NodeUnavailable {}

/** The same, because the rune has expired: nothing that this command would do was begun. */
export class RuneExpired extends Refused {}

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
