import * as fs from "node:fs";
import { join } from "node:path";
import { type Disk, type FrameFile, openFrames, replaceFrames } from "./frames.ts";

/**
 * A node's durable memory: values by key, and a history that only ever grows. What is staged between two commits
 * becomes durable together or not at all.
 *
 * Two files. `state.log` holds every commit since it was last compacted; `history.log` the older history, which no
 * compaction ever drops. A crash between the two steps of a compaction leaves history entries in both: they carry
 * their index, so the second copy is recognized.
 */
export type Store = {
  get(key: string): Uint8Array | undefined;
  /** What was appended to `key` since its last `put`. */
  appended(key: string): readonly Uint8Array[];
  /** Keys that start so, in the order they were first put. */
  keys(prefix: string): readonly string[];
  put(key: string, value: Uint8Array): void;
  /** Adds to the list that hangs on `key`; the next `put` of that key empties it. */
  append(key: string, value: Uint8Array): void;
  remove(key: string): void;
  /** Adds an entry to the history. */
  record(entry: object): void;
  /** True when something is staged. */
  isStaged(): boolean;
  /** Makes what is staged durable: one write, one fdatasync. */
  commit(): void;
  /** Bytes in the state log: the measure for `compact`. */
  size(): number;
  /** Rewrites the state log with nothing but what counts now. Call it right after a commit. */
  compact(): void;
  close(): void;
};

type Kind = "put" | "append" | "remove" | "history";
type LogEntry = { readonly kind: Kind; readonly key: string; readonly body: Uint8Array };
type Value = { readonly value: Uint8Array; readonly appended: Uint8Array[] };

const KINDS: readonly Kind[] = ["put", "append", "remove", "history"];
const ENTRY_HEADER_BYTES = 7;
/** History is moved in frames of so many entries. */
const FRAME_ENTRIES = 1_000;
const NOTHING = new Uint8Array(0);

/** Opens the store in `folder`, which is made when it is missing. @throws {DamagedLog} */
export function openStore(
  folder: string,
  disk: Disk = fs,
): { readonly store: Store; readonly history: readonly unknown[] } {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const older = openFrames(join(folder, "history.log"), disk);
  const state = openFrames(join(folder, STATE_FILE), disk);

  const history = older.payloads.flatMap(decodeEntries).map(({ body }) => parse(body));
  const movedCount = history.length;
  const values = new Map<string, Value>();
  const recent: LogEntry[] = [];
  for (const entry of state.payloads.flatMap(decodeEntries)) {
    apply(values, entry);
    if (entry.kind !== "history" || Number(entry.key) < movedCount) continue;
    if (Number(entry.key) !== history.length) throw new Error(`${folder}: history entry ${history.length} is missing`);
    recent.push(entry);
    history.push(parse(entry.body));
  }
  const files = { folder, disk, historyFile: older.file, stateFile: state.file };
  return { store: writableStore(files, { values, recent, historyCount: history.length }), history };
}

const STATE_FILE = "state.log";

type Files = {
  readonly folder: string;
  readonly disk: Disk;
  readonly historyFile: FrameFile;
  readonly stateFile: FrameFile;
};
type Content = {
  readonly values: Map<string, Value>;
  /** History entries that are still in the state log. */
  readonly recent: readonly LogEntry[];
  readonly historyCount: number;
};

function writableStore(files: Files, { values, ...content }: Content): Store {
  let stateFile = files.stateFile;
  let historyCount = content.historyCount;
  let recent = [...content.recent];
  let staged: LogEntry[] = [];
  function stage(entry: LogEntry): void {
    apply(values, entry);
    staged.push(entry);
  }
  return {
    get: (key) => values.get(key)?.value,
    appended: (key) => values.get(key)?.appended ?? [],
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    put: (key, value) => stage({ kind: "put", key, body: value }),
    append: (key, value) => stage({ kind: "append", key, body: value }),
    remove: (key) => stage({ kind: "remove", key, body: NOTHING }),
    record(entry) {
      const added: LogEntry = {
        kind: "history",
        key: String(historyCount++),
        // With memory of its own: a piece of Node's shared pool would keep 8 kB of it in use.
        body: Uint8Array.from(Buffer.from(JSON.stringify(entry))),
      };
      stage(added);
      recent.push(added);
    },
    isStaged: () => staged.length > 0,
    commit() {
      if (staged.length === 0) return;
      const entries = staged;
      staged = [];
      stateFile.append(encodeEntries(entries));
    },
    size: () => stateFile.size(),
    compact() {
      if (staged.length > 0) throw new Error("compacting would mix up what is staged and what is durable");
      for (let at = 0; at < recent.length; at += FRAME_ENTRIES)
        files.historyFile.append(encodeEntries(recent.slice(at, at + FRAME_ENTRIES)));
      recent = [];
      stateFile.close();
      stateFile = replaceFrames(join(files.folder, STATE_FILE), [encodeEntries(allOf(values))], files.disk);
    },
    close() {
      stateFile.close();
      files.historyFile.close();
    },
  };
}

function apply(values: Map<string, Value>, { kind, key, body }: LogEntry): void {
  if (kind === "put") values.set(key, { value: body, appended: [] });
  else if (kind === "remove") values.delete(key);
  else if (kind === "append") {
    const value = values.get(key);
    if (value === undefined) throw new Error(`"${key}" has nothing to append to`);
    value.appended.push(body);
  }
}

/** The entries that make these values again. */
function allOf(values: ReadonlyMap<string, Value>): LogEntry[] {
  return Array.from(values).flatMap(([key, { value, appended }]) => [
    { kind: "put", key, body: value },
    ...appended.map((body): LogEntry => ({ kind: "append", key, body })),
  ]);
}

function encodeEntries(entries: readonly LogEntry[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap(({ kind, key, body }) => {
      const name = Buffer.from(key);
      const header = Buffer.allocUnsafe(ENTRY_HEADER_BYTES);
      header.writeUInt8(KINDS.indexOf(kind), 0);
      header.writeUInt16LE(name.length, 1);
      header.writeUInt32LE(body.length, 3);
      return [header, name, body];
    }),
  );
}

function decodeEntries(payload: Uint8Array): LogEntry[] {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  const entries: LogEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const kind = KINDS[bytes.readUInt8(at)];
    if (kind === undefined) throw new Error(`unknown entry kind ${bytes.readUInt8(at)} in the log`);
    const keyAt = at + ENTRY_HEADER_BYTES;
    const bodyAt = keyAt + bytes.readUInt16LE(at + 1);
    const end = bodyAt + bytes.readUInt32LE(at + 3);
    // Copies, so that the file's whole content need not stay in memory for the sake of one value.
    entries.push({
      kind,
      key: bytes.toString("utf8", keyAt, bodyAt),
      body: Uint8Array.from(bytes.subarray(bodyAt, end)),
    });
    at = end;
  }
  return entries;
}

function parse(body: Uint8Array): unknown {
  return JSON.parse(Buffer.from(body).toString("utf8"));
}
