import type { ReadLine } from "./read-file.ts";

/** Opens a file to read it from the beginning. */
export type Opened = { readonly process: string; lines(): AsyncGenerator<ReadLine> };

/** Where a line stands among those of all files. */
type Place = { readonly epoch: bigint; readonly book: bigint };
type Head = { readonly from: Opened; readonly lines: AsyncGenerator<ReadLine>; place: Place; first: ReadLine };

/**
 * The lines of many files in one order: by the number of the ledger's last posting that each writer had seen, and in a
 * file by their own number. Clocks differ between machines and decide nothing. A file is open only while its lines are
 * in question, and one line of each is in memory.
 */
export async function* mergeLines(files: readonly Opened[]): AsyncGenerator<ReadLine> {
  const starts = await Promise.all(files.map(async (file) => ({ file, place: await placeOfFirst(file) })));
  const closed = starts
    .filter((start): start is { file: Opened; place: Place } => start.place !== undefined)
    .sort((a, b) => compare(b.place, a.place) || (a.file.process < b.file.process ? 1 : -1));
  const open: Head[] = [];
  for (;;) {
    let head = least(open);
    for (let next = closed.at(-1); next !== undefined; next = closed.at(-1)) {
      if (head !== undefined && compare(head.place, next.place) < 0) break;
      closed.pop();
      const opened = await openHead(next.file);
      if (opened !== undefined) open.push(opened);
      head = least(open);
    }
    if (head === undefined) return;
    yield head.first;
    if (!(await advance(head))) open.splice(open.indexOf(head), 1);
  }
}

async function placeOfFirst({ lines }: Opened): Promise<Place | undefined> {
  const reading = lines();
  try {
    const { value, done } = await reading.next();
    return done ? undefined : placeOf(value);
  } finally {
    await reading.return(undefined);
  }
}

async function openHead(from: Opened): Promise<Head | undefined> {
  const lines = from.lines();
  const { value, done } = await lines.next();
  return done ? undefined : { from, lines, first: value, place: placeOf(value) };
}

/** False at the end of its file. */
async function advance(head: Head): Promise<boolean> {
  const { value, done } = await head.lines.next();
  if (done) return false;
  head.first = value;
  const place = placeOf(value);
  if (compare(place, head.place) > 0) head.place = place; // a database that went back changes no order in its file
  return true;
}

function placeOf({ line }: ReadLine): Place {
  return { epoch: line.epoch, book: line.book?.number ?? 0n };
}

function least(heads: readonly Head[]): Head | undefined {
  let found: Head | undefined;
  for (const head of heads)
    if (found === undefined || compare(head.place, found.place) < 0 || isBefore(head, found)) found = head;
  return found;
}

function isBefore(a: Head, b: Head): boolean {
  return compare(a.place, b.place) === 0 && a.from.process < b.from.process;
}

function compare(a: Place, b: Place): number {
  if (a.epoch !== b.epoch) return a.epoch < b.epoch ? -1 : 1;
  if (a.book !== b.book) return a.book < b.book ? -1 : 1;
  return 0;
}
