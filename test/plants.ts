/** What each kind of file may import and what it must not. `Name from specifier` means that one name of the module. */
export type Layer = {
  readonly files: readonly string[];
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
};

const SRC = "packages/server/src";
/** Paths of files and folders of the server. */
export const at = (...paths: string[]) => paths.map((path) => `${SRC}/${path}`);
const named = (specifier: string, ...names: string[]) => names.map((name) => `${name} from ${specifier}`);

/** A file of each top folder. */
const ROOMS = {
  kernel: "kernel/money.ts",
  protocol: "protocol/bolt11.ts",
  platform: "platform/log.ts",
  slices: "slices/ledger/store.ts",
  adapters: "adapters/lightning/embedded/embedded.ts",
  service: "service/worker.ts",
  supervisor: "supervisor/run-file.ts",
  cli: "cli/program.ts",
};
type Room = keyof typeof ROOMS;

/** Files of other top folders by a relative path: nothing may leave its own folder like that. */
function escapes(up: string, own: Room): string[] {
  const others = Object.entries(ROOMS).flatMap(([room, file]) => (room === own ? [] : [file]));
  return [...others, "main.ts", "config.ts"].map((file) => `${up}/${file}`);
}

/** Files of top folders by their # path. */
const rooms = (...list: Room[]) => list.map((room) => `#${ROOMS[room]}`);

const CRYPTO = "node:crypto";
const DB = "#platform/database/db.ts";
const CHOOSE = "#adapters/lightning/choose.ts";
const REGTEST = "@leyden/regtest";

const FORMATS = ["@noble/curves/secp256k1.js", "@scure/base", "@simplewebauthn/server/helpers", "otpauth"];
const DRIVER = ["pg", "pg/lib/client.js"];
const EDGE_HTTP = ["zod", "fastify", "fastify-type-provider-zod"];
const HTTP = [...EDGE_HTTP, "oidc-provider", "zod/v4", "fastify/lib/reply.js", "@fastify/swagger"];
const TIMERS = ["node:timers", "node:timers/promises", "node:perf_hooks"];
const HASHES = named(CRYPTO, "createHash", "createHmac", "hash", "timingSafeEqual");
const PURE = [...HASHES, "crc32 from node:zlib", "@noble/hashes/sha2.js"];
const RANDOMNESS = named(CRYPTO, "randomBytes", "randomUUID", "randomInt", "webcrypto", "createHash2", "rehash");

const WORDS = rooms("kernel", "protocol");
const DOORS = ["#ledger", "#payments"];
const TYPES_OF_DOORS = ["Transfer from #ledger"];
const CALLS_OF_DOORS = ["postMany from #ledger", "findPayment from #payments"];
const QUERIES = named(DB, "Db", "Tx", "one");
const SQL = named(DB, "sql", "Statement");
const PLATFORM = [
  ...QUERIES,
  ...["database/batch.ts", "database/invariant.ts", "outbound/outbound.ts", "log.ts", "metrics.ts"].map(platform),
  ...["operator-error.ts", "secrets/seal.ts", "secrets/password-hasher.ts"].map(platform),
];
const ENGINE = ["database/pool.ts", "database/micro-batch.ts", "database/migrate.ts", "postgres/server.ts"].map(
  platform,
);
const HTTP_PLATFORM = ["http/index.ts", "html.ts"].map(platform);

function platform(file: string): string {
  return `#platform/${file}`;
}

/** What no file of a slice may import, whatever its kind. */
const NEVER_IN_A_SLICE = [
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
const NEVER_FROM_A_SLICE = [
  ...escapes("../..", "slices"),
  ...["store.ts", "index.ts", "routes.ts", "model/account.ts", "../ledger/store.ts"].map((file) => `../ledger/${file}`),
  ...["./../ledger/store.ts", "./../ledger.ts", "././index.ts", "../ledger.ts", "./index.ts"],
  ...["./testing/world.setup.ts", ...NEVER_IN_A_SLICE],
];
const NEVER_FROM_A_ROOM = [
  ...escapes("../../..", "slices"),
  ...["store.ts", "index.ts", "routes.ts", "model/account.ts", "../ledger/store.ts"].map((f) => `../../ledger/${f}`),
  ...["./../store/store.ts", "../../ledger.ts", ".././routes.ts", "../drive/deep/x.ts", "./deep/x.ts"],
  ...["../index.ts", "../routes.ts", "../pages.ts", "../jobs.ts", "../testing/world.setup.ts", ...NEVER_IN_A_SLICE],
];

const READS = ["findPayment", "listPayments", "countPayments", "PaymentRow"];
const WRITES = ["savePayment", "refindPayment"];
const STORES = ["./store.ts", "./batched.ts", "./store/payment-row.ts"];
const OF_STORES = (names: string[]) => STORES.flatMap((store) => named(store, ...names));
const VERBS = ["./send-payment.ts", "./drive/dispatch-payment.ts", "./model/payment.ts"];

const STREAM_OF_CLIENT = ["errors", "machine", "stream"].map((file) => `../../../client/src/${file}.ts`);
const CLIENT_LIBRARY = ["../../../client/src/client.ts", "../../../client/test/types.ts", "./client/src/stream.ts"];

const NEVER_IN_PLATFORM = [
  ...[...DOORS, "#config.ts", ...rooms("platform", "slices", "adapters", "service", "supervisor", "cli")],
  ...[REGTEST, "./database.harness.ts", "./testing/database.setup.ts", ...CLIENT_LIBRARY, ...STREAM_OF_CLIENT],
];
const IN_PLATFORM = ["./db.ts", "../log.ts", "../../html.ts", "undici", "node:fs", ...WORDS, ...TIMERS, ...RANDOMNESS];

const NEVER_IN_WIRING = [
  ...["#adapters/lightning/inner/choose.ts", "#adapters/lightning/answers.ts", "#slices/ledger/index.ts"],
  ...["#slices/ledger/model/account.ts", "#slices/ledger/create-account.ts", "#slices/payments/drive/routes.ts"],
  ...rooms("slices", "adapters"),
  ...["./app.harness.ts", "./testing/app.setup.ts", "zod", "zod/v4", ...SQL, ...DRIVER, ...TIMERS, ...RANDOMNESS],
  ...CLIENT_LIBRARY,
];
const IN_WIRING = [
  ...["./own.ts", "#config.ts", CHOOSE, REGTEST, "fastify", "node:fs", "node:zlib", "@noble/hashes/utils.js"],
  ...[...WORDS, ...DOORS, ...QUERIES, ...HASHES, ...ENGINE, "#platform/log.ts", "#platform/http/index.ts"],
];
const EDGES = ["routes.ts", "pages.ts", "jobs.ts"].map((file) => `#slices/payments/${file}`);

export const LAYERS: readonly Layer[] = [
  {
    files: at("kernel/money.ts"),
    may: ["./brand.ts"],
    mayNot: [
      ...[
        ...escapes("..", "kernel"),
        ...rooms("kernel", "protocol", "platform", "slices", "cli"),
        ...DOORS,
        "#config.ts",
      ],
      ...[REGTEST, "./money.harness.ts", "./inner/money.ts", ...DRIVER, ...HTTP, ...TIMERS, ...PURE, ...RANDOMNESS],
    ],
  },
  {
    files: at("protocol/bolt11.ts"),
    may: ["./lnurl.ts", "#kernel/money.ts", ...FORMATS, ...PURE],
    mayNot: [
      ...[...escapes("..", "protocol"), ...rooms("protocol", "platform", "slices", "adapters"), ...DOORS, "#config.ts"],
      ...[REGTEST, "./bolt11.harness.ts", "#kernel/inner/x.ts", "undici"],
      ...[...DRIVER, ...HTTP, ...TIMERS, ...RANDOMNESS],
    ],
  },
  {
    files: at("platform/log.ts", "platform/outbound/outbound.ts"),
    may: [...IN_PLATFORM, ...PURE],
    mayNot: [...escapes("../..", "platform"), ...NEVER_IN_PLATFORM, ...DRIVER, ...HTTP],
  },
  {
    files: at("platform/database/pool.ts", "platform/postgres/server.ts"),
    may: [...IN_PLATFORM, ...DRIVER],
    mayNot: [...escapes("../..", "platform"), ...NEVER_IN_PLATFORM, ...HTTP],
  },
  {
    files: at("platform/http/server.ts", "platform/http/docs/layout.ts"),
    may: [...IN_PLATFORM, ...HTTP],
    mayNot: [...escapes("../..", "platform"), ...NEVER_IN_PLATFORM, ...DRIVER],
  },
  {
    files: at("slices/projects/create-key.ts", "slices/payments/invariants.ts"),
    may: [
      ...VERBS,
      "savePayment from ./store.ts",
      "savePayment from ./store/store.ts",
      ...DOORS,
      ...PLATFORM,
      ...WORDS,
      ...PURE,
    ],
    mayNot: [
      "./routes.ts",
      "./key-routes.ts",
      "./pages.ts",
      "./jobs.ts",
      ...SQL,
      ...HTTP,
      ...HTTP_PLATFORM,
      ...NEVER_FROM_A_SLICE,
    ],
  },
  {
    files: at("slices/payments/drive/dispatch-payment.ts"),
    may: [
      "./deps.ts",
      "../model/payment.ts",
      "savePayment from ../store/store.ts",
      ...DOORS,
      ...PLATFORM,
      ...WORDS,
      ...PURE,
    ],
    mayNot: [...SQL, ...HTTP, ...HTTP_PLATFORM, ...NEVER_FROM_A_ROOM],
  },
  {
    files: at("slices/oauth/provider/provider.ts"),
    may: [
      ...[
        "./deps.ts",
        "../model/app.ts",
        "savePayment from ../store/store.ts",
        ...DOORS,
        ...PLATFORM,
        ...WORDS,
        ...PURE,
      ],
      ...["oidc-provider", "node:http", "node:util", "fastify", platform("secrets/seal.ts"), ...HTTP_PLATFORM],
      ...named(CRYPTO, "generateKeyPair"),
    ],
    mayNot: [...SQL, "zod", "fastify/lib/reply.js", ...NEVER_FROM_A_ROOM],
  },
  {
    files: at("slices/payments/model/payment.ts", "slices/ledger/model/chart.ts"),
    may: ["./target.ts", ...TYPES_OF_DOORS, ...WORDS, ...PURE],
    mayNot: [
      ...["../port.ts", "../store.ts", "../store/store.ts", "../drive/drive-payment.ts", ...CALLS_OF_DOORS],
      ...[...PLATFORM, ...SQL, ...HTTP, ...HTTP_PLATFORM, ...NEVER_FROM_A_ROOM],
    ],
  },
  {
    files: at("slices/payments/templates/receipt-mail.ts"),
    may: ["./style.ts", "../model/payment.ts", platform("html.ts"), ...TYPES_OF_DOORS, ...WORDS],
    mayNot: [
      ...["../port.ts", "../store.ts", "../store/store.ts", "../drive/drive-payment.ts", ...CALLS_OF_DOORS, ...PURE],
      ...[...PLATFORM, ...SQL, ...HTTP, platform("http/index.ts"), ...NEVER_FROM_A_ROOM],
    ],
  },
  {
    files: at("slices/lightning/port.ts"),
    may: ["./model/node.ts", ...WORDS],
    mayNot: [
      ...["./store.ts", "./bind-node.ts", "./model/node.harness.ts", ...DOORS, ...PURE],
      ...[...PLATFORM, ...SQL, ...HTTP, ...HTTP_PLATFORM, ...NEVER_FROM_A_SLICE],
    ],
  },
  {
    files: at("slices/ledger/store.ts", "slices/lightning/batched.ts"),
    may: [
      ...["./model/charge.ts", "./port.ts", "./store.ts", "./batched.ts", ...TYPES_OF_DOORS, ...WORDS, ...PURE],
      ...[...QUERIES, ...SQL, "#platform/database/batch.ts"],
    ],
    mayNot: [
      ...["./routes.ts", "./jobs.ts", "./create-charge.ts", "./drive/drive-payment.ts", "./model/x.harness.ts"],
      ...[
        "#platform/database/invariant.ts",
        "#platform/log.ts",
        "#platform/metrics.ts",
        "#platform/outbound/outbound.ts",
      ],
      ...[...CALLS_OF_DOORS, ...HTTP, ...HTTP_PLATFORM, ...NEVER_FROM_A_SLICE],
    ],
  },
  {
    files: at("slices/payments/store/store.ts"),
    may: [
      ...["./payment-row.ts", "../model/payment.ts", ...TYPES_OF_DOORS, ...WORDS, ...PURE],
      ...[...QUERIES, ...SQL, "#platform/database/batch.ts"],
    ],
    mayNot: [
      ...["../drive/drive-payment.ts", "../port.ts", "#platform/database/invariant.ts", "#platform/log.ts"],
      ...[...CALLS_OF_DOORS, ...HTTP, ...HTTP_PLATFORM, ...NEVER_FROM_A_ROOM],
    ],
  },
  {
    files: at("slices/payments/routes.ts", "slices/payments/key-routes.ts", "slices/projects/pages.ts"),
    may: [
      ...[
        ...VERBS,
        "./present.ts",
        "./shared-routes.ts",
        ...DOORS,
        ...OF_STORES(READS),
        ...EDGE_HTTP,
        ...HTTP_PLATFORM,
      ],
      ...[...PLATFORM, ...WORDS, ...PURE],
    ],
    mayNot: ["./jobs.ts", ...OF_STORES(WRITES), ...SQL, ...NEVER_FROM_A_SLICE],
  },
  {
    files: at("slices/payments/jobs.ts"),
    may: [...VERBS, ...DOORS, ...OF_STORES(READS), ...PLATFORM, ...WORDS, ...PURE],
    mayNot: [
      ...["./routes.ts", "./key-routes.ts", "./pages.ts", ...OF_STORES(WRITES)],
      ...[...SQL, ...HTTP, ...HTTP_PLATFORM, ...NEVER_FROM_A_SLICE],
    ],
  },
  {
    files: at("slices/payments/index.ts"),
    may: [...VERBS, ...OF_STORES(READS)],
    mayNot: [
      ...[
        "./routes.ts",
        "./key-routes.ts",
        "./pages.ts",
        "./jobs.ts",
        ...OF_STORES(WRITES),
        ...DOORS,
        ...WORDS,
        ...PURE,
      ],
      ...[
        ...PLATFORM,
        ...SQL,
        ...HTTP,
        ...HTTP_PLATFORM,
        ...NEVER_FROM_A_SLICE.filter((file) => file !== "./index.ts"),
      ],
    ],
  },
  {
    files: at("adapters/lightning/choose.ts", "adapters/lightning/embedded/embedded.ts"),
    may: [
      ...[
        "./control-http.ts",
        "../answers.ts",
        ...DOORS,
        ...WORDS,
        "#platform/log.ts",
        "#platform/outbound/outbound.ts",
      ],
      ...[REGTEST, "node:net", "undici", ...PURE],
    ],
    mayNot: [
      ...[
        ...escapes("../..", "adapters"),
        "#config.ts",
        ...rooms("adapters", "slices", "service", "supervisor", "cli"),
      ],
      ...["#slices/lightning/port.ts", CHOOSE, "#platform/http/index.ts", ...ENGINE, ...QUERIES, ...SQL],
      ...["./node.harness.ts", "./testing/node.setup.ts", ...DRIVER, ...HTTP, ...TIMERS, ...RANDOMNESS],
      ...[...CLIENT_LIBRARY, ...STREAM_OF_CLIENT],
    ],
  },
  {
    files: at("service/worker.ts"),
    may: [...IN_WIRING, ...EDGES],
    mayNot: [
      ...[...escapes("..", "service"), ...rooms("service", "supervisor", "cli"), ...NEVER_IN_WIRING],
      ...STREAM_OF_CLIENT,
    ],
  },
  {
    files: at("supervisor/start.ts"),
    may: [...IN_WIRING, ...rooms("service")],
    mayNot: [
      ...[...escapes("..", "supervisor"), ...rooms("supervisor", "cli"), ...EDGES, ...NEVER_IN_WIRING],
      ...STREAM_OF_CLIENT,
    ],
  },
  {
    files: at("cli/start.ts"),
    may: [...IN_WIRING, ...rooms("service", "supervisor"), "commander"],
    mayNot: [...escapes("..", "cli"), ...rooms("cli"), ...EDGES, ...NEVER_IN_WIRING, ...STREAM_OF_CLIENT],
  },
  {
    files: at("cli/listen.ts"),
    may: [...IN_WIRING, ...rooms("service", "supervisor"), "commander", ...STREAM_OF_CLIENT],
    mayNot: [...escapes("..", "cli"), ...rooms("cli"), ...EDGES, ...NEVER_IN_WIRING],
  },
  {
    files: at("main.ts"),
    may: ["#cli/program.ts"],
    mayNot: [
      "./cli/program.ts",
      "./config.ts",
      "#config.ts",
      "#cli/start.ts",
      ...rooms("service", "kernel"),
      "node:fs",
    ],
  },
  {
    files: at("config.ts", "config-values.ts"),
    may: ["./config-values.ts", ...WORDS, "node:path", "node:os", "node:url", "node:net"],
    mayNot: [
      ...["./kernel/money.ts", "./main.ts", DB, ...DOORS, "#kernel/inner/money.ts", "#protocol/inner/bolt11.ts"],
      ...["zod", "pg", "node:fs", ...TIMERS, ...RANDOMNESS],
    ],
  },
  {
    files: ["packages/regtest/src/node.ts", "packages/regtest/src/node.test.ts"],
    may: ["./chain.ts", "lightningdevkit", ...TIMERS, ...RANDOMNESS],
    mayNot: ["../../server/src/kernel/money.ts", "@leyden/server", "@leyden/server/src/kernel/money.ts"],
  },
  {
    files: ["packages/client/src/client.ts"],
    may: ["./errors.ts"],
    mayNot: [
      ...["./errors.harness.ts", "./inner/errors.ts", "../build/build.ts", "../../server/src/kernel/money.ts"],
      ...["@leyden/server", "standardwebhooks", "undici", "node:fs", ...HTTP, ...TIMERS, ...PURE, ...RANDOMNESS],
    ],
  },
  {
    files: ["packages/client/src/client.test.ts", "packages/client/src/client.harness.ts"],
    may: ["./errors.ts", "./errors.harness.ts", "../build/build.ts", "standardwebhooks", "node:fs", ...TIMERS],
    mayNot: ["@leyden/client"],
  },
  {
    files: at(
      ...["slices/payments/drive/drive-payment.test.ts", "slices/payments/testing/world.harness.ts"],
      "platform/database/testing/database.setup.ts",
    ),
    may: [
      ...["./own.ts", "../model/payment.ts", "./testing/world.harness.ts", "#slices/ledger/testing/ledger.harness.ts"],
      ...["pg", "zod", REGTEST, ...SQL, ...ENGINE, ...WORDS, ...DOORS, ...TIMERS, ...RANDOMNESS],
    ],
    mayNot: Object.values(ROOMS).flatMap((file) => [`../../${file}`, `../../../${file}`]),
  },
  {
    files: ["packages/server/test/life.test.ts", "test/house.test.ts", "bench/src/main.ts"],
    may: ["pg", "zod", "../src/kernel/money.ts", REGTEST, ...TIMERS, ...RANDOMNESS],
    mayNot: [],
  },
];
