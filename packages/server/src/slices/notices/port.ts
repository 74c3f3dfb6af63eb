import type { Msats } from "#kernel/money.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";
import type { BackupAges } from "./model/known.ts";

/** What the operator has set. */
export type NoticeSettings = {
  /** Of the operators; empty: none of them is told. */
  readonly operators: readonly EmailAddress[];
  readonly language: Language;
  /** Below it the operator is told what can be sent over Lightning; undefined: never. */
  readonly lowLightning: Msats | undefined;
  /** Address of the dashboard, without a slash at its end; undefined: this installation has none. */
  readonly dashboard: string | undefined;
};

/** What this process sees of node and backups. */
export type Sight = {
  /** What the channels can send now; undefined: the node is away, or does not say. */
  sendable(): Msats | undefined;
  /** Undefined: this process makes no backups. */
  backups(): Omit<BackupAges, "watchedSince"> | undefined;
};
