import { createReadStream } from "node:fs";
import { decodeLine, FIRST_SUM, type JournalLine } from "./format.ts";

/** More than a line ever has: a transaction of the chain is 400 kB at most, 800,000 digits. */
const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** What is not as the writer left it. `after`: the number of the last line before it. */
export type FileProblem =
  /** The last line is cut short, as by a crash: nothing was done that relied on it. */
  | { readonly kind: "torn"; readonly after: bigint }
  /** Lines are missing before `next`. */
  | { readonly kind: "hole"; readonly after: bigint; readonly next: bigint }
  /** A line does not follow the one before: it or an earlier one was changed, or lines were put in. */
  | { readonly kind: "wrong_sum"; readonly after: bigint }
  | { readonly kind: "unreadable"; readonly after: bigint }
  /** The process could not write for a time before `next`: what went on without a line is missing. */
  | { readonly kind: "interrupted"; readonly previous: string | undefined }
  /** Of another installation, or of another process than the file's name says: its lines are not used. */
  | { readonly kind: "foreign"; readonly installation: string }
  /** The database knows more lines of it than there are. */
  | { readonly kind: "cut"; readonly after: bigint; readonly known: bigint }
  /** The file cannot be opened, or has no line. */
  | { readonly kind: "no_lines"; readonly detail: string };

/** A line, and whether its sum and number follow from the line before. */
export type ReadLine = { readonly line: JournalLine; readonly isProved: boolean };

type Source = { readonly path: string; readonly process: string; readonly installation: string };

/**
 * The lines of one file in their order, one at a time: a file may be larger than memory. What is wrong goes to `found`,
 * and reading goes on behind it.
 */
export async function* readFile(source: Source, found: (problem: FileProblem) => void): AsyncGenerator<ReadLine> {
  let [n, sum] = [0n, FIRST_SUM];
  for await (const { text, isWhole } of splitLines(source.path)) {
    if (!isWhole) {
      found({ kind: "torn", after: n });
      return;
    }
    const decoded = decodeLine(text, sum);
    if (decoded.kind === "unreadable") {
      found({ kind: "unreadable", after: n });
      continue;
    }
    const { line } = decoded;
    if (line.installation !== source.installation || line.process !== source.process) {
      found({ kind: "foreign", installation: line.installation });
      return;
    }
    const isNext = line.n === n + 1n;
    if (!isNext) found({ kind: "hole", after: n, next: line.n });
    else if (decoded.kind === "wrong_sum") found({ kind: "wrong_sum", after: n });
    if (line.what === "journal.open" && line.kind === "after_failure")
      found({ kind: "interrupted", previous: line.subject });
    [n, sum] = [line.n, line.sum];
    yield { line, isProved: isNext && decoded.kind === "line" };
  }
}

/** `isWhole`: an end of line follows. A line that is longer than any is given as an empty one. */
async function* splitLines(path: string): AsyncGenerator<{ readonly text: string; readonly isWhole: boolean }> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      rest.push(chunk.subarray(from, end));
      length += end - from;
      yield { text: length > LINE_BYTES_MAX ? "" : Buffer.concat(rest).toString("utf8"), isWhole: true };
      [rest, length] = [[], 0];
      from = end + 1;
    }
    length += chunk.length - from;
    if (length <= LINE_BYTES_MAX) rest.push(chunk.subarray(from));
    else rest = [];
  }
  if (length > 0) yield { text: "", isWhole: false };
}
