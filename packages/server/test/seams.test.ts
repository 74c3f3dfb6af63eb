import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");
const SRC = join(PACKAGE, "src");

/** Where payments begin, and what implements the ports that they are given. */
const ROOTS = [
  ...globSync(join(SRC, "slices/{payments,receiving}/**/*.ts")).filter((path) => !/\.(test|harness)\.ts$/.test(path)),
  ...["database/micro-batch.ts", "database/pool.ts", "outbound/outbound.ts", "log.ts"].map((path) =>
    join(SRC, "platform", path),
  ),
];

/** The one folder that may know the real machine. */
const MACHINE = "platform/machine/";
/** Files that take a seam of the machine when they are given none. */
const DEFAULTS = ["platform/log.ts"];

const REAL = new RegExp(
  [
    String.raw`\bDate\.(?:now|prototype)\b`,
    String.raw`\bDate\(\)`,
    String.raw`\b(?:performance|hrtime|queueMicrotask|nextTick)\b`,
    String.raw`\bset(?:Timeout|Interval|Immediate)\b`,
    String.raw`\bAbortSignal\.timeout\b`,
    String.raw`\bMath\.random\b`,
    String.raw`\b(?:random(?:Bytes|UUID|Int|Fill|FillSync)|getRandomValues|webcrypto|generateKey\w*)\b`,
    "[\"']node:(?:timers|perf_hooks)",
  ].join("|"),
);

/** Lines of code that use the machine's time, timers or randomness. */
function usesOfTheMachine(code: string): string[] {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
  return bare.split("\n").filter((line) => REAL.test(line));
}

const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*"([^"]+)"/gm;

const { imports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
  imports: Record<string, string>;
};

/** The file that a specifier means; `undefined` for a package. */
function resolve(specifier: string, from: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  if (!specifier.startsWith("#")) return undefined;
  const exact = imports[specifier];
  if (exact !== undefined) return join(PACKAGE, exact);
  const [key, target = ""] = Object.entries(imports).find(
    ([key]) => key.endsWith("/*") && specifier.startsWith(key.slice(0, -1)),
  ) ?? [""];
  return join(PACKAGE, target.slice(0, -1), specifier.slice(key.length - 1));
}

/** Everything that the roots import, types too: an implementation lies beside its type. */
function reached(): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path) || !path.endsWith(".ts")) return;
    found.add(path);
    for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(IMPORT)) {
      const target = resolve(specifier, path);
      if (target !== undefined) visit(target);
    }
  };
  for (const root of ROOTS) visit(root);
  return [...found].map((path) => relative(SRC, path).replaceAll("\\", "/")).sort();
}

const read = (path: string) => readFileSync(join(SRC, path), "utf8");

describe("what a payment reaches", () => {
  const files = reached();
  const outside = files.filter((path) => !path.startsWith(MACHINE));

  it("is found by this test", () => {
    expect(files).toEqual(expect.arrayContaining(["slices/ledger/index.ts", "platform/outbound/connect.ts"]));
    expect(files).toContain("platform/machine/clock.ts");
  });

  it("takes time, timers and randomness from its dependencies", () => {
    expect(outside.flatMap((path) => usesOfTheMachine(read(path)).map((line) => `${path}: ${line.trim()}`))).toEqual(
      [],
    );
  });

  it("takes them from nowhere else than what it is given", () => {
    const value = /^import \{(?! ?type )[^}]*\} from "[^"]*machine\/(?:clock|random|scheduler|crash)\.ts"/m;
    expect(outside.filter((path) => value.test(read(path)))).toEqual(DEFAULTS);
  });
});

describe("the seams", () => {
  it("are these", () => {
    const text = read("kernel/clock.ts");
    const members = [...text.matchAll(/^export (?:interface|type) (\w+)|^ {2}(\w+)\(/gm)].map(([, type, member]) =>
      type === undefined ? `  ${member}` : type,
    );
    expect(members).toEqual([
      "Clock",
      "  now",
      "  monotonicMs",
      "  sleep",
      "  turn",
      "Random",
      "  bytes",
      "  uuid",
      "Loop",
      "  wake",
      "  stop",
      "Scheduler",
      "  loop",
      "  spawn",
      "CrashPoint",
      "Reached",
    ]);
  });

  it.each([
    "const at = new Date();",
    "Date.now()",
    "await new Promise(setImmediate);",
    'import { setTimeout as sleep } from "node:timers/promises";',
    "crypto.randomUUID()",
    "const id = randomBytes(16);",
    "AbortSignal.timeout(5)",
    "Math.random()",
  ])("are noticed when they are passed by: %s", (code) => {
    expect(usesOfTheMachine(`// setTimeout is a word here\nconst a = 1; ${code}`)).toHaveLength(1);
  });
});
