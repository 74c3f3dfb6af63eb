import { at } from "./plant-words.ts";

/** A line that a rule refuses in some places and takes in others. A place is a folder or a file. */
export type Plant = {
  readonly title: string;
  readonly category: string;
  readonly code: string;
  readonly red: readonly string[];
  readonly green: readonly string[];
};

const SLICE = ["slices/projects", "slices/payments/drive"];
const CLIENT = "packages/client/src";
const EVERYWHERE = [
  ...at("kernel", "adapters/lightning", "platform", "service", ...SLICE),
  CLIENT,
  "packages/regtest/src",
  "bench/src",
];
const BUSINESS_CODE = [
  ...at("kernel", "protocol", "adapters/lightning", "service", "supervisor", "cli", ...SLICE),
  CLIENT,
];
const MACHINE = [
  ...at("platform", "platform/http"),
  ...["packages/client/src/machine.ts", "packages/regtest/src", "bench/src", "test"],
];
const TEST_FILES = at("slices/payments/plant.test.ts", "slices/payments/testing/plant.harness.ts");

const SLICE_FILES = ["store", "batched", "routes", "key-routes", "wire", "pages", "jobs", "metrics", "invariants"];
const EDGES_AND_STORES = [
  ...SLICE_FILES.map((file) => `slices/projects/${file}.ts`),
  ...["slices/payments/store", "slices/payments/model", "adapters/lightning", "service", "supervisor", "cli"],
];

const refusedGlobally = (title: string, category: string, code: string): Plant => ({
  title,
  category: `lint/${category}`,
  code,
  red: EVERYWHERE,
  green: [],
});

const leftToTheMachine = (title: string, category: string, code: string): Plant => ({
  title,
  category: category === "plugin" ? category : `lint/${category}`,
  code,
  red: BUSINESS_CODE,
  green: MACHINE,
});

export const RULES: readonly Plant[] = [
  ...["setTimeout(run, 1)", "setInterval(run, 1)", "setImmediate(run)", "queueMicrotask(run)"].map((call) =>
    leftToTheMachine(call, "style/noRestrictedGlobals", `declare const run: () => void;\n${call};`),
  ),
  ...["performance.timeOrigin", "crypto.randomUUID()", 'fetch("https://example.com")'].map((use) =>
    leftToTheMachine(use, "style/noRestrictedGlobals", `export const got = ${use};`),
  ),
  ...[
    ...["Date.now()", "performance.now()", "Math.random()", "AbortSignal.timeout(1)", "process.hrtime.bigint()"],
    ...["process.nextTick(String)", "globalThis.setTimeout(String, 1)", 'globalThis["setTimeout"](String, 1)'],
  ].map((use) => leftToTheMachine(use, "nursery/noJsRestrictedProperties", `export const got = ${use};`)),
  leftToTheMachine("a destructured Date.now", "nursery/noJsRestrictedProperties", "export const { now } = Date;"),
  ...["new Date()", "new Date", "Date()"].map((use) => leftToTheMachine(use, "plugin", `export const got = ${use};`)),
  ...[
    "declare const path: string;\nexport const got = await import(path);",
    'export type All = typeof import("./a.ts");',
    'export type One = import("./a.ts").One;',
  ].map((code) => ({
    title: `an import whose path no layer sees: ${code.replace(/^declare.*\n/, "")}`,
    category: "plugin",
    code,
    red: [...BUSINESS_CODE, ...at("platform")],
    green: ["packages/regtest/src", "bench/src", "test"],
  })),
  {
    title: "the environment outside config.ts",
    category: "lint/style/noProcessEnv",
    code: "export const got = process.env;",
    red: [...BUSINESS_CODE, ...at("platform", "main.ts"), "packages/regtest/src"],
    green: [...at("config.ts"), ...TEST_FILES, "bench/src", "test"],
  },
  {
    title: "the console outside the command line",
    category: "lint/suspicious/noConsole",
    code: 'console.log("found");',
    red: [...at("kernel", "adapters/lightning", "platform", "service", ...SLICE), CLIENT, "packages/regtest/src"],
    green: [...at("main.ts", "cli"), "bench/src"],
  },
  {
    title: "a default export",
    category: "lint/style/noDefaultExport",
    code: "export default 1;",
    red: EVERYWHERE,
    green: ["vitest.config.ts", ...at("platform/plant.setup.ts")],
  },
  {
    title: "a package that package.json does not name",
    category: "lint/correctness/noUndeclaredDependencies",
    code: 'export { add } from "left-pad";',
    red: [...at("platform", ...SLICE), "packages/regtest/src"],
    green: TEST_FILES,
  },
  {
    title: "an object literal that is spread into another",
    category: "plugin",
    code: "declare const a: 1;\nexport const got = { b: a, ...{ a } };",
    red: [...EVERYWHERE, "test", "packages/web/src"],
    green: [],
  },
  ...["vi.waitFor(() => undefined)", "vi.waitUntil(() => true, { timeout: 9 })"].map((wait) => ({
    title: `a wait with a limit of its own: ${wait}`,
    category: "plugin",
    code: `import { vi } from "vitest";\nexport const got = await ${wait};`,
    red: ["packages/server/test", "packages/regtest/src", "bench/src", "test"],
    green: [],
  })),
  refusedGlobally("an enum", "style/noEnum", "export enum Kind { One }"),
  refusedGlobally("a namespace", "style/noNamespace", "export namespace Space { export const one = 1; }"),
  refusedGlobally(
    "a parameter property",
    "style/noParameterProperties",
    "export class A { constructor(readonly a: 1) {} }",
  ),
  refusedGlobally("any", "suspicious/noExplicitAny", "export const got: any = 1;"),
  refusedGlobally(
    "a non-null assertion",
    "style/noNonNullAssertion",
    "declare const one: 1 | null;\nexport const got = one!;",
  ),
  refusedGlobally(
    "a type import without the word",
    "style/useImportType",
    'import { A } from "./a.ts";\nexport type B = A;',
  ),
  {
    title: "an import without extension",
    category: "lint/correctness/useImportExtensions",
    code: 'export type { One } from "./ring-one";',
    red: at("platform"),
    green: [],
  },
  refusedGlobally("a Node module without node:", "style/useNodejsImportProtocol", 'export { join } from "path";'),
  refusedGlobally("a re-export of everything", "performance/noReExportAll", 'export * from "./a.ts";'),
  refusedGlobally("CommonJS", "style/noCommonJs", 'export const got = require("pg");'),
  refusedGlobally("a thrown string", "style/useThrowOnlyError", 'throw "it";'),
  refusedGlobally(
    "a promise nobody waits for",
    "nursery/noFloatingPromises",
    "async function pay(): Promise<void> {}\npay();",
  ),
  ...EDGES_AND_STORES.map((place) => ({
    title: `a transaction in ${place}`,
    category: "plugin",
    code: "declare const db: { transaction(work: () => void): void };\ndb.transaction(() => undefined);",
    red: at(place),
    green: [...at("platform", ...SLICE), ...TEST_FILES],
  })),
  ...[
    'export const node = { backend: "embedded" };',
    'export const isOurs = (node: { backend: string }) => node.backend === "embedded";',
    'export const isOurs = ({ backend }: { backend: string }) => backend === "embedded";',
    'export const isOurs = ({ backend: name }: { backend: string }) => name === "embedded";',
  ].map((code) => ({
    title: `a backend outside choose.ts: ${code}`,
    category: "plugin",
    code,
    red: at("kernel", "adapters/lightning", "service", "supervisor", "cli", ...SLICE),
    green: [...at("adapters/lightning/choose.ts", "service/plant.test.ts"), "bench/src", "test"],
  })),
  ...Object.entries({
    "platform/ring-one.ts": 'import type { Two } from "./ring-two.ts";\nexport type One = Two;',
    "platform/ring-two.ts": 'import type { One } from "./ring-one.ts";\nexport type Two = One;',
    "slices/audit/index.ts": 'export type { One } from "./ring.ts";',
    "slices/audit/ring.ts": 'import type { Two } from "#idempotency";\nexport type One = Two;',
    "slices/idempotency/index.ts": 'export type { Two } from "./ring.ts";',
    "slices/idempotency/ring.ts": 'import type { One } from "#audit";\nexport type Two = One;',
  }).map(([path, code]) => ({
    title: `a ring of imports, even of types and through doors (${path})`,
    category: "lint/suspicious/noImportCycles",
    code,
    red: at(path),
    green: [],
  })),
];
