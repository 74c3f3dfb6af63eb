import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES } from "../packages/server/src/kernel/error-codes.ts";
import { LANGUAGES } from "../packages/server/src/texts/language.ts";
import { ROOT, trackedFiles } from "./repository.ts";

/**
 * Names that operators read, in logs and alerts. An event is `noun.past_participle` (`payment.completed`, `node.lost`).
 * A task is `room.task` (`ledger.close_hour`): its room is the slice or the top folder whose work it does; in a slice,
 * that slice.
 */
type File = { readonly path: string; readonly code: string };

const SERVER = "packages/server/src/";

const EVENT = /^[a-z]+(?:_[a-z]+)*\.(?:[a-z]+_)*(?:[a-z]+ed|broken|found|left|lost|paid|sent|taken)(?:_[a-z]+)*$/;
const TASK = /^([a-z]+)\.[a-z]+(?:_[a-z]+)*$/;

/** The argument list that starts at `start`, up to its closing parenthesis; parentheses in strings do not count. */
function argumentsAt(code: string, start: number): string {
  let depth = 1;
  for (const token of code.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[()]/g)) {
    if (token[0] === "(") depth += 1;
    if (token[0] === ")") depth -= 1;
    if (depth === 0) return code.slice(start, start + token.index);
  }
  throw new Error("a call that does not end");
}

const callsOf = (code: string, callee: RegExp) =>
  [...code.matchAll(callee)].map((call) => argumentsAt(code, call.index + call[0].length));

/** Events whose name is another than the rule wants, or no plain text. */
function wrongEvents({ path, code }: File): string[] {
  const calls = callsOf(code, /\blog\??\.(?:trace|debug|info|warn|error|fatal)\(/g);
  const events = calls.map((args) => /(?:^|,)\s*"([^"]*)",?\s*$/.exec(args)?.[1] ?? args);
  return events.filter((event) => !EVENT.test(event)).map((event) => `${path}: ${event}`);
}

/** Hands on the names of tasks that others give it. */
const DUE_LOOP = `${SERVER}platform/database/due-loop.ts`;

/** Tasks whose name is another than the rule wants, or no plain text. */
function wrongTasks({ path, code }: File, rooms: ReadonlySet<string>): string[] {
  const slice = /^packages\/server\/src\/slices\/([a-z-]+)\//.exec(path)?.[1];
  if (path === DUE_LOOP) return [];
  const calls = callsOf(code, /\bscheduler\.(?:loop|spawn)\(/g);
  const due = callsOf(code, /\bdueLoop\(/g).map((args) => args.replace(/^[^,]*,\s*\{\s*name:/, ""));
  const tasks = [...calls, ...due].map((args) => /^\s*"([^"]*)"/.exec(args)?.[1] ?? args.split(",", 1).join());
  const isRight = (task: string) => {
    const room = TASK.exec(task)?.[1];
    return room !== undefined && (slice === undefined ? rooms.has(room) : room === slice);
  };
  return tasks.filter((task) => !isRight(task)).map((task) => `${path}: ${task}`);
}

/**
 * Variables of SQL that say their kind and not only what they hold: `v_count`. Parameters alone have a prefix, `p_`.
 */
const prefixedVariables = (code: string) => code.replaceAll(/--.*/g, "").match(/\b[cv]_[a-z]\w*/g) ?? [];

/** The one list of languages, and what is made of it. */
const LANGUAGE_LISTS = [`${SERVER}texts/catalogue.ts`, "packages/widget/src/texts.ts"];

/** Whether it has all codes of languages, as texts, as names of values, or as names of what is imported. */
function listsLanguages(code: string): boolean {
  return LANGUAGES.every((language) => new RegExp(`["'\`]${language}["'\`]|[{,]\\s*${language}\\s*[:,}]`).test(code));
}

/** Where codes of failures are listed. A code that stands nowhere else is in no answer. */
const LISTS = ["kernel/error-codes.ts", "slices/payments/model/failure-codes.ts"].map((path) => SERVER + path);

/** The codes that no file gives: not as a text, and not as the end of one (`voucher_${end}`). */
function unusedCodes(codes: readonly string[], files: readonly File[]): string[] {
  const texts = files
    .filter(({ path }) => !LISTS.includes(path))
    .map(({ code }) => code.replaceAll(/\berrors: \[[^\]]*\]/g, ""))
    .join("\n");
  const given = new Set([...texts.matchAll(/["'](\w+)["']/g)].map(([, text]) => text));
  const begun = [...texts.matchAll(/`([a-z]+_)\$\{\w+\}`/g)].map(([, text = ""]) => text);
  return codes.filter((code) => !given.has(code) && !begun.some((text) => code.startsWith(text)));
}

/** What is left of a file without its types and comments. */
const valuesOf = (code: string) =>
  stripTypeScriptTypes(code)
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
    .replaceAll(/[\s;]/g, "");

async function sqlFiles(): Promise<readonly File[]> {
  const paths = (await trackedFiles()).filter((path) => path.startsWith("packages/server/") && path.endsWith(".sql"));
  return await Promise.all(paths.map(async (path) => ({ path, code: await readFile(join(ROOT, path), "utf8") })));
}

describe("the server's conventions", () => {
  let files: readonly File[] = [];
  let rooms: ReadonlySet<string> = new Set();

  beforeAll(async () => {
    const sources = (await trackedFiles()).filter((path) => path.startsWith(SERVER) && path.endsWith(".ts"));
    const inRooms = sources.map((path) => path.slice(SERVER.length).split("/"));
    rooms = new Set(inRooms.map(([top = "", slice = ""]) => (top === "slices" ? slice : top)));
    const checked = sources.filter((path) => !/\.(?:test|harness|setup)\.ts$/.test(path));
    files = await Promise.all(checked.map(async (path) => ({ path, code: await readFile(join(ROOT, path), "utf8") })));
  });

  it("say in every event what has happened to which thing", () => {
    expect(files.flatMap(wrongEvents)).toEqual([]);
  });

  it("say in every task's name whose work it is", () => {
    expect(files.flatMap((file) => wrongTasks(file, rooms))).toEqual([]);
  });

  it("refuse events that are no plain text, no past participle, or have no noun", () => {
    const code = `
      log.info({ id: String(id) }, "payment.completed");
      deps.log.error({ text: "(" }, "node.foreign_payments_found");
      log.warn("payment.incident");
      log.info({ a }, "completed");
      log.info({ a }, event);
      log.error({ a }, "Payment.failed");`;
    expect(wrongEvents({ path: "x.ts", code })).toEqual([
      "x.ts: payment.incident",
      "x.ts: completed",
      "x.ts: { a }, event",
      "x.ts: Payment.failed",
    ]);
  });

  it("refuse tasks that have no room, another slice's, or no plain text", () => {
    const code = `
      scheduler.loop("ledger.close_hour", 1, work);
      deps.scheduler.spawn(
        "payments.drive", work);
      scheduler.loop("close hour", 1, work);
      scheduler.loop(name, 1, work);
      scheduler.spawn("moon.shine", work);
      dueLoop(deps, { name: "ledger.close_due", take });
      dueLoop(deps, {
        name: "moon.work_due",
        take,
      });`;
    const known = new Set(["ledger", "payments"]);
    const wrong = ["close hour", "name", "moon.shine", "moon.work_due"];
    expect(wrongTasks({ path: "x.ts", code }, known)).toEqual(wrong.map((task) => `x.ts: ${task}`));
    const inLedger = `${SERVER}slices/ledger/x.ts`;
    expect(wrongTasks({ path: inLedger, code }, known)).toEqual(
      ["payments.drive", ...wrong].map((task) => `${inLedger}: ${task}`),
    );
  });

  it("give variables of SQL plain names", async () => {
    const texts = await sqlFiles();
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.flatMap(({ path, code }) => prefixedVariables(code).map((name) => `${path}: ${name}`))).toEqual([]);
    expect(prefixedVariables("v_count int; c_max constant int; -- v_x\n p_at, i.v_y, hv_z")).toEqual([
      "v_count",
      "c_max",
      "v_y",
    ]);
  });

  it("list no code of a failure that is in no answer", async () => {
    const codes = Object.keys(ERROR_CODES);
    const texts = await sqlFiles();
    expect(unusedCodes(codes, [...files, ...texts])).toEqual([]);
    const code = `errors: ["a_listed"]; throw new AppError("a_thrown"); fail(\`b_\${end}\`);`;
    const used = ["a_thrown", "b_ended", "a_returned"];
    const given = [
      { path: "x.ts", code },
      { path: "x.sql", code: "return 'a_returned'" },
    ];
    expect(unusedCodes([...used, "a_listed", "a_missing"], given)).toEqual(["a_listed", "a_missing"]);
  });

  it("list the languages in one place, so that another one is a line there", async () => {
    const sources = (await trackedFiles()).filter((path) =>
      /^packages\/\w+\/src\/.*(?<!\.test|openapi-pages)\.tsx?$/.test(path),
    );
    const texts = await Promise.all(sources.map((path) => readFile(join(ROOT, path), "utf8")));
    expect(sources.filter((_, i) => listsLanguages(texts[i] ?? ""))).toEqual(LANGUAGE_LISTS);
    expect(listsLanguages(JSON.stringify(LANGUAGES))).toBe(true);
    expect(listsLanguages(`const all = {\n  ${LANGUAGES.join(",\n  ")}: last\n};`)).toBe(true);
    expect(listsLanguages(JSON.stringify(LANGUAGES.slice(1)))).toBe(false);
  });

  it("keep values out of ports", () => {
    const ports = files.filter(({ path }) => path.endsWith("/port.ts"));
    expect(ports.filter(({ code }) => valuesOf(code) !== "").map(({ path }) => path)).toEqual([]);
    expect(valuesOf("/** Text. */\nexport type A = 1; // one\nexport const B = 1;")).toBe("exportconstB=1");
    expect(valuesOf('import type { C } from "./c.ts";\nexport interface A { b(): C }')).toBe("");
  });
});
