import type { DiskSpace } from "#platform/machine/disk-space.ts";
import type { Standing } from "#supervisor/backup/standing.ts";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { inBytes } from "./words.ts";

export type DiskFacts = {
  readonly spaces: readonly Space[];
  readonly journal: JournalFacts;
  readonly backup: BackupFacts;
  readonly key: KeyFacts;
  /** The money is real; undefined: it is not known. */
  readonly isLive: boolean | undefined;
  readonly now: Date;
};

export type Space = {
  /** "data folder", "journal", "backups". */
  readonly of: string;
  readonly folder: string;
  readonly space: Fact<DiskSpace>;
};

export type JournalFacts = {
  readonly folder: string;
  /** Its disk is not there. */
  readonly isAway: boolean;
  /** Undefined: it cannot be seen from here. */
  readonly sharesDisk: boolean | undefined;
  readonly rights: Rights | undefined;
};

/** What is wrong, or not known, about the rights of a folder. */
export type Rights = { readonly says: string; readonly todo: string | undefined };

export type BackupFacts =
  /** Undefined: LEYDEN_BACKUP_DIR names no folder. `rights`: of that folder. */
  | { readonly kind: "embedded"; readonly standing: Fact<Standing> | undefined; readonly rights?: Rights | undefined }
  /** Up to when the operator has proved a copy of a PostgreSQL of the own. */
  | { readonly kind: "own"; readonly provedUntil: Fact<Date | undefined> };

export type KeyFacts = {
  /** LEYDEN_SECRET_KEY, not the file in the data folder. */
  readonly isSetting: boolean;
  readonly state: Fact<KeyState>;
};

export type KeyState =
  | { readonly kind: "none" | "fits" | "other" }
  /** It is missing or damaged. */
  | { readonly kind: "unusable"; readonly says: string; readonly todo: string };

/** Whether there is room, and what is needed after the loss of a disk lies on another one. */
export function checkDisks(facts: DiskFacts): readonly Finding[] {
  return [
    ...facts.spaces.flatMap(({ of, folder, space }) =>
      about(`disk of ${of}`, space, (known) => [room(of, folder, known)]),
    ),
    journal(facts.journal, facts.isLive),
    ...backup(facts),
    ...about("secret key", facts.key.state, (state) => [secretKey(state, facts.key)]),
  ];
}

const FREE_WRONG_BYTES = 1e9;
const FREE_MIN_BYTES = 10e9;
const FREE_MIN_SHARE = 0.1;

function room(of: string, folder: string, { free, total }: DiskSpace): Finding {
  const says = `${inBytes(free)} of ${inBytes(total)} are free at ${folder}`;
  const todo = "make room, or move the folder to a larger disk";
  if (free < FREE_WRONG_BYTES) return wrong(`disk of ${of}`, `${says}: a full disk stops payments`, todo);
  if (free < FREE_MIN_BYTES && free < FREE_MIN_SHARE * total) return warning(`disk of ${of}`, says, todo);
  return ok(`disk of ${of}`, says);
}

function journal({ folder, isAway, sharesDisk, rights }: JournalFacts, isLive: boolean | undefined): Finding {
  if (isAway) return wrong("journal", `${folder} is empty, its disk is not there: nothing is sent`, "mount it");
  if (rights?.todo !== undefined) return wrong("journal", rights.says, rights.todo);
  if (rights !== undefined) return warning("journal", rights.says, "see who is in that group");
  const todo = "set LEYDEN_JOURNAL_DIR to a folder on another disk";
  const together = `${folder} shares a disk with the database: what takes the one takes the other`;
  switch (sharesDisk) {
    case undefined:
      return ok("journal", `${folder}; whether it shares a disk with the database cannot be seen from here`);
    case false:
      return ok("journal", `${folder}, on another disk than the database`);
    case true:
      return isLive === false
        ? ok("journal", `${folder}, on the disk of the database`)
        : wrong("journal", together, todo);
  }
}

/** Files of the journal are kept as long behind a copy that was proved. */
const PROVED_MAX_DAYS = 30;
const DAY_MS = 86_400_000;
const GUIDE = 'docs/operate.md, "A PostgreSQL of your own"';

function backup({ backup: facts, isLive, now }: DiskFacts): readonly Finding[] {
  if (facts.kind === "own") return about("backup", facts.provedUntil, (until) => [ownBackup(until, isLive, now)]);
  if (facts.rights?.todo !== undefined)
    return [wrong("backup", `none is made: ${facts.rights.says}`, facts.rights.todo)];
  if (facts.standing !== undefined)
    return about("backup", facts.standing, ({ says, todo }) => [
      todo === undefined ? ok("backup", says) : warning("backup", says, todo),
    ]);
  const says = "none is made: LEYDEN_BACKUP_DIR names no folder";
  if (isLive === false) return [ok("backup", says)];
  return [wrong("backup", `${says}, and with the disk all is lost`, "set it to a folder on another device")];
}

function ownBackup(until: Date | undefined, isLive: boolean | undefined, now: Date): Finding {
  const todo = `restore the newest one on trial, and run \`leyden backup prove\`: ${GUIDE}`;
  if (until === undefined) {
    const says = "of your own PostgreSQL: none was ever proved";
    return isLive === false ? ok("backup", says) : warning("backup", says, todo);
  }
  const days = Math.floor((now.getTime() - until.getTime()) / DAY_MS);
  const says = `of your own PostgreSQL: proved up to ${until.toISOString()}`;
  return days > PROVED_MAX_DAYS ? warning("backup", `${says}, ${days} days ago`, todo) : ok("backup", says);
}

const KEY_GUIDE = 'docs/operate.md, "The secret key"';

function secretKey(state: KeyState, { isSetting }: KeyFacts): Finding {
  const where = isSetting ? "LEYDEN_SECRET_KEY" : "secret.key";
  switch (state.kind) {
    case "none":
      return ok("secret key", "nothing is sealed yet: the first start makes it");
    case "fits":
      return ok(
        "secret key",
        `${where} opens this database's secrets; it is in no backup: keep a copy of it elsewhere`,
      );
    case "other":
      return wrong(
        "secret key",
        `${where} is not the one of this database: a start is refused`,
        `put the right one back from its copy: ${KEY_GUIDE}`,
      );
    case "unusable":
      return wrong("secret key", state.says, state.todo);
  }
}
