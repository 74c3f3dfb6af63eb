/** What each kind of file may import and what it must not. `Name from specifier` means that one name of the module. */
export type Layer = {
  readonly files: readonly string[];
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
};

export const SRC = "packages/server/src";
/** Paths of files and folders of the server. */
export const at = (...paths: string[]) => paths.map((path) => `${SRC}/${path}`);
export const named = (specifier: string, ...names: string[]) => names.map((name) => `${name} from ${specifier}`);

/** A file of each top folder. */
export const ROOMS = {
  kernel: "kernel/money.ts",
  protocol: "protocol/bolt11.ts",
  texts: "texts/reader.ts",
  platform: "platform/log.ts",
  slices: "slices/ledger/store.ts",
  adapters: "adapters/lightning/embedded/embedded.ts",
  service: "service/worker.ts",
  supervisor: "supervisor/run-file.ts",
  cli: "cli/program.ts",
};
export type Room = keyof typeof ROOMS;

/** Files of other top folders by a relative path: nothing may leave its own folder like that. */
export function escapes(up: string, own: Room): string[] {
  const others = Object.entries(ROOMS).flatMap(([room, file]) => (room === own ? [] : [file]));
  return [...others, "main.ts", "config.ts"].map((file) => `${up}/${file}`);
}

/** Files of top folders by their # path. */
export const rooms = (...list: Room[]) => list.map((room) => `#${ROOMS[room]}`);

export const CRYPTO = "node:crypto";
export const DB = "#platform/database/db.ts";
export const CHOOSE = "#adapters/lightning/choose.ts";
export const REGTEST = "@leyden/regtest";
/** How a process finds its node. */
export const NODE = [CHOOSE, REGTEST];

export const FORMATS = [
  ...["@noble/curves/secp256k1.js", "tiny-secp256k1", "@scure/base"],
  ...["@simplewebauthn/server/helpers", "otpauth"],
];
export const DRIVER = ["pg", "pg/lib/client.js"];
export const EDGE_HTTP = ["zod", "fastify", "fastify-type-provider-zod"];
export const HTTP = [...EDGE_HTTP, "zod/v4", "fastify/lib/reply.js", "@fastify/swagger"];
export const TIMERS = ["node:timers", "node:timers/promises", "node:perf_hooks"];
export const HASHES = named(CRYPTO, "createHash", "createHmac", "hash", "timingSafeEqual");
export const PURE = [...HASHES, "crc32 from node:zlib", "@noble/hashes/sha2.js"];
export const RANDOMNESS = named(CRYPTO, "randomBytes", "randomUUID", "randomInt", "webcrypto", "createHash2", "rehash");

export const WORDS = rooms("kernel", "protocol", "texts");
export const DOORS = ["#ledger", "#payments"];
export const TYPES_OF_DOORS = ["Transfer from #ledger"];
export const CALLS_OF_DOORS = ["postMany from #ledger", "findPayment from #payments"];
export const QUERIES = named(DB, "Db", "Tx", "one");
export const SQL = named(DB, "sql", "part", "Statement");
export const FORMS = ["database/in-page.ts", "database/lease-due.ts", "database/delete-expired.ts"].map(platform);
export const PLATFORM = [
  ...QUERIES,
  ...["database/batch.ts", "database/invariant.ts", "outbound/outbound.ts", "log.ts", "metrics.ts"].map(platform),
  ...["operator-error.ts", "secrets/seal.ts", "secrets/password-hasher.ts"].map(platform),
];
export const ENGINE = ["database/pool.ts", "database/micro-batch.ts", "database/migrate.ts", "postgres/server.ts"].map(
  platform,
);
export const HTTP_PLATFORM = ["http/index.ts", "html.ts"].map(platform);

export function platform(file: string): string {
  return `#platform/${file}`;
}

/** What no file of a slice may import, whatever its kind. */
export const NEVER_IN_A_SLICE = [
  ...rooms("slices", "adapters", "service", "supervisor", "cli"),
  ...["#config.ts", "Config from #config.ts", "#slices/ledger/index.ts", "#slices/ledger/routes.ts", CHOOSE],
  ...["#kernel/inner/money.ts", "#protocol/inner/bolt11.ts", "#platform/database/testing/database.harness.ts"],
  ...["#platform/machine/machine.ts", "#platform/http/inner/parser.ts", "#platform/outbound/connect.ts"],
  "#platform/secrets/open-sealer.ts",
  ...[REGTEST, "undici", "@noble/curves/secp256k1.js", "@fastify/swagger", "zod/v4", "node:fs", "node:child_process"],
  ...[...ENGINE, ...DRIVER, ...RANDOMNESS, ...TIMERS],
  ...["./payment.harness.ts", "./inner/deep/deeper.ts"],
];
/** … and by relative paths: from the slice's own folder, and from one of its rooms. */
export const NEVER_FROM_A_SLICE = [
  ...escapes("../..", "slices"),
  ...["store.ts", "index.ts", "routes.ts", "model/account.ts", "../ledger/store.ts"].map((file) => `../ledger/${file}`),
  ...["./../ledger/store.ts", "./../ledger.ts", "././index.ts", "../ledger.ts", "./index.ts"],
  ...["./testing/world.setup.ts", ...NEVER_IN_A_SLICE],
];
export const NEVER_FROM_A_ROOM = [
  ...escapes("../../..", "slices"),
  ...["store.ts", "index.ts", "routes.ts", "model/account.ts", "../ledger/store.ts"].map((f) => `../../ledger/${f}`),
  ...["./../store/store.ts", "../../ledger.ts", ".././routes.ts", "../drive/deep/x.ts", "./deep/x.ts"],
  ...["../index.ts", "../routes.ts", "../pages.ts", "../jobs.ts", "../testing/world.setup.ts", ...NEVER_IN_A_SLICE],
];

export const READS = ["findPayment", "listPayments", "countPayments", "PaymentRow"];
/** Of looks: jobs alone ask them. */
export const QUESTIONS = ["isPaymentDue"];
export const WRITES = ["savePayment", "refindPayment"];
export const STORES = ["./store.ts", "./batched.ts", "./store/payment-row.ts"];
export const OF_STORES = (names: string[]) => STORES.flatMap((store) => named(store, ...names));
export const VERBS = ["./send-payment.ts", "./drive/dispatch-payment.ts", "./model/payment.ts"];

export const STREAM_OF_CLIENT = ["errors", "machine", "stream"].map((file) => `../../../client/src/${file}.ts`);
export const CLIENT_LIBRARY = [
  "../../../client/src/client.ts",
  "../../../client/test/types.ts",
  "./client/src/stream.ts",
];

export const NEVER_IN_PLATFORM = [
  ...[...DOORS, "#config.ts", ...rooms("platform", "slices", "adapters", "service", "supervisor", "cli")],
  ...[REGTEST, "./database.harness.ts", "./testing/database.setup.ts", ...CLIENT_LIBRARY, ...STREAM_OF_CLIENT],
];
export const IN_PLATFORM = [
  "./db.ts",
  "../log.ts",
  "../../html.ts",
  "undici",
  "node:fs",
  ...WORDS,
  ...TIMERS,
  ...RANDOMNESS,
];

export const NEVER_IN_WIRING = [
  ...["#adapters/lightning/inner/choose.ts", "#adapters/lightning/answers.ts", "#adapters/mail/smtp.ts"],
  ...["#slices/ledger/index.ts", "#slices/ledger/model/account.ts", "#slices/ledger/create-account.ts"],
  "#slices/payments/drive/routes.ts",
  ...rooms("slices", "adapters"),
  ...["./app.harness.ts", "./testing/app.setup.ts", "zod", "zod/v4", ...SQL, ...DRIVER, ...TIMERS, ...RANDOMNESS],
  ...CLIENT_LIBRARY,
];
export const IN_WIRING = [
  ...[
    "./own.ts",
    "#config.ts",
    "#adapters/mail/choose.ts",
    "fastify",
    "node:fs",
    "node:zlib",
    "@noble/hashes/utils.js",
  ],
  ...[...WORDS, ...DOORS, ...QUERIES, ...HASHES, ...ENGINE, "#platform/log.ts", "#platform/http/index.ts"],
];
export const EDGES = ["routes.ts", "pages.ts", "jobs.ts"].map((file) => `#slices/payments/${file}`);

/** What the on-ramp's part of the service has, and no other file of wiring. */
export const ON_RAMP = [
  ...["#ramp", "#sandbox", "#slices/ramp/routes.ts", "#slices/sandbox/pages.ts"],
  ...["#adapters/processors/choose.ts", "#adapters/identity/choose.ts"],
];
export const RAMP_PART = "./ramp-part.ts";
export const WIRED_RAMP = "./wire-ramp.ts";
export const UNDER_WAY = "#slices/ramp/refuse-under-way.ts";

/** What runs in a browser knows nothing of the server, of Node, and of libraries that would come along. */
export const NEVER_IN_BROWSERS = [
  ...["../../server/src/kernel/money.ts", "../../../server/src/kernel/money.ts", "@leyden/server", "#kernel/money.ts"],
  ...[
    "./x.harness.ts",
    "react-dom",
    "react-dom/server",
    "undici",
    "node:fs",
    ...HTTP,
    ...TIMERS,
    ...PURE,
    ...RANDOMNESS,
  ],
];
