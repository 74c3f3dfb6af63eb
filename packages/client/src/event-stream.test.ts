import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { readStream, type ServerSentEvent, STREAM_BYTES_MAX, StreamTooLong, streamStart } from "./event-stream.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Reads a stream that comes in these pieces. */
function readAll(pieces: readonly Uint8Array[], after = "") {
  let state = streamStart(after);
  const events: ServerSentEvent[] = [];
  for (const piece of pieces) {
    const read = readStream(state, piece);
    state = read.state;
    events.push(...read.events);
  }
  return { events, lastId: state.lastId, retryMs: state.retryMs };
}

const read = (text: string, after?: string) => readAll([bytesOf(text)], after);
const dataOf = (text: string) => read(text).events.map(({ data }) => data);

/** The bytes in pieces that end at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
}

describe("a stream of events", () => {
  it("is read as the standard's examples say", () => {
    expect(dataOf("data: YHOO\ndata: +2\ndata: 10\n\n")).toEqual(["YHOO\n+2\n10"]);
    expect(
      read(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"),
    ).toEqual({
      events: [
        { id: "1", type: "message", data: "first event" },
        { id: "", type: "message", data: "second event" },
        { id: "", type: "message", data: " third event" },
      ],
      lastId: "",
      retryMs: 2_000,
    });
    expect(dataOf("data\n\ndata\ndata\n\ndata:")).toEqual(["", "\n"]);
    expect(dataOf("data:test\n\ndata: test\n\n")).toEqual(["test", "test"]);
  });

  it("gives an event its own type only", () => {
    expect(read("event: a\ndata: 1\n\ndata: 2\n\nevent: b\n\ndata: 3\n\n").events.map(({ type }) => type)).toEqual([
      ...["a", "message", "message"],
    ]);
  });

  it("keeps the last id, moves on with a block without data, and not with one that is cut off", () => {
    expect(read(": listening\n\n", "9").lastId).toBe("9");
    expect(read("id: 1\ndata: a\n\ndata: b\n\n")).toMatchObject({ events: [{ id: "1" }, { id: "1" }], lastId: "1" });
    expect(read("id: 1\ndata: a\n\nid: 2\n\n")).toMatchObject({ events: [{ id: "1" }], lastId: "2" });
    expect(read("id: 1\ndata: a\n\nid: 2\ndata: b\n")).toMatchObject({ events: [{ id: "1" }], lastId: "1" });
  });

  it("ignores an id with NUL, a pause that is no number, unknown fields and names in other letters", () => {
    expect(read("id: 1\n\nid: 2\0\n\n").lastId).toBe("1");
    expect(read("retry: 3s\nretry: -1\nretry:\nretry: 1.5\n").retryMs).toBe(2_000);
    expect(read("retry: 700\n").retryMs).toBe(700);
    expect(dataOf("Data: x\n data: y\ndatas: z\nfoo\ndata: kept\n\n")).toEqual(["kept"]);
  });

  it("takes one byte order mark away, at its beginning alone", () => {
    expect(dataOf("\uFEFFdata: a\n\n")).toEqual(["a"]);
    expect(dataOf("\uFEFF\uFEFFdata: a\n\n")).toEqual([]);
    expect(dataOf("data: \uFEFFa\n\n\uFEFFdata: b\n\n")).toEqual(["\uFEFFa"]);
  });

  it("replaces what is no UTF-8, and reads on", () => {
    const bytes = Uint8Array.from([...bytesOf("data: a"), 0xe2, 0x9a, ...bytesOf("\n\ndata: b\n\n")]);
    expect(readAll([bytes]).events.map(({ data }) => data)).toEqual(["a\uFFFD", "b"]);
  });

  it("hands out an event with its last CR, without waiting for an LF", () => {
    const first = readStream(streamStart(""), bytesOf("data: a\r\r"));
    expect(first.events).toHaveLength(1);
    expect(readStream(first.state, bytesOf("\ndata: b\r\n\r\n")).events).toMatchObject([{ data: "b" }]);
  });

  const text = fc.string({ unit: "grapheme", maxLength: 8 }).map((value) => value.replaceAll(/[\r\n\0]/g, "·"));
  const field = fc.tuple(fc.constantFrom("data", "data", "id", "event", "retry", "", "other"), text);
  const block = fc.array(field, { maxLength: 5 });

  /** What the blocks say, worked out from the fields and not from the text. */
  function expected(blocks: readonly (readonly (readonly [string, string])[])[]): ServerSentEvent[] {
    let id = "";
    return blocks.flatMap((fields) => {
      const last = (name: string) => fields.findLast(([key]) => key === name)?.[1];
      const data = fields.filter(([name]) => name === "data").map(([, value]) => value);
      id = last("id") ?? id;
      return data.length === 0 ? [] : [{ id, type: last("event") || "message", data: data.join("\n") }];
    });
  }

  it("says what its fields say, with every end of lines, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 6 }),
        fc.constantFrom("\n", "\r", "\r\n"),
        fc.boolean(),
        fc.array(fc.nat()),
        (blocks, end, hasMark, places) => {
          const lines = blocks.flatMap((fields) => [...fields.map(([name, value]) => `${name}: ${value}`), ""]);
          const bytes = bytesOf(`${hasMark ? "\uFEFF" : ""}${lines.map((line) => line + end).join("")}`);
          expect(readAll(cut(bytes, places)).events).toEqual(expected(blocks));
        },
      ),
    );
  });

  it("is the same however it is cut, whatever its bytes are", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .array(fc.constantFrom("data", "id", "event", "retry", ":", " ", "\n", "\r", "7", "ä", "⚡", "\uFEFF", "\0"))
        .map((words) => bytesOf(words.join(""))),
    );
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), (stream, places) => {
        expect(readAll(cut(stream, places))).toEqual(readAll([stream]));
      }),
      { numRuns: inject("runs") * 1_000 },
    );
  });

  it("may have a line and an event of 1 MiB, and not of a byte more", () => {
    const line = `data:${"x".repeat(STREAM_BYTES_MAX - 5)}`;
    expect(dataOf(`${line}\n\n`)[0]).toHaveLength(STREAM_BYTES_MAX - 5);
    expect(() => read(`${line}x`)).toThrow(StreamTooLong);
    expect(() => read(`:${"x".repeat(STREAM_BYTES_MAX)}`)).toThrow(StreamTooLong);
    const half = `data:${"x".repeat(STREAM_BYTES_MAX / 2 - 5)}\n`;
    expect(dataOf(`${half}${half}\n${half}${half}\n`)).toHaveLength(2);
    expect(() => read(`${half}${half}data:\n`)).toThrow(StreamTooLong);
  });
});
