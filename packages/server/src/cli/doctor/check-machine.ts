import type { Readers } from "#platform/machine/path-rights.ts";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { counted, listed } from "./words.ts";

export type MachineFacts = {
  readonly openFiles: OpenFiles;
  readonly secrets: readonly SecretFile[];
  /** The money is real; undefined: it is not known. */
  readonly isLive: boolean | undefined;
};

export type OpenFiles = {
  /** Files and connections that the process may have open together; undefined: the system does not say. */
  readonly max: number | undefined;
  /** Of the service; else of this command, as a service that is started beside it would have. */
  readonly isOfService: boolean;
  /** LEYDEN_CONNECTIONS. */
  readonly connectionsMax: number;
};

/** `readers`: who may read it; undefined: it is not there. */
export type SecretFile = { readonly file: string; readonly readers: Fact<Readers | undefined> };

/** What the machine gives the service, and keeps from others. */
export function checkMachine({ openFiles: files, secrets, isLive }: MachineFacts): readonly Finding[] {
  return [...openFiles(files), ...secretFiles(secrets, isLive)];
}

/** Beside connections: files of journal and database, and connections to database, node, receivers and others. Ours. */
const FILES_BESIDE = 1_000;

/** None where the system does not say. */
function openFiles({ max, isOfService, connectionsMax }: OpenFiles): readonly Finding[] {
  if (max === undefined) return [];
  const whose = isOfService ? "the service" : "a process that is started from here";
  const says = `${whose} may have ${max === Number.POSITIVE_INFINITY ? "any number of" : max} files open`;
  const wanted = connectionsMax + FILES_BESIDE;
  if (max >= wanted) return [ok("open files", says)];
  const todo = `raise its limit to ${wanted} or more (LimitNOFILE of systemd, ulimit -Hn), or lower LEYDEN_CONNECTIONS, and start again`;
  const little = `${says}, and LEYDEN_CONNECTIONS lets ${connectionsMax} connections be open`;
  return [
    max > connectionsMax
      ? warning("open files", little, todo)
      : wrong("open files", `${little}: when they are, the journal and the node cannot be reached`, todo),
  ];
}

function secretFiles(secrets: readonly SecretFile[], isLive: boolean | undefined): readonly Finding[] {
  const readableBy = (readers: Readers) =>
    secrets.flatMap((one) => (one.readers.kind === "known" && one.readers.value === readers ? [one.file] : []));
  const there = secrets.filter(({ readers }) => readers.kind === "known" && readers.value !== undefined);
  const shared = readableBy("others");
  const doubtful = readableBy("not_known");
  const unknown = secrets.flatMap(({ readers }) => about("secret files", readers, () => []));
  if (shared.length > 0) {
    const says = `other users of this machine may read ${listed(shared)}`;
    const todo = `make each this user's alone: \`chmod 600 '${shared[0]}'\`, and \`chown\` where another user owns it; then make a new secret, as somebody may have read it`;
    return [isLive === false ? warning("secret files", says, todo) : wrong("secret files", says, todo), ...unknown];
  }
  if (doubtful.length > 0)
    return [
      warning(
        "secret files",
        `a group may read ${listed(doubtful)}, and who is in it is not known here`,
        `see that it is Leyden alone, or \`chmod 600 '${doubtful[0]}'\``,
      ),
      ...unknown,
    ];
  if (there.length === 0) return unknown;
  return [ok("secret files", `${counted(there.length, "file")} with secrets: readable by this user alone`), ...unknown];
}
