import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pieceName, reachOf, SEGMENT_BYTES } from "./wal.ts";
import { listPieces, readSegment } from "./wal-archive.ts";

const LINE = "20261124t040057433z";
const SEGMENT = 3n;
const CONTENT = Buffer.from("0123456789");

describe("the archive of the log", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-wal-"));
    mkdirSync(join(folder, LINE));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const path = (from: number, to: number) =>
    join(folder, LINE, pieceName({ timeline: "00000001", segment: SEGMENT, from, to }));
  const add = (from: number, to: number) => writeFileSync(path(from, to), gzipSync(CONTENT.subarray(from, to)));
  const remove = (from: number, to: number) => rmSync(path(from, to));

  async function listed() {
    const [part] = reachOf(await listPieces(folder, LINE), SEGMENT).segments;
    if (part === undefined) throw new Error("there is nothing in the archive");
    return part;
  }

  async function read(part: Awaited<ReturnType<typeof listed>>) {
    const whole = Buffer.alloc(SEGMENT_BYTES);
    const damaged = await readSegment({ folder, line: LINE }, part, whole);
    return { damaged, content: whole.toString("latin1").replaceAll("\0", "") };
  }

  it("is read also when its pieces became one after they were listed", async () => {
    add(0, 4);
    add(4, 6);
    const part = await listed();
    add(0, 9);
    remove(0, 4);
    remove(4, 6);
    expect(await read(part)).toEqual({ damaged: undefined, content: "012345678" });
  });

  it("is not whole when a piece has gone and no other holds it", async () => {
    add(0, 4);
    add(4, 6);
    const part = await listed();
    remove(4, 6);
    expect(await read(part)).toEqual({ damaged: { name: part.pieces[1]?.name, from: 4 }, content: "0123" });
  });

  it("names a piece that is damaged", async () => {
    add(0, 4);
    add(4, 6);
    writeFileSync(path(4, 6), "no gzip");
    expect((await read(await listed())).damaged).toMatchObject({ from: 4, to: 6 });
  });
});
