import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CURRENCIES } from "#kernel/fiat.ts";
import { sats } from "#kernel/money.ts";
import { ConfigError, configReference, levelLimits, readConfig, SETTINGS } from "./config.ts";

function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

describe("the configuration", () => {
  it("needs nothing", () => {
    const config = readConfig({ HOME: "/home/someone" });

    expect(config).toMatchObject({
      databaseUrl: undefined,
      dataDir: resolve(import.meta.dirname, "../../../.data"),
      host: "localhost",
      port: 8080,
      baseUrl: "http://localhost:8080",
      trustedProxies: [],
      outboundAllow: [],
      logLevel: "info",
      crashAt: undefined,
      feeFloor: 10_000n,
      feeBasisPoints: 100n,
      pendingPerWallet: 20,
      pendingPerProject: 100,
    });
  });

  it("takes what is set; an empty variable is not set", () => {
    const config = readConfig({
      DATABASE_URL: "postgres://me:secret@db.example:5432/leyden",
      LEYDEN_DATA_DIR: "somewhere",
      LEYDEN_PORT: " 9000 ",
      LEYDEN_HOST: "::1",
      LEYDEN_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      LEYDEN_OUTBOUND_ALLOW: "127.0.0.1:3000,Shop.example:443",
      LEYDEN_CRASH_AT: "after-dispatch",
      LEYDEN_LOG_LEVEL: "",
    });

    expect(config).toMatchObject({
      databaseUrl: "postgres://me:secret@db.example:5432/leyden",
      dataDir: join(process.cwd(), "somewhere"),
      port: 9000,
      baseUrl: "http://[::1]:9000",
      trustedProxies: ["10.0.0.0/8", "::1"],
      outboundAllow: ["127.0.0.1:3000", "shop.example:443"],
      crashAt: "after-dispatch",
      logLevel: "info",
    });
  });

  it.each([
    [
      "minimum:x,week:150,purchases:3,verified_week:2500,verified_month:10000",
      "must be an amount such as 0.50 for minimum",
    ],
    [
      "minimum:5,week:150,purchases:3.5,verified_week:2500,verified_month:1",
      "whole number from 0 to 1000 for purchases",
    ],
    ["minimum:5,week:150,purchases:3,verified_week:2500", "verified_month is missing"],
    ["minimum:5,week:1,purchases:3,verified_week:2,verified_month:3,day:4", "day is unknown"],
  ])("says which part of the on-ramp's limits is wrong: %s", (text, problem) => {
    expect(() => readConfig({ LEYDEN_RAMP_LIMITS: text })).toThrow(problem);
  });

  it("takes the operator's addresses, each as it is compared, and names one that is none", () => {
    const given = { LEYDEN_OPERATOR_EMAIL: "Ops@Example.com, night@example.com", LEYDEN_LANGUAGE: "de" };
    expect(readConfig({ ...given, LEYDEN_LOW_BALANCE_SAT: "50000" })).toMatchObject({
      operatorEmails: ["ops@example.com", "night@example.com"],
      language: "de",
      lowLightning: 50_000_000n,
    });
    expect(readConfig({})).toMatchObject({ operatorEmails: [], language: "en", lowLightning: undefined });
    expect(mistakesOf({ LEYDEN_OPERATOR_EMAIL: "ops" })[0]).toContain("LEYDEN_OPERATOR_EMAIL must be e-mail addresses");
    for (const [name, value] of [
      ["LEYDEN_LANGUAGE", "xx"],
      ["LEYDEN_LOW_BALANCE_SAT", "0"],
    ])
      expect(mistakesOf({ [name as string]: value as string })).toHaveLength(1);
  });

  it("takes the keys of Stripe by their beginnings, and shows none of them", () => {
    const given = {
      LEYDEN_RAMP_PROCESSOR: "stripe",
      LEYDEN_STRIPE_SECRET_KEY: "rk_live_51Abc",
      LEYDEN_STRIPE_PUBLISHABLE_KEY: "pk_live_51Abc",
      LEYDEN_STRIPE_WEBHOOK_SECRET: "whsec_51Abc",
    };
    expect(readConfig(given)).toMatchObject({ rampProcessor: "stripe", stripeSecretKey: "rk_live_51Abc" });
    expect(readConfig({}).rampProcessor).toBeUndefined();

    const wrong = {
      LEYDEN_RAMP_PROCESSOR: "paypal",
      LEYDEN_STRIPE_SECRET_KEY: "pk_live_51Abc",
      LEYDEN_STRIPE_PUBLISHABLE_KEY: "sk_live_51Abc",
      LEYDEN_STRIPE_WEBHOOK_SECRET: "whsec_51 Abc",
    };
    const mistakes = mistakesOf(wrong);
    expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual(Object.keys(wrong));
    expect(mistakes.join()).not.toContain("51");
  });

  it("takes what the programs of a project are given, for the command that listens", () => {
    const given = {
      LEYDEN_URL: "https://example.com/pay/",
      LEYDEN_KEY: "ley_secret",
      LEYDEN_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    };
    const { serviceUrl, projectKey, webhookSecret, baseUrl } = readConfig(given);
    expect([serviceUrl, projectKey]).toEqual(["https://example.com/pay", "ley_secret"]);
    expect(webhookSecret && Buffer.from(webhookSecret).toString("base64")).toBe("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    expect(baseUrl).toBe("http://localhost:8080");

    const wrong = {
      LEYDEN_URL: "https://me:word@example.com",
      LEYDEN_KEY: "ley secret",
      LEYDEN_WEBHOOK_SECRET: "word",
    };
    const mistakes = mistakesOf(wrong);
    expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual(Object.keys(wrong));
    expect(mistakes.join()).not.toMatch(/word|ley secret/);
  });

  it("names itself by its public address when it has one", () => {
    expect(readConfig({ LEYDEN_BASE_URL: "https://pay.example/" })).toMatchObject({
      baseUrl: "https://pay.example",
      publicUrl: "https://pay.example",
    });
  });

  it("knows which members make keys, and no role that only reads", () => {
    expect(readConfig({}).keyRoles).toEqual(["owner", "developer"]);
    const rolesOf = (text: string) => readConfig({ LEYDEN_KEY_ROLES: text }).keyRoles;
    expect([rolesOf("owner"), rolesOf(" developer , owner "), rolesOf("none")]).toEqual([
      ["owner"],
      ["developer", "owner"],
      [],
    ]);
    for (const wrong of ["viewer", "owner,viewer", "Owner", "owner,owner", "none,owner", ",", "all"])
      expect(mistakesOf({ LEYDEN_KEY_ROLES: wrong })).toEqual([
        "LEYDEN_KEY_ROLES must be owner or developer, or both with a comma, or `none`: viewers only read",
      ]);
  });

  it("names all mistakes together, misspelt variables too, and never quotes a value", () => {
    const mistakes = mistakesOf({
      DATABASE_URL: "mysql://me:secret@db/leyden",
      LEYDEN_PORT: "80o0",
      LEYDEN_PROT: "8080",
      LEYDEN_METRICS_TOKEN: "secret",
      LEYDEN_CRASH_AT: "somewhere",
    });

    expect(mistakes.map((mistake) => mistake.split(" ")[0]).sort()).toEqual([
      "DATABASE_URL",
      "LEYDEN_CRASH_AT",
      "LEYDEN_METRICS_TOKEN",
      "LEYDEN_PORT",
      "LEYDEN_PROT",
    ]);
    expect(mistakes.join()).not.toContain("secret");
  });

  it.each([
    ["LEYDEN_PORT", ["-1", "65536", "1e3", "0x10", "８０"]],
    ["LEYDEN_HOST", ["example.org", "300.1.1.1"]],
    ["LEYDEN_SECRET_KEY", ["short", "A".repeat(44), `${Buffer.alloc(31, 1).toString("base64")}`, "z".repeat(64)]],
    ["LEYDEN_BASE_URL", ["pay.example", "ftp://pay.example"]],
    ["LEYDEN_TRUSTED_PROXIES", ["all", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/"]],
    ["LEYDEN_OUTBOUND_ALLOW", ["localhost", "localhost:0", "localhost:65536", ":80"]],
    ["LEYDEN_RATE_LIMIT", ["0", "many"]],
  ])("refuses for %s: %j", (name, values) => {
    for (const value of values) expect(mistakesOf({ [name]: value }), value).toHaveLength(1);
  });

  it.each(["p@ss", "@", "p/ss", "p#ss", "p?ss", "12/3"])("says how to write the database's password %s", (password) => {
    const written = (text: string) => `postgres://me:${text}@db.example:5432/leyden?host=/run/a@b`;

    expect(mistakesOf({ DATABASE_URL: written(password) })).toEqual([expect.stringContaining("percent-encoded")]);
    expect(mistakesOf({ DATABASE_URL: written(encodeURIComponent(password)) })).toEqual([]);
  });

  const smtpOf = (url: string) => readConfig({ LEYDEN_SMTP_URL: url, LEYDEN_MAIL_FROM: "pay@example.com" }).smtp;

  it.each([
    ["smtps://mail.example", { host: "mail.example", port: 465, tls: "always", login: undefined }],
    ["smtp://mail.example", { host: "mail.example", port: 587, tls: "required", login: undefined }],
    ["smtp://mail.example:2525?tls=optional", { host: "mail.example", port: 2525, tls: "optional", login: undefined }],
    ["smtp://localhost:1025", { host: "localhost", port: 1025, tls: "optional", login: undefined }],
    ["smtp://[::1]:1025/", { host: "::1", port: 1025, tls: "optional", login: undefined }],
    [
      "smtps://me%40example.com:p%40%2Fss%25@mail.example:466",
      { host: "mail.example", port: 466, tls: "always", login: { user: "me@example.com", password: "p@/ss%" } },
    ],
  ])("reads the mail server %s", (url, server) => {
    expect(smtpOf(url)).toEqual(server);
  });

  it.each([
    ...[
      "http://mail.example",
      "smtp:",
      "smtp://",
      "smtp://mail.example/path",
      "smtp://mail.example?tls=no",
      "mail.example",
    ],
    ...[
      "smtp://me:p%zz@mail.example",
      "smtp://me:p/ss@mail.example",
      "smtp://me:p?ss@mail.example",
      "smtp://me:p#ss@mail.example",
    ],
  ])("refuses the mail server %s, and does not quote it", (url) => {
    const mistakes = mistakesOf({ LEYDEN_SMTP_URL: url, LEYDEN_MAIL_FROM: "pay@example.com" });
    expect(mistakes).toEqual([expect.stringMatching(/^LEYDEN_SMTP_URL must/)]);
    expect(mistakes.join()).not.toContain("p/ss");
  });

  it.each([
    ["pay@example.com", { name: "", address: "pay@example.com" }],
    ["<pay@example.com>", { name: "", address: "pay@example.com" }],
    ["Example Pay <Pay@Example.com>", { name: "Example Pay", address: "pay@example.com" }],
    ["Bücher & Co. <pay@example.com>", { name: "Bücher & Co.", address: "pay@example.com" }],
  ])("reads the sender %s", (text, from) => {
    expect(readConfig({ LEYDEN_MAIL_FROM: text }).mailFrom).toEqual(from);
  });

  it.each([
    "pay",
    "Pay <pay>",
    "a@b.co, c@d.co",
    "Pay <a@b.co",
    "Pay a@b.co>",
    "Pay\r\nBcc: eve@b.co <a@b.co>",
    'A "B" <a@b.co>',
  ])("refuses the sender %j", (text) => {
    expect(mistakesOf({ LEYDEN_MAIL_FROM: text })).toEqual([expect.stringMatching(/^LEYDEN_MAIL_FROM must be/)]);
  });

  it("asks for a sender where there is a mail server", () => {
    expect(mistakesOf({ LEYDEN_SMTP_URL: "smtps://mail.example" })).toEqual([
      "LEYDEN_MAIL_FROM must be set when LEYDEN_SMTP_URL is",
    ]);
  });

  it("reads where prices are, and the addresses of the service and of those that it does not serve", () => {
    const config = readConfig({
      LEYDEN_PRICE_SOURCES: "https://a.example/v1?pair=BTCUSD#data.amount, https://b.example/#result.XXBTZUSD.c.0",
      LEYDEN_PUBLIC_IPS: "203.0.113.7,2001:DB8::7",
      LEYDEN_DENIED_NETWORKS: "198.51.100.0/24",
    });
    expect(config).toMatchObject({
      priceSources: [
        { url: "https://a.example/v1?pair=BTCUSD", path: ["data", "amount"] },
        { url: "https://b.example/", path: ["result", "XXBTZUSD", "c", "0"] },
      ],
      publicIps: ["203.0.113.7", "2001:db8::7"],
      deniedNetworks: ["198.51.100.0/24"],
    });
  });

  it("reads names of tickers, and for which currencies an address counts", () => {
    const { priceSources } = readConfig({
      LEYDEN_PRICE_SOURCES:
        "coinbase,kraken, bitstamp,binance,https://a.example/usd#1.price,https://b.example/{currency}#price@at.0,https://c.example/#{currency_lower}.last",
    });
    expect(priceSources).toEqual([
      ...["coinbase", "kraken", "bitstamp", "binance"].map((name) => ({ kind: "ticker", name })),
      {
        kind: "address",
        url: "https://a.example/usd",
        path: ["1", "price"],
        timePath: undefined,
        currencies: ["USD"],
      },
      {
        kind: "address",
        url: "https://b.example/{currency}",
        path: ["price"],
        timePath: ["at", "0"],
        currencies: CURRENCIES,
      },
      {
        kind: "address",
        url: "https://c.example/",
        path: ["{currency_lower}", "last"],
        timePath: undefined,
        currencies: CURRENCIES,
      },
    ]);
  });

  it.each([
    ["LEYDEN_PRICE_SOURCES", "http://a.example/#price"],
    ["LEYDEN_PRICE_SOURCES", "mtgox"],
    ["LEYDEN_PRICE_SOURCES", "Coinbase"],
    ["LEYDEN_PRICE_SOURCES", "coinbase#price"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/{Currency}#price"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/#{curency}.price"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/#price@"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/#price@time@zone"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/#price#time"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/"],
    ["LEYDEN_PRICE_SOURCES", "https://a.example/#a..b"],
    ["LEYDEN_PUBLIC_IPS", "203.0.113.0/24"],
    ["LEYDEN_PUBLIC_IPS", "pay.example"],
    ["LEYDEN_DENIED_NETWORKS", "RU"],
  ])("refuses %s=%s", (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  it("has limits for each level of users, the higher the better the user is known", () => {
    const { unverified, email_verified, identity_verified } = levelLimits(readConfig({}));
    expect(unverified).toEqual({
      daily: sats(250_000n),
      weekly: sats(500_000n),
      monthly: sats(1_000_000n),
      maxBalance: sats(250_000n),
    });
    expect([email_verified.maxBalance, identity_verified.maxBalance]).toEqual([sats(500_000n), sats(5_000_000n)]);
    for (const { daily, maxBalance } of [unverified, email_verified, identity_verified]) expect(daily).toBe(maxBalance);
    const set = readConfig({ LEYDEN_LIMITS_EMAIL_VERIFIED: " balance:7, daily:0,weekly:none,monthly:9" });
    const limits = { daily: 0n, weekly: undefined, monthly: sats(9n), maxBalance: sats(7n) };
    expect(levelLimits(set)).toMatchObject({ unverified, email_verified: limits, identity_verified });
  });

  it.each([
    "daily:1,weekly:2,monthly:3",
    "daily:1,weekly:2,monthly:3,balance:4,yearly:5",
    "daily:1,daily:1,weekly:2,monthly:3,balance:4",
    "daily:1,weekly:2,monthly:3,balance:-4",
    "daily:1,weekly:2,monthly:3,balance:",
    "daily:1,weekly:2,monthly:3,balance:4:5",
    "daily:1,weekly:2,monthly:3,balance:2100000000000001",
    "none",
  ])("refuses the limits %j", (text) => {
    expect(mistakesOf({ LEYDEN_LIMITS_UNVERIFIED: text })).toEqual([
      expect.stringMatching(/^LEYDEN_LIMITS_UNVERIFIED must/),
    ]);
  });

  it("can be printed: one row for each setting", () => {
    const table = configReference();

    for (const { name } of Object.values(SETTINGS)) expect(table).toContain(`| \`${name}\` |`);
  });
});
