/** What each kind of file may import and what it must not. `specifier#name` means that one name of the module. */
export type Layer = {
  readonly files: readonly string[];
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
};

/** A line that a rule refuses in some places and takes in others. A place is a folder or a file. */
export type Plant = {
  readonly title: string;
  readonly category: string;
  readonly code: string;
  readonly red: readonly string[];
  readonly green: readonly string[];
};

const SRC = "packages/server/src";
const at = (...files: string[]) => files.map((file) => `${SRC}/${file}`);

/** The files that biome.json names as nouns. */
const NOUNS = [
  "slices/idempotency/canonical-json.ts",
  "slices/idempotency/idempotency-claim.ts",
  "slices/ledger/account.ts",
  "slices/ledger/chart.ts",
  "slices/ledger/limits.ts",
  "slices/ledger/transfer.ts",
  "slices/lightning/errors.ts",
  "slices/lightning/port.ts",
  "slices/payments/payment.ts",
  "slices/payments/payment-row.ts",
  "slices/payments/target.ts",
  "slices/projects/project.ts",
  "slices/projects/project-key.ts",
  "slices/receiving/charge.ts",
  "slices/receiving/expiry.ts",
  "slices/receiving/receipt.ts",
];

const WIRING = ["main.ts", "config.ts", "app.ts", "worker.ts", "cli/program.ts", "supervisor/run.ts"];
const DRIVER = ["pg", "pg/lib/client.js"];
const HTTP = ["zod", "zod/v4", "fastify", "fastify/lib/reply.js", "@fastify/swagger", "fastify-type-provider-zod"];
const TIMERS = ["node:timers", "node:timers/promises", "node:perf_hooks"];
const PURE = [
  "node:crypto#createHash",
  "node:crypto#createHmac",
  "node:crypto#hash",
  "node:crypto#timingSafeEqual",
  "node:zlib#crc32",
];
const CHANCE = ["node:crypto#randomBytes", "node:crypto#randomUUID", "node:crypto#randomInt", "node:crypto#webcrypto"];

/** What no file of a slice may import, whatever its kind. */
const NEVER_IN_A_SLICE = [
  "../ledger/post-transfer.ts",
  "../ledger/store.ts",
  "../ledger/routes.ts",
  "../ledger/inner/index.ts",
  "../../slices/ledger/index.ts",
  "../ledger/../ledger/store.ts",
  "./../ledger/store.ts",
  "./inner/index.ts",
  "../../adapters/lightning/index.ts",
  "../../kernel/inner/money.ts",
  "../../protocol/inner/bolt11.ts",
  ...WIRING.map((file) => `../../${file}`),
  "@leyden/regtest",
  "undici",
  "@noble/curves/secp256k1.js",
  ...DRIVER,
  ...CHANCE,
  ...TIMERS,
  "node:fs",
  "node:child_process",
  "./payment.harness.ts",
  "../../platform/database.harness.ts",
];

const INNER_LAYERS = ["../../kernel/money.ts", "../../protocol/bolt11.ts", "@noble/hashes/sha2.js", ...PURE];
const ENGINE = [
  "../../platform/pg.ts",
  "../../platform/pg-types.ts",
  "../../platform/postgres.ts",
  "../../platform/micro-batch.ts",
  "../../platform/migrate.ts",
];
const PLATFORM = [
  "../../platform/db.ts#Db",
  "../../platform/db.ts#Tx",
  "../../platform/db.ts#one",
  "../../platform/batch.ts",
  "../../platform/outbound.ts",
];
const SQL = ["../../platform/db.ts#sql", "../../platform/db.ts#Statement"];
const READS = [
  "./store.ts#findPayment",
  "./store.ts#listPayments",
  "./store.ts#countPayments",
  "./store.ts#PaymentRow",
];
const WRITES = ["./store.ts#savePayment", "./store.ts#refindPayment"];
const BUSINESS = ["slices/payments/index.ts", "slices/payments/store.ts", "adapters/lightning/index.ts", ...WIRING];

export const LAYERS: readonly Layer[] = [
  {
    files: at("kernel/money.ts"),
    may: ["./brand.ts"],
    mayNot: [
      ...["protocol/bolt11.ts", "platform/db.ts", ...BUSINESS].map((file) => `../${file}`),
      ...["@leyden/regtest", "./money.harness.ts", "./inner/money.ts", "@noble/hashes/sha2.js"],
      ...[...DRIVER, ...HTTP, ...TIMERS, ...PURE, ...CHANCE],
    ],
  },
  {
    files: at("protocol/bolt11.ts"),
    may: ["./lnurl.ts", "../kernel/money.ts", "@noble/curves/secp256k1.js", "@scure/base", ...PURE],
    mayNot: [
      ...["platform/db.ts", ...BUSINESS].map((file) => `../${file}`),
      ...["@leyden/regtest", "./bolt11.harness.ts", "undici"],
      ...[...DRIVER, ...HTTP, ...TIMERS, ...CHANCE],
    ],
  },
  {
    files: at("platform/log.ts", "platform/micro-batch-queue.ts"),
    may: ["./db.ts", "../kernel/money.ts", "../protocol/bolt11.ts", "undici", ...TIMERS, ...CHANCE, ...PURE],
    mayNot: [...BUSINESS.map((file) => `../${file}`), "@leyden/regtest", "./database.harness.ts", ...DRIVER, ...HTTP],
  },
  {
    files: at(
      "platform/pg.ts",
      "platform/pg-types.ts",
      "platform/postgres.ts",
      "platform/micro-batch.ts",
      "platform/migrate.ts",
    ),
    may: ["./db.ts", "../kernel/money.ts", "../protocol/bolt11.ts", ...DRIVER, ...TIMERS, ...CHANCE],
    mayNot: [...BUSINESS.map((file) => `../${file}`), "@leyden/regtest", "./database.harness.ts", ...HTTP],
  },
  {
    files: at("platform/http/server.ts"),
    may: ["./wire.ts", "../log.ts", "../../kernel/money.ts", "../../protocol/bolt11.ts", ...HTTP, ...TIMERS, ...CHANCE],
    mayNot: [...BUSINESS.map((file) => `../../${file}`), "@leyden/regtest", "../database.harness.ts", ...DRIVER],
  },
  {
    files: at("slices/payments/send-payment.ts"),
    may: ["./payment.ts", "./store.ts#savePayment", "../ledger/index.ts", ...PLATFORM, ...INNER_LAYERS],
    mayNot: [
      ...["./routes.ts", "./pages.ts", "./jobs.ts", "./index.ts", "../../platform/http/index.ts"],
      ...[...SQL, ...ENGINE, ...HTTP, ...NEVER_IN_A_SLICE],
    ],
  },
  {
    files: at(...NOUNS),
    may: ["./receipt.ts", "../ledger/index.ts", ...INNER_LAYERS],
    mayNot: [
      ...["./store.ts", "./batched.ts", "./routes.ts", "./pages.ts", "./jobs.ts", "./index.ts"],
      ...["../../platform/http/index.ts", ...PLATFORM, ...SQL, ...ENGINE, ...HTTP, ...NEVER_IN_A_SLICE],
    ],
  },
  {
    files: at("slices/payments/store.ts"),
    may: ["./payment.ts", ...INNER_LAYERS, ...SQL, "../../platform/db.ts#Tx", "../../platform/batch.ts"],
    mayNot: [
      ...["./routes.ts", "./pages.ts", "./jobs.ts", "./index.ts", "../ledger/index.ts"],
      ...["../../platform/http/index.ts", "../../platform/outbound.ts", ...ENGINE, ...HTTP, ...NEVER_IN_A_SLICE],
    ],
  },
  {
    files: at("slices/payments/routes.ts", "slices/payments/pages.ts"),
    may: [
      ...["./payment.ts", "./send-payment.ts", "../ledger/index.ts", "../../platform/http/index.ts"],
      ...["zod", "fastify", "fastify-type-provider-zod", ...READS, ...PLATFORM, ...INNER_LAYERS],
    ],
    mayNot: [
      ...["./jobs.ts", "./index.ts", "@fastify/swagger", "../../platform/http/inner/parser.ts"],
      ...[...WRITES, ...SQL, ...ENGINE, ...NEVER_IN_A_SLICE],
    ],
  },
  {
    files: at("slices/payments/jobs.ts"),
    may: ["./payment.ts", "./send-payment.ts", "../ledger/index.ts", ...READS, ...PLATFORM, ...INNER_LAYERS],
    mayNot: [
      ...["./routes.ts", "./pages.ts", "./index.ts", "../../platform/http/index.ts"],
      ...[...WRITES, ...SQL, ...ENGINE, ...HTTP, ...NEVER_IN_A_SLICE],
    ],
  },
  {
    files: at("slices/payments/index.ts"),
    may: ["./payment.ts", "./send-payment.ts", ...READS],
    mayNot: [
      ...["./routes.ts", "./pages.ts", "./jobs.ts", "../ledger/index.ts", "../../kernel/money.ts"],
      ...[...WRITES, ...PLATFORM, ...SQL, ...ENGINE, ...HTTP, ...NEVER_IN_A_SLICE],
    ],
  },
  {
    files: at("adapters/lightning/node.ts", "adapters/lightning/embedded/node.ts"),
    may: [
      ...["./log.ts", "../../kernel/money.ts", "../../protocol/bolt11.ts", "../../platform/outbound.ts"],
      ...[
        "../../platform/db.ts#Db",
        "../../slices/lightning/index.ts",
        "../../slices/lightning/port.ts",
        "@leyden/regtest",
        "node:net",
        ...PURE,
      ],
    ],
    mayNot: [
      ...["store.ts", "routes.ts", "pay.ts", "inner/port.ts"].map((file) => `../../slices/lightning/${file}`),
      ...WIRING.map((file) => `../../${file}`),
      ...["./node.harness.ts", ...SQL, ...DRIVER, ...HTTP, ...TIMERS, ...CHANCE],
    ],
  },
  {
    files: at("main.ts", "app.ts", "worker.ts", "cli/program.ts", "supervisor/run.ts"),
    may: [
      ...[
        "./config.ts",
        "./platform/pg.ts",
        "./platform/db.ts#Db",
        "./adapters/lightning/node.ts",
        "@leyden/regtest",
        "fastify",
        "node:fs",
      ],
      ...["index.ts", "routes.ts", "pages.ts", "jobs.ts"].map((file) => `./slices/payments/${file}`),
      ...PURE,
    ],
    mayNot: [
      ...["store.ts", "payment.ts", "send-payment.ts", "inner/index.ts"].map((file) => `./slices/payments/${file}`),
      ...["./main.harness.ts", "./platform/db.ts#sql", "zod", "zod/v4", ...DRIVER, ...TIMERS, ...CHANCE],
    ],
  },
  {
    files: at("config.ts"),
    may: ["./kernel/money.ts", "./protocol/bolt11.ts", "node:path", "node:os", "node:url", "node:net#isIP"],
    mayNot: [
      "./platform/db.ts",
      "./slices/payments/index.ts",
      "./main.ts",
      "zod",
      "pg",
      "node:fs",
      ...TIMERS,
      ...CHANCE,
    ],
  },
  {
    files: ["packages/regtest/src/node.ts", "packages/regtest/src/node.test.ts"],
    may: ["./chain.ts", "lightningdevkit", ...TIMERS, ...CHANCE],
    mayNot: ["../../server/src/kernel/money.ts", "@leyden/server", "@leyden/server/src/kernel/money.ts"],
  },
  {
    files: [
      ...at("slices/payments/payment.test.ts", "platform/database.harness.ts", "platform/database.setup.ts"),
      ...["packages/server/test/life.test.ts", "test/house.test.ts", "bench/src/main.ts"],
    ],
    may: ["pg", "zod", "./store.ts", "node:timers/promises", "node:crypto#randomBytes", "@leyden/regtest"],
    mayNot: [],
  },
];

const EVERYWHERE = [
  ...at("kernel", "slices/payments", "adapters/lightning", "platform"),
  "packages/regtest/src",
  "bench/src",
];
const BUSINESS_CODE = at("kernel", "protocol", "slices/payments", "adapters/lightning", "cli", "supervisor");
const MACHINE = [...at("platform", "platform/http"), "packages/regtest/src", "bench/src", "test"];
const TEST_FILES = at("slices/payments/plant.test.ts", "slices/payments/plant.harness.ts");

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
  {
    title: "a computed import",
    category: "plugin",
    code: "declare const path: string;\nexport const got = await import(path);",
    red: [...BUSINESS_CODE, ...at("platform")],
    green: ["packages/regtest/src", "bench/src", "test"],
  },
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
    code: 'console.log("here");',
    red: [...at("kernel", "slices/payments", "adapters/lightning", "platform", "worker.ts"), "packages/regtest/src"],
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
    red: [...at("platform", "slices/payments"), "packages/regtest/src"],
    green: TEST_FILES,
  },
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
    red: at("slices/payments", "platform"),
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
  ...[
    { half: "ring-one.ts", code: 'import type { Two } from "./ring-two.ts";\nexport type One = Two;' },
    { half: "ring-two.ts", code: 'import type { One } from "./ring-one.ts";\nexport type Two = One;' },
  ].map(({ half, code }) => ({
    title: `a ring of imports, even of types (${half})`,
    category: "lint/suspicious/noImportCycles",
    code,
    red: at(`slices/payments/${half}`, `platform/${half}`),
    green: [],
  })),
];
