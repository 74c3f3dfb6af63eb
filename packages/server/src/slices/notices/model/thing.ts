import type { ProjectId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { PauseKind } from "#ledger";

/** Something that holds for a while and that somebody should know. Kind and subject name it. */
export type Thing = PauseThing | NodeThing | BackupThing | WebhookThing | WalletThing | KeyThing;

/** `sending_paused`: for the operator, one of each kind. `sending_stopped`: for projects, one for all kinds. */
type PauseThing =
  | {
      readonly kind: "sending_paused";
      readonly subject: PauseKind;
      /** English, with what to look at. */
      readonly reason: string;
      readonly since: Date;
    }
  | { readonly kind: "sending_stopped"; readonly subject: "service"; readonly since: Date };

type NodeThing = {
  readonly kind: "lightning_low";
  readonly subject: "node";
  readonly sendable: Msats;
  readonly limit: Msats;
};

/** `at`: of the newest backup, or until when the log is copied; undefined: there is no backup at all. */
type BackupThing =
  | { readonly kind: "backup_old"; readonly subject: "backup"; readonly at: Date | undefined }
  | { readonly kind: "archive_old"; readonly subject: "archive"; readonly at: Date };

type OfProject = { readonly projectId: ProjectId; readonly project: string };

/** The subject is the endpoint's id. */
type WebhookThing = OfProject & { readonly subject: string; readonly host: string; readonly since: Date } & (
    | {
        readonly kind: "webhook_failing";
        /** Of the last answer; undefined: there was none. */
        readonly status: number | undefined;
      }
    | { readonly kind: "webhook_off"; readonly reason: string }
  );

/** The subject is the project's id. */
type WalletThing = OfProject & {
  readonly kind: "wallet_low";
  readonly subject: string;
  readonly balance: bigint;
  readonly limit: Msats;
};

/** Within a week, and once more within a day. The subject is the key's id. */
type KeyThing = OfProject & {
  readonly kind: "key_ends_in_week" | "key_ends_in_day";
  readonly subject: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly at: Date;
};

export type ThingKind = Thing["kind"];

export type ThingName = { readonly kind: ThingKind; readonly subject: string };

/** What is kept of a thing, for the mail that says that it is over: what it is of may be gone by then. */
export type About = {
  readonly projectId?: ProjectId;
  readonly project?: string;
  readonly host?: string;
  readonly prefix?: string;
};

/** A thing that an address was told of, and of whose end it was not told yet. */
export type Told = ThingName & {
  readonly about: About;
  readonly toldAt: Date;
  /** Undefined: it holds. */
  readonly overSince: Date | undefined;
};

export function keyOf({ kind, subject }: ThingName): string {
  return `${kind} ${subject}`;
}

export function aboutOf(thing: Thing): About {
  switch (thing.kind) {
    case "webhook_failing":
    case "webhook_off":
      return { projectId: thing.projectId, project: thing.project, host: thing.host };
    case "wallet_low":
      return { projectId: thing.projectId, project: thing.project };
    case "key_ends_in_week":
    case "key_ends_in_day":
      return { projectId: thing.projectId, project: thing.project, prefix: thing.prefix };
    default:
      return {};
  }
}

const OF_PROJECTS: ReadonlySet<ThingKind> = new Set<ThingKind>([
  "webhook_failing",
  "webhook_off",
  "wallet_low",
  "key_ends_in_week",
  "key_ends_in_day",
]);

/** Whether somebody outside, such as a project, can bring the thing about as often as it likes. */
export function isFromOutside({ kind }: ThingName): boolean {
  return OF_PROJECTS.has(kind);
}
