/** Why a node gives no answer that counts, where its adapter can say it. */
export type NodeTrouble =
  /** Nothing listens there, or no answer came in time. */
  | "down"
  /** It runs, and does not serve yet. */
  | "starting"
  /** It runs, and waits for its own password. */
  | "locked"
  /** The certificate is not the one that we were given. */
  | "certificate"
  /** It does not take our credential. */
  | "credential"
  /** It takes our credential, which lacks a permission for what it was asked. */
  | "permission"
  /** It takes our credential only so often in a time, and that is used up: it passes by itself. */
  | "limited"
  /** A file that we were given, of its certificate or our credential, cannot be used. */
  | "file"
  /** What answers does not speak as a node of this kind does: a proxy before it, or another program. */
  | "stranger";

/** The node did not answer, or not as its protocol says. Nothing is known about what it did. */
export class NodeUnavailable extends Error {
  /** Undefined: it cannot be said. For people; nothing is decided by it. */
  readonly why: NodeTrouble | undefined;

  constructor(message: string, { why, ...options }: ErrorOptions & { readonly why?: NodeTrouble | undefined } = {}) {
    super(message, options);
    this.name = "NodeUnavailable";
    this.why = why;
  }
}

/** What everybody may read of it: in one line, and without words of the node. */
export function silenceOf({ why }: Pick<NodeUnavailable, "why">): string {
  return why === "permission" ? "our credential lacks a permission" : "it does not answer";
}
