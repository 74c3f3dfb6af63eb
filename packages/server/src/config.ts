import { join, resolve } from "node:path";
import type { CrashPoint } from "#kernel/clock.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { ipVersion, isNetwork } from "#kernel/network.ts";

/** What the operator decides, read once at the start. Nothing else reads the environment. */
export type Config = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]> } & {
  /** Where clients reach us, without a slash at the end. */
  readonly baseUrl: string;
};

/** Everything that is wrong with the environment, one sentence each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`the configuration has mistakes:\n${mistakes.map((mistake) => `  ${mistake}`).join("\n")}`);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

type Setting<T> = {
  readonly name: string;
  readonly about: string;
  /** The value when the variable is missing or empty, as one would write it; "" is none. */
  readonly fallback: string;
  /** @throws {Mistake} */
  readonly read: (text: string) => T;
};

/** What is wrong with one value: "must be …". It never quotes the value, which may be a secret. */
class Mistake extends Error {}

const CHECKOUT = resolve(import.meta.dirname, "../../..");

export const SETTINGS = {
  databaseUrl: {
    name: "DATABASE_URL",
    about:
      "PostgreSQL 15 or newer of your own, `postgres://user:password@host:port/database`. Without it the embedded one runs in the data folder.",
    fallback: "",
    read: optional(databaseUrl),
  },
  dataDir: {
    name: "LEYDEN_DATA_DIR",
    about: "Folder for the embedded database, the embedded Lightning network and what belongs to this machine.",
    fallback: ".data in the checkout",
    read: (text: string) => (text === ".data in the checkout" ? join(CHECKOUT, ".data") : resolve(text)),
  },
  host: {
    name: "LEYDEN_HOST",
    about:
      "Address to listen on. Only this machine by default: put a reverse proxy with TLS in front before keys cross a network.",
    fallback: "127.0.0.1",
    read: (text: string) => {
      if (ipVersion(text) === undefined && text !== "localhost") throw new Mistake("must be an IP address");
      return text;
    },
  },
  port: {
    name: "LEYDEN_PORT",
    about: "Port to listen on; 0 takes a free one.",
    fallback: "8080",
    read: whole(0, 65_535),
  },
  publicUrl: {
    name: "LEYDEN_BASE_URL",
    about: "Where clients reach the service, when that is not `http://<host>:<port>`.",
    fallback: "",
    read: optional((text) => url("http:", "https:")(text).replace(/\/+$/, "")),
  },
  trustedProxies: {
    name: "LEYDEN_TRUSTED_PROXIES",
    about:
      "Addresses or networks (`10.0.0.0/8`) of reverse proxies, separated by commas. Without it `X-Forwarded-*` is ignored.",
    fallback: "",
    read: list(network),
  },
  outboundAllow: {
    name: "LEYDEN_OUTBOUND_ALLOW",
    about: "Exact `host:port` pairs, separated by commas, that may be called although they are private addresses.",
    fallback: "",
    read: list((text) => {
      const port = Number(/^.+:([1-9][0-9]{0,4})$/.exec(text)?.[1]);
      if (!(port <= 65_535)) throw new Mistake("must be a list of host:port");
      return text.toLowerCase();
    }),
  },
  ownAddresses: {
    name: "LEYDEN_OWN_ADDRESSES",
    about:
      "Public addresses or networks of this service, separated by commas, for instance those of a load balancer. They are never called, as if they were private; those of this machine's interfaces count anyway.",
    fallback: "",
    read: list(network),
  },
  rateLimit: {
    name: "LEYDEN_RATE_LIMIT",
    about: "Requests that one project key may make in a minute.",
    fallback: "6000",
    read: whole(1, 1_000_000),
  },
  rateLimitPerAddress: {
    name: "LEYDEN_RATE_LIMIT_PER_ADDRESS",
    about:
      "Requests without a valid key that one address may make in a minute. Probes (`/healthz`, `/readyz`, `/metrics`) are not counted.",
    fallback: "120",
    read: whole(1, 1_000_000),
  },
  connectionsMax: {
    name: "LEYDEN_CONNECTIONS",
    about:
      "Connections that may be open together. One address gets a sixteenth of them, a half after it has shown a valid key; a trusted proxy gets all.",
    fallback: "2048",
    read: whole(16, 100_000),
  },
  feeFloor: {
    name: "LEYDEN_FEE_LIMIT_SAT",
    about: "A payment may always cost this many sat of routing fee, however small it is.",
    fallback: "10",
    read: (text: string): Msats => sats(BigInt(whole(0, 1_000_000)(text))),
  },
  feeBasisPoints: {
    name: "LEYDEN_FEE_LIMIT_BASIS_POINTS",
    about: "A payment may cost this share of its amount as routing fee, in hundredths of a percent, if that is more.",
    fallback: "100",
    read: (text: string): bigint => BigInt(whole(0, 10_000)(text)),
  },
  pendingPerWallet: {
    name: "LEYDEN_PENDING_PAYMENTS_PER_WALLET",
    about: "Payments of one wallet that may be pending.",
    fallback: "20",
    read: whole(1, 10_000),
  },
  pendingPerProject: {
    name: "LEYDEN_PENDING_PAYMENTS_PER_PROJECT",
    about: "Payments of one project, or of one user, that may be pending.",
    fallback: "100",
    read: whole(1, 100_000),
  },
  metricsToken: {
    name: "LEYDEN_METRICS_TOKEN",
    about:
      "Bearer token that `/metrics` asks for, 16 characters or more. Without it `/metrics` answers this machine only.",
    fallback: "",
    read: optional((text) => {
      if (text.length < 16) throw new Mistake("must have 16 characters or more");
      return text;
    }),
  },
  logLevel: {
    name: "LEYDEN_LOG_LEVEL",
    about: "`debug`, `info`, `warn`, `error` or `silent`.",
    fallback: "info",
    read: oneOf("debug", "info", "warn", "error", "silent"),
  },
  crashAt: {
    name: "LEYDEN_CRASH_AT",
    about: "For tests: the process kills itself at this step of a payment. Refused on mainnet.",
    fallback: "",
    read: optional(oneOf(...crashPoints())),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** @throws {ConfigError} with all mistakes together. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const mistakes: string[] = [];
  const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
  for (const name of Object.keys(environment))
    if (name.startsWith("LEYDEN_") && !known.has(name))
      mistakes.push(`${name} is not a setting; \`npm run leyden -- config\` lists them`);

  const values = Object.entries(SETTINGS).map(([key, { name, fallback, read }]) => {
    try {
      return [key, read(environment[name]?.trim() || fallback)];
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      mistakes.push(`${name} ${error.message}`);
      return [key, undefined];
    }
  });
  if (mistakes.length > 0) throw new ConfigError(mistakes);

  const config = Object.fromEntries(values) as Omit<Config, "baseUrl">;
  return { ...config, baseUrl: config.publicUrl ?? httpUrl(config) };
}

/** Where a server on `host` and `port` answers. One that listens on every address is named by this machine's own. */
export function httpUrl({ host, port }: { host: string; port: number }): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${ipVersion(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** The settings as a table in Markdown, for the documentation and for `leyden config`. */
export function configReference(): string {
  const rows = Object.values(SETTINGS).map(({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`);
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows, ""].join("\n");
}

function optional<T>(read: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === "" ? undefined : read(text));
}

function list<T>(read: (text: string) => T): (text: string) => readonly T[] {
  return (text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "")
      .map(read);
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new Mistake(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Mistake(`must be one of ${words.join(", ")}`);
    return word;
  };
}

function url(...protocols: readonly string[]): (text: string) => string {
  return (text) => {
    if (!protocols.includes(URL.parse(text)?.protocol ?? ""))
      throw new Mistake(`must be a URL that begins with ${protocols.map((name) => `${name}//`).join(" or ")}`);
    return text;
  };
}

/** A raw `@`, `/`, `#` or `?` in the password ends it early; the rest would be taken for the host. */
function databaseUrl(text: string): string {
  const afterUser = /^postgres(?:ql)?:\/\/[^@]*@(.*)$/.exec(text)?.[1];
  const isTorn = afterUser?.split("?", 1)[0]?.includes("@") || (afterUser !== undefined && !URL.parse(text)?.username);
  if (isTorn) throw new Mistake("must have user and password percent-encoded: `@` is %40, `/` %2F, `#` %23, `?` %3F");
  return url("postgres:", "postgresql:")(text);
}

function network(text: string): string {
  if (!isNetwork(text))
    throw new Mistake("must be a list of addresses such as 10.0.0.1 or networks such as 10.0.0.0/8");
  return text;
}

/** The names of the type, as values. The compiler asks for all of them and for no other. */
function crashPoints(): CrashPoint[] {
  const points: Record<CrashPoint, true> = {
    "before-reserve": true,
    "after-reserve": true,
    "after-resolve": true,
    "after-store-invoice": true,
    "before-dispatch": true,
    "after-dispatch": true,
    "before-finish": true,
    "after-finish": true,
    "before-credit": true,
    "after-credit": true,
    "before-deliver": true,
    "after-deliver": true,
    "before-expire": true,
    "after-expire": true,
  };
  return Object.keys(points) as CrashPoint[];
}
