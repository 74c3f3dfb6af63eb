import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Msats, sats } from "#kernel/money.ts";
import { ipVersion } from "#kernel/network.ts";
import { IS_RELEASE } from "#platform/machine/release.ts";
import { BACKUP_SETTINGS } from "./config-backup.ts";
import { BRANDING_SETTINGS } from "./config-branding.ts";
import { NODE_SETTINGS, nodeMistakes } from "./config-node.ts";
import { NOTICE_SETTINGS } from "./config-notices.ts";
import { RAMP_SETTINGS } from "./config-ramp.ts";
import {
  crashPoints,
  databaseUrl,
  ipAddress,
  keyRoles,
  limits,
  list,
  Mistake,
  mailbox,
  network,
  oneOf,
  optional,
  priceSource,
  secretKey,
  serviceUrl,
  smtpServer,
  url,
  webhookSecret,
  whole,
} from "./config-values.ts";

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

const CHECKOUT = resolve(import.meta.dirname, "../../..");
const DATA_DIR = ".data in the checkout; a release: leyden in XDG_DATA_HOME, which is ~/.local/share";

/** An installed release may belong to root, and the next one replaces it. */
function ownDataDir(): string {
  if (!IS_RELEASE) return join(CHECKOUT, ".data");
  return join(process.env["XDG_DATA_HOME"] || join(homedir(), ".local/share"), "leyden");
}

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
    fallback: DATA_DIR,
    read: (text: string) => (text === DATA_DIR ? ownDataDir() : resolve(text)),
  },
  trustedFolders: {
    name: "LEYDEN_TRUSTED_FOLDERS",
    about:
      "Folders on the way to those of Leyden that are not refused when other users of the system may write to them or read them, separated by commas: nobody but Leyden gets there, as in a container.",
    fallback: "",
    read: list((text) => resolve(text)),
  },
  journalDir: {
    name: "LEYDEN_JOURNAL_DIR",
    about:
      "Folder for the journal of what left, `journal` in the data folder unless it is set: on mainnet a folder on another disk than the database's.",
    fallback: "",
    read: optional((text) => resolve(text)),
  },
  secretKey: {
    name: "LEYDEN_SECRET_KEY",
    about:
      "Key that seals the secrets in the database: base64 of 32 bytes, the same in every process. Without it it is `secret.key` in the data folder, which the first start makes. Keep a copy: no other key opens them.",
    fallback: "",
    read: optional(secretKey),
  },
  ...NODE_SETTINGS,
  ...BACKUP_SETTINGS,
  host: {
    name: "LEYDEN_HOST",
    about:
      "Address to listen on. By default only this machine, at both its loopbacks: put a reverse proxy with TLS in front before keys cross a network.",
    fallback: "localhost",
    read: (text: string) => {
      if (ipVersion(text) === undefined && text !== "localhost")
        throw new Mistake("must be an IP address or `localhost`");
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
  ...BRANDING_SETTINGS,
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
  webhookAnswers: {
    name: "LEYDEN_WEBHOOK_ANSWERS",
    about:
      "Answers to webhooks of which members of a project may read the first KiB in the dashboard: those from `public` addresses, `all`, which adds those of `LEYDEN_OUTBOUND_ALLOW`, or `none`.",
    fallback: "public",
    read: oneOf("public", "all", "none"),
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
      "Requests without a valid key that one address may make in a minute. Probes (`/healthz`, `/readyz`, `/metrics`) are not counted. Pages that run as scripts and what they load have ten times as many of their own.",
    fallback: "120",
    read: whole(1, 1_000_000),
  },
  keyRoles: {
    name: "LEYDEN_KEY_ROLES",
    about:
      "Which members of a project make and change its keys on the dashboard, by role: `owner`, `developer`, or `none`. `leyden key` always does.",
    fallback: "owner,developer",
    read: keyRoles,
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
  limitsUnverified: {
    name: "LEYDEN_LIMITS_UNVERIFIED",
    about:
      "What the wallet of a user whose e-mail address is not verified may spend in 24 hours, 7 days and 30 days, fees not counted, and hold, in sat or `none`. What comes over Lightning is always taken.",
    fallback: "daily:250000,weekly:500000,monthly:1000000,balance:250000",
    read: limits,
  },
  limitsEmailVerified: {
    name: "LEYDEN_LIMITS_EMAIL_VERIFIED",
    about: "The same with a verified e-mail address.",
    fallback: "daily:500000,weekly:1000000,monthly:2000000,balance:500000",
    read: limits,
  },
  limitsIdentityVerified: {
    name: "LEYDEN_LIMITS_IDENTITY_VERIFIED",
    about: "The same with a verified identity.",
    fallback: "daily:5000000,weekly:10000000,monthly:20000000,balance:5000000",
    read: limits,
  },
  addressMax: {
    name: "LEYDEN_ADDRESS_MAX_SAT",
    about:
      "What one payment to a Lightning address of this service may bring at most, in sat. Static charges have maximums of their own.",
    fallback: "10000000",
    read: (text: string): Msats => sats(BigInt(whole(1, 999_999_999)(text))),
  },
  publicIps: {
    name: "LEYDEN_PUBLIC_IPS",
    about: "Addresses from which this service calls others, separated by commas: `GET /v0/prod-ips` answers them.",
    fallback: "",
    read: list(ipAddress),
  },
  deniedNetworks: {
    name: "LEYDEN_DENIED_NETWORKS",
    about:
      "Addresses or networks, separated by commas, for which `GET /v0/is-supported-region/{ip}` answers no. Without it every address is supported.",
    fallback: "",
    read: list(network),
  },
  priceSources: {
    name: "LEYDEN_PRICE_SOURCES",
    about:
      "Where the price of a bitcoin is read, separated by commas: the names `coinbase`, `kraken`, `bitstamp` and `binance` (reais alone) for their public tickers, and `https://` addresses that answer JSON, each with the path to the number after `#`, such as `https://prices.example/btc#data.amount`. Such an address counts for US dollars; for every currency with `{currency}` (`EUR`) or `{currency_lower}` (`eur`) in it or in the path, such as `https://prices.example/btc-{currency_lower}#rates.{currency}@time`. The path after `@` is to the time of the answer: one that is older than a minute does not count. `GET /v0/btcusd` is the median. A quote in a currency needs two hosts that agree within 1 %. Without it there are prices on regtest alone, made-up ones.",
    fallback: "",
    read: list(priceSource),
  },
  smtp: {
    name: "LEYDEN_SMTP_URL",
    about:
      "Server for outgoing mail: `smtps://user:password@host:port`, or `smtp://…` with STARTTLS, which must be there unless the server is this machine or the URL ends in `?tls=optional`. Without it no mail is sent; on regtest it is shown at `/dev/mail`.",
    fallback: "",
    read: optional(smtpServer),
  },
  mailFrom: {
    name: "LEYDEN_MAIL_FROM",
    about: "Sender of mails: `pay@example.com` or `Example Pay <pay@example.com>`. Needed with `LEYDEN_SMTP_URL`.",
    fallback: "",
    read: optional(mailbox),
  },
  mailsPerRecipient: {
    name: "LEYDEN_MAILS_PER_RECIPIENT",
    about: "Mails that one e-mail address may get in 24 hours from all projects together.",
    fallback: "3",
    read: whole(0, 1_000),
  },
  mailsPerProject: {
    name: "LEYDEN_MAILS_PER_PROJECT",
    about: "Mails that one project may send in 24 hours.",
    fallback: "200",
    read: whole(0, 10_000),
  },
  ...NOTICE_SETTINGS,
  emailPayments: {
    name: "LEYDEN_EMAIL_PAYMENTS",
    about:
      "`on`: payments to e-mail addresses credit the user who has the address, others get a voucher by mail. `always-voucher`: all get one, so that no project learns who has an account. `off`: they are answered with 410.",
    fallback: "on",
    read: oneOf("on", "always-voucher", "off"),
  },
  ...RAMP_SETTINGS,
  web: {
    name: "LEYDEN_WEB",
    about:
      "`off`: the pages that run as scripts in a browser (`@leyden/web`: wallet, dashboard, the page of the widget) are not shown, and need not be installed.",
    fallback: "on",
    read: oneOf("on", "off"),
  },
  projects: {
    name: "LEYDEN_PROJECTS",
    about:
      "`open`: a user can make projects on the dashboard and own up to five. `closed`: only the operator makes them.",
    fallback: "closed",
    read: oneOf("open", "closed"),
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
  serviceUrl: {
    name: "LEYDEN_URL",
    about: "For `leyden listen` and your own programs: where the service is. The service itself does not read it.",
    fallback: "",
    read: optional(serviceUrl),
  },
  projectKey: {
    name: "LEYDEN_KEY",
    about: "Likewise: the key of the project.",
    fallback: "",
    read: optional((text) => {
      if (!/^[\x21-\x7e]+$/.test(text)) throw new Mistake("must be a project's key, without spaces or line breaks");
      return text;
    }),
  },
  webhookSecret: {
    name: "LEYDEN_WEBHOOK_SECRET",
    about: "Likewise: the secret that signs webhooks, `whsec_…`.",
    fallback: "",
    read: optional(webhookSecret),
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
  const config = Object.fromEntries(values) as Omit<Config, "baseUrl">;
  if (config.smtp !== undefined && config.mailFrom === undefined)
    mistakes.push(`${SETTINGS.mailFrom.name} must be set when ${SETTINGS.smtp.name} is`);
  if (config.termsVersion !== undefined && config.termsUrl === undefined)
    mistakes.push(`${SETTINGS.termsUrl.name} must be set when ${SETTINGS.termsVersion.name} is`);
  mistakes.push(...nodeMistakes(config));
  if (mistakes.length > 0) throw new ConfigError(mistakes);

  return { ...config, baseUrl: config.publicUrl ?? httpUrl(config) };
}

/** What the wallets of users may spend and hold, by how well the user is known. */
export function levelLimits({ limitsUnverified, limitsEmailVerified, limitsIdentityVerified }: Config) {
  return {
    unverified: limitsUnverified,
    email_verified: limitsEmailVerified,
    identity_verified: limitsIdentityVerified,
  };
}

/** Where a server on `host` and `port` answers. One that listens on every address is named by this machine's own. */
export function httpUrl({ host, port }: { host: string; port: number }): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${ipVersion(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** The settings as a table in Markdown, for the documentation and for `leyden config`. */
export function configReference(): string {
  const rows = Object.values(SETTINGS).map(({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`);
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows, ""].join("\n");
}
