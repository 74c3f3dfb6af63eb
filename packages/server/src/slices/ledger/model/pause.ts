/**
 * Why sending is paused. `operator`: a person asked for it. `audit`: a money invariant is broken. `foreign_payments`:
 * the node made payments that no attempt of ours explains. `restore`: payments that were pending when the database was
 * restored wait for the operator. `node_short`: the node holds less than we owe. `node_went_back`: the node does not
 * know what it had shown us. `journal`: a process cannot write down what it sends.
 */
export const PAUSE_KINDS = [
  "operator",
  "audit",
  "foreign_payments",
  "restore",
  "node_short",
  "node_went_back",
  "journal",
] as const;

export type PauseKind = (typeof PAUSE_KINDS)[number];

/** One reason for which nothing is sent. Several kinds may hold at the same time. */
export type Pause = {
  readonly kind: PauseKind;
  readonly reason: string;
  readonly since: Date;
  /** Another one each time that the pause is set, also while it holds. */
  readonly setNo: bigint;
};
