import type { Message } from "#kernel/errors.ts";
import type { Thing } from "./thing.ts";

/** How a thing stands: where its money is, why, and what happens next. */
export type Standing = {
  /** As the wire calls its state. */
  readonly status: string;
  readonly where: Message;
  readonly why: Message;
  /** Undefined: nothing. */
  readonly next: Message | undefined;
  /** When it is looked at next. */
  readonly nextCheckAt: Date | undefined;
  /** When it has ended at the latest; undefined where nothing says it. */
  readonly endsBy: Date | undefined;
  /** It usually ends within seconds: `endsBy` is for what may go on longer. */
  readonly isQuick?: boolean;
};

/** Something that happened to a thing. */
export type Happening = {
  readonly at: Date;
  readonly said: Message;
  /** More of it, in words of others: of a node, a server. */
  readonly detail?: string | undefined;
  /** What it was, where a page can lead there. */
  readonly thing?: Thing | undefined;
};

export type Timeline = {
  readonly standing: Standing;
  readonly happenings: readonly Happening[];
  /** Whose events belong to it. */
  readonly eventsOf: readonly string[];
};

/** In the order of time; what happened at one time stays as it was given. */
export function inOrder(happenings: readonly Happening[]): readonly Happening[] {
  return happenings.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
