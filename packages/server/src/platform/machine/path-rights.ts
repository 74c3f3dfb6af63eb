/** A folder that is for this user alone to write to. */
export type Kept = {
  /** "the data folder". */
  readonly name: string;
  /** What stands for it in "the folder above …". */
  readonly short: string;
  /** The setting that names it. */
  readonly setting: string;
  /** Others may not read it either. */
  readonly isPrivate: boolean;
};

export const DATA_FOLDER: Kept = {
  name: "the data folder",
  short: "the data",
  setting: "LEYDEN_DATA_DIR",
  isPrivate: false, // as root the database runs as another user, who passes through
};
export const JOURNAL_FOLDER: Kept = {
  name: "the folder of the journal",
  short: "the journal",
  setting: "LEYDEN_JOURNAL_DIR",
  isPrivate: true,
};
export const BACKUP_FOLDER: Kept = {
  name: "the folder of the backups",
  short: "the backups",
  setting: "LEYDEN_BACKUP_DIR",
  isPrivate: true,
};

/** A folder or link on the way to a folder that is kept, as the system describes it. */
export type Part = {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
  readonly isLink: boolean;
  /** The folder itself. */
  readonly isLast: boolean;
};

/** What this process can know of the users and groups of its system. */
export type Accounts = {
  /** User of this process. */
  readonly self: number;
  /** Its name, where the system has one for it. */
  readonly selfName: string | undefined;
  /** Groups of this process. */
  readonly selfGroups: readonly number[];
  readonly users: readonly { readonly name: string; readonly uid: number; readonly gid: number }[];
  readonly groups: readonly { readonly gid: number; readonly members: readonly string[] }[];
  /** False where there may be others beside those above: LDAP, systemd-homed, macOS, an image without names. */
  readonly isComplete: boolean;
  /** Groups that all ordinary users of this system are in. */
  readonly everybody: readonly number[];
  /** A user namespace shows all users and groups that it does not map as `OVERFLOW_ID`. */
  readonly isNamespace: boolean;
};

/**
 * `open`: another user can replace what is in the folder. `not_known`: nothing here says who can, which is normal in
 * containers and where accounts come over the network.
 */
export type Verdict =
  | { readonly kind: "fine" }
  | { readonly kind: "not_known"; readonly says: string }
  | { readonly kind: "open"; readonly message: string; readonly advice: string };

/** Linux: proc_sys_kernel(5), overflowuid and overflowgid. */
export const OVERFLOW_ID = 65_534;

/** Primary users of root's group on Red Hat's systems: nobody logs in as them. */
const OF_ROOTS_GROUP: readonly string[] = ["sync", "shutdown", "halt", "operator"];

/**
 * What a part of the path means. A folder that other users may write to can hold their links and files, which a start
 * would follow; and in a folder above it they can put a link in its place. The rule of sshd for a home, without what
 * it refuses for safety's sake alone: root may own all of it, and a group that nobody else is in may write.
 */
export function judgePart(part: Part, accounts: Accounts, kept = DATA_FOLDER): Verdict {
  const owner = judgeOwner(part, accounts, kept);
  if (owner.kind === "open") return owner;
  const writers = judgeWriters(part, accounts, kept);
  if (writers.kind === "open") return writers;
  const readers = judgeReaders(part, accounts, kept);
  return [readers, writers, owner].find(({ kind }) => kind !== "fine") ?? owner;
}

function judgeOwner(part: Part, { self, isNamespace }: Accounts, kept: Kept): Verdict {
  const { uid, path, isLast } = part;
  if (uid === OVERFLOW_ID && (isNamespace || path === "/"))
    return {
      kind: "not_known",
      says: `${named(part, kept)} belongs to a user without a number in this container (${uid}), who should be the machine's root`,
    };
  if (uid === self || uid === 0) return { kind: "fine" };
  return {
    kind: "open",
    message: `${named(part, kept)} belongs to another user (${uid})`,
    advice: isLast
      ? `Run Leyden as that user, or make the folder yours: \`chown ${self} '${path}'\`.`
      : `Run Leyden as that user, or name a folder below your own ones with ${kept.setting}.`,
  };
}

/**
 * In a folder above with the sticky bit, such as /tmp, others can make entries and take none away: an entry that is
 * ours is safe. In the data folder they could plant files. A link has no mode.
 */
function judgeWriters(part: Part, accounts: Accounts, kept: Kept): Verdict {
  const { mode, gid, path, isLink, isLast } = part;
  if (isLink || (!isLast && (mode & 0o1000) !== 0)) return { kind: "fine" };
  const group = (mode & 0o020) === 0 ? "own" : membersOf(gid, accounts);
  if ((mode & 0o002) !== 0 || group === "shared")
    return {
      kind: "open",
      message: `other users may write to ${named(part, kept)} (mode ${(mode & 0o7777).toString(8)}, group ${gid})`,
      advice: `Close it: \`chmod go-w '${path}'\`; first look for files in it that are not yours.`,
    };
  if (group === "own") return { kind: "fine" };
  return {
    kind: "not_known",
    says: `the group ${gid} may write to ${named(part, kept)}, and who is in it is not known here: it should be Leyden alone`,
  };
}

/** Of the folder itself alone: what is above it may be passed through. */
function judgeReaders(part: Part, accounts: Accounts, kept: Kept): Verdict {
  const { mode, gid, path, isLast } = part;
  if (!isLast || !kept.isPrivate) return { kind: "fine" };
  const group = (mode & 0o040) === 0 ? "own" : membersOf(gid, accounts);
  if ((mode & 0o004) !== 0 || group === "shared")
    return {
      kind: "open",
      message: `other users may read ${named(part, kept)} (mode ${(mode & 0o7777).toString(8)}, group ${gid})`,
      advice: `Close it: \`chmod 700 '${path}'\`; a disk without rights of its own is mounted with \`umask=077\`.`,
    };
  if (group === "own") return { kind: "fine" };
  return {
    kind: "not_known",
    says: `the group ${gid} may read ${named(part, kept)}, and who is in it is not known here: it should be Leyden alone`,
  };
}

/** Who may read a file. `owner`: this user and root alone. */
export type Readers = "owner" | "others" | "not_known";

/**
 * `parts`: the folders and links that lead to a file, from the root on, and the file. A folder that is closed to others
 * closes what is in it.
 */
export function readersOf(parts: readonly Part[], accounts: Accounts): Readers {
  const { self, isNamespace } = accounts;
  const file = parts.at(-1);
  if (file !== undefined && file.uid !== self && file.uid !== 0)
    return file.uid === OVERFLOW_ID && isNamespace ? "not_known" : "others";
  const doors = parts
    .filter(({ isLink }) => !isLink)
    .map(({ mode, gid, isLast }) => {
      const [everybody, group] = isLast ? [0o004, 0o040] : [0o001, 0o010];
      if ((mode & everybody) !== 0) return "shared";
      return (mode & group) === 0 ? "own" : membersOf(gid, accounts);
    });
  if (doors.includes("own")) return "owner";
  return doors.includes("not_known") ? "not_known" : "others";
}

/** Who is in a group beside this process and root. */
function membersOf(gid: number, accounts: Accounts): "own" | "shared" | "not_known" {
  const { self, selfName, selfGroups, users, groups, isComplete, everybody, isNamespace } = accounts;
  if (everybody.includes(gid)) return "shared";
  if (isNamespace && gid === OVERFLOW_ID) return "not_known";
  const own = users.filter(({ uid }) => uid === self || uid === 0).map(({ name }) => name);
  const isOther = (name: string) =>
    name !== selfName && !own.includes(name) && !(gid === 0 && OF_ROOTS_GROUP.includes(name));
  const group = groups.find((known) => known.gid === gid);
  const members = [...(group?.members ?? []), ...users.filter((user) => user.gid === gid).map(({ name }) => name)];
  if (members.some(isOther)) return "shared";
  if (gid === 0) return "own";
  if (group === undefined && !selfGroups.includes(gid)) return "shared"; // nobody but others can be in it
  return group !== undefined && isComplete ? "own" : "not_known";
}

function named({ path, isLast, isLink }: Part, { name, short }: Kept): string {
  return `${isLast ? name : isLink ? "the link" : `the folder above ${short}`} ${path}`;
}
