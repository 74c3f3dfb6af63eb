/** Server-sent events as bytes (WHATWG HTML, section 9.2, "Server-sent events"). The limit of the length is ours. */

export type ServerSentEvent = {
  /** The last id that the stream has named, "" when there was none. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
};

/** How far a stream has been read. */
export type StreamState = {
  /** Where to go on after a broken connection: the id of the last block that was complete; "" for no place. */
  readonly lastId: string;
  /** The pause before a next connection that the stream asked for last, in milliseconds. */
  readonly retryMs: number;
  /** A line whose end has not come yet. */
  readonly line: Uint8Array;
  /** The last line ended with CR. An LF that comes next belongs to that end. */
  readonly isAfterCr: boolean;
  /** No line is complete yet: the first one may begin with a byte order mark. */
  readonly isFirstLine: boolean;
  readonly block: Block;
};

/** What the lines since the last empty line have said. */
type Block = {
  readonly id: string;
  readonly type: string;
  /** Each data line with an LF after it. */
  readonly data: string;
  readonly dataBytes: number;
};

/** The most that a line, or the data of one event, may have. */
export const STREAM_BYTES_MAX = 1_048_576;

/** A line or an event is longer than `STREAM_BYTES_MAX`. */
export class StreamTooLong extends Error {
  override readonly name = "StreamTooLong";

  constructor() {
    super(`a line or an event of the stream is longer than ${STREAM_BYTES_MAX} bytes`);
  }
}

/** Until the stream asks for another one. */
const RETRY_MS = 2_000;
const LF = 0x0a;
const CR = 0x0d;
const EMPTY = new Uint8Array();
const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true }); // a mark inside the stream is text

/** The state of a connection that was just opened, to read on after `lastId`. */
export function streamStart(lastId: string, retryMs = RETRY_MS): StreamState {
  const block: Block = { id: lastId, type: "", data: "", dataBytes: 0 };
  return { lastId, retryMs, line: EMPTY, isAfterCr: false, isFirstLine: true, block };
}

/**
 * Reads the next bytes of a stream, wherever they are cut: the events that they complete, and the state to read on
 * with.
 *
 * @throws {StreamTooLong}
 */
export function readStream(
  state: StreamState,
  bytes: Uint8Array,
): { readonly state: StreamState; readonly events: readonly ServerSentEvent[] } {
  const { lines, ...open } = splitLines(state, bytes);
  const events: ServerSentEvent[] = [];
  let next: StreamState = { ...state, ...open };
  for (const line of lines) {
    const text = UTF_8.decode(line);
    const field = next.isFirstLine ? text.replace(/^\uFEFF/, "") : text;
    if (field === "") {
      const event = eventOf(next.block);
      if (event !== undefined) events.push(event);
      next = { ...next, lastId: next.block.id, block: { ...next.block, type: "", data: "", dataBytes: 0 } };
    } else next = withField(next, field, line.length);
    next = { ...next, isFirstLine: false };
  }
  return { state: next, events };
}

type Lines = Pick<StreamState, "line" | "isAfterCr"> & { readonly lines: readonly Uint8Array[] };

/**
 * The lines that `bytes` complete, and what remains. A line ends with CR, LF or both; no byte inside a character of
 * UTF-8 is one of them.
 */
function splitLines({ line, isAfterCr }: StreamState, bytes: Uint8Array): Lines {
  if (bytes.length === 0) return { lines: [], line, isAfterCr };
  const lines: Uint8Array[] = [];
  let pending = line;
  let start = isAfterCr && bytes[0] === LF ? 1 : 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== CR && byte !== LF) continue;
    lines.push(concat(pending, bytes.subarray(start, at)));
    pending = EMPTY;
    if (byte === CR && bytes[at + 1] === LF) at++;
    start = at + 1;
  }
  return { lines, line: concat(pending, bytes.subarray(start)), isAfterCr: bytes.at(-1) === CR };
}

/** @throws {StreamTooLong} */
function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const length = first.length + second.length;
  if (length > STREAM_BYTES_MAX) throw new StreamTooLong();
  const joined = new Uint8Array(length); // a copy: the bytes may be part of a large buffer
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** What a line that is not empty says. Unknown fields and comments, which have an empty name, say nothing. */
function withField(state: StreamState, line: string, bytes: number): StreamState {
  const { block } = state;
  const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  switch (name) {
    case "event":
      return { ...state, block: { ...block, type: value } };
    case "data": {
      const dataBytes = block.dataBytes + bytes;
      if (dataBytes > STREAM_BYTES_MAX) throw new StreamTooLong();
      return { ...state, block: { ...block, data: `${block.data}${value}\n`, dataBytes } };
    }
    case "id":
      return value.includes("\0") ? state : { ...state, block: { ...block, id: value } };
    case "retry":
      return /^[0-9]+$/.test(value) ? { ...state, retryMs: Number(value) } : state;
    default:
      return state;
  }
}

/** A block without data is no event. */
function eventOf({ id, type, data }: Block): ServerSentEvent | undefined {
  return data === "" ? undefined : { id, type: type === "" ? "message" : type, data: data.slice(0, -1) };
}
