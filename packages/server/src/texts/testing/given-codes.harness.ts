import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";

const SOURCES = join(import.meta.dirname, "../..");
/** Where a failure is made, and its code, or the two that it may have. */
const MADE = /\b(?:super|new AppError|fromCatalogue)\(\s*(?:[^();]*\? *)?"(\w+)"(?:\s*:\s*"(\w+)")?/g;
const OF_INPUT = /\bnew InvalidInput\b/;
const TOKEN = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[()]/g;

type Given = {
  readonly code: ErrorCode;
  /** What the failure is made of. */
  readonly of: string;
};

/** Failures that files of the server make. `globs`: within `src`. */
export function failuresIn(globs: readonly string[]): readonly Given[] {
  const names = globs.flatMap((glob) => globSync(glob, { cwd: SOURCES }));
  return names.filter((name) => !/\.(?:test|harness)\.ts$/.test(name)).flatMap(failuresOf);
}

export function codesGivenIn(globs: readonly string[]): readonly ErrorCode[] {
  return [...new Set(failuresIn(globs).map(({ code }) => code))];
}

function failuresOf(name: string): readonly Given[] {
  const source = readFileSync(join(SOURCES, name), "utf8");
  const made = [...source.matchAll(MADE)].flatMap((match) =>
    match.slice(1).flatMap((code) => (isCode(code) ? [{ code, of: argumentsFrom(source, match.index) }] : [])),
  );
  return OF_INPUT.test(source) ? [...made, { code: "invalid_input", of: "" }] : made;
}

function isCode(text: string | undefined): text is ErrorCode {
  return text !== undefined && Object.hasOwn(ERROR_CODES, text);
}

/** From the parenthesis that opens after `start` to the one that closes it; parentheses in strings do not count. */
function argumentsFrom(source: string, start: number): string {
  let depth = 0;
  for (const { 0: token, index } of source.slice(start).matchAll(TOKEN)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (token === ")" && depth === 0) return source.slice(start, start + index);
  }
  return source.slice(start);
}
