import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#config.ts";
import type { Clock } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { formatWebhookSecret } from "#protocol/standard-webhook.ts";
import { forgetRunning, writeRunning } from "#supervisor/run-file.ts";
import { verifyWebhook } from "../../../client/src/verify-webhook.ts";
import { type FakeStreamService, KEY, serveReceiver, serveStream } from "./listen.harness.ts";
import { type ListenOptions, listen, readOptions, secretOf } from "./listen.ts";

/** Deadlines pass twenty times as fast. */
const fastClock: Clock = { ...machineClock, sleep: (ms, signal) => machineClock.sleep(ms / 20, signal) };
const SECRET = formatWebhookSecret(secretOf(KEY));

let service: FakeStreamService;
const endings: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  service = await serveStream();
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
  await service.close();
});

/** Runs the command as with these options, until it is stopped. */
function running(options: ListenOptions = {}, environment: Record<string, string> = {}, clock = fastClock) {
  const lines: string[] = [];
  const progress: string[] = [];
  const stop = new AbortController();
  const config = readConfig({ LEYDEN_URL: service.url, LEYDEN_KEY: KEY, ...environment });
  const deps = {
    clock,
    signal: stop.signal,
    print: (line: string) => void lines.push(line),
    printProgress: (line: string) => void progress.push(line),
  };
  const ended = listen(deps, readOptions(options, config));
  ended.catch(() => undefined);
  const end = () => {
    stop.abort();
    return ended;
  };
  endings.push(() => end().catch(() => undefined));
  return {
    lines,
    progress,
    ended,
    end,
    open: () => expect.poll(() => progress.length).toBeGreaterThan(0),
    lineCount: (count: number) => expect.poll(() => lines.length).toBe(count),
  };
}

async function receiver(answer?: (response: ServerResponse) => void) {
  const made = await serveReceiver(answer);
  endings.push(made.close);
  return made;
}

describe("leyden listen", () => {
  it("posts each event to the letter, signed so that every receiver takes it", async () => {
    const { url, received } = await receiver();
    const command = running({ forwardTo: url });
    await command.open();
    const texts = ['{"id":"e1","type":"payment.completed",  "data":{"emoji":"⚡ ä"}}', '{"id":"e2","amount":10000}'];
    for (const [i, text] of texts.entries()) service.happen(`e${i + 1}`, "payment.completed", text);
    await command.lineCount(2);

    expect(received.map(({ body }) => body.toString())).toEqual(texts);
    for (const [i, { body, headers, path }] of received.entries()) {
      expect(path).toBe("/hook?from=leyden");
      expect(headers["content-type"]).toBe("application/json");
      expect(await verifyWebhook(body, headers, SECRET)).toMatchObject({
        id: `e${i + 1}`,
        body: JSON.parse(texts[i] ?? ""),
      });
      expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(texts[i] ?? ""));
    }
    expect(command.lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}payment\.completed {2}e1 {2}→ 204 in \d+ ms$/);
  });

  it("says where it listens, where it forwards, and the secret that it made, and never the key", async () => {
    const { url } = await receiver();
    const command = running({ forwardTo: url, types: "payment.completed, charge.completed", after: "e7" });
    await command.open();
    expect(command.progress).toEqual([
      `Listening to ${service.url}: payment.completed, charge.completed, after e7.`,
      `Forwarding to ${url}`,
      `Signed with this secret, which your program needs: LEYDEN_WEBHOOK_SECRET=${SECRET}`,
    ]);
    expect(service.queries).toEqual(["?types=payment.completed%2Ccharge.completed&after=e7"]);
    expect(command.progress.join()).not.toContain(KEY);
  });

  it("signs with the secret that it is given, and does not show it", async () => {
    const { url, received } = await receiver();
    const given = formatWebhookSecret(new Uint8Array(32).fill(7));
    const command = running({ forwardTo: url }, { LEYDEN_WEBHOOK_SECRET: given });
    await command.open();
    service.happen("e1");
    await command.lineCount(1);
    expect(await verifyWebhook(received[0]?.body ?? "", received[0]?.headers ?? {}, given)).toMatchObject({ id: "e1" });
    expect(command.progress.join()).not.toContain("whsec_");
  });

  it("goes on when the receiver fails, hangs up, redirects or is not there, one event after the other", async () => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(500).end("x".repeat(100_000)),
      (response) => response.destroy(),
      (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      () => undefined, // never
      (response) => response.writeHead(204).end(),
    ];
    const { url, received, close } = await receiver((response) => answers.shift()?.(response));
    const command = running({ forwardTo: url });
    await command.open();
    for (let i = 1; i <= 5; i++) service.happen(`e${i}`);
    await command.lineCount(5);
    await close();
    service.happen("e6");
    await command.lineCount(6);

    expect(received.map(({ path }) => path)).toEqual(Array(5).fill("/hook?from=leyden"));
    expect(command.lines.map((line) => line.replace(/^.*→ /, "").replace(/\d+ ms/, "n ms"))).toEqual([
      "500 in n ms",
      "no answer: the connection failed or broke",
      "a redirect, which is not followed",
      "no answer within 15 s",
      "204 in n ms",
      "no answer: connection refused",
    ]);
  });

  it("sends the next event only when the one before was answered", async () => {
    const waiting: ServerResponse[] = [];
    const { url, received } = await receiver((response) => waiting.push(response));
    const command = running({ forwardTo: url });
    await command.open();
    service.happen("e1");
    service.happen("e2");
    await expect.poll(() => received.length).toBe(1);
    await machineClock.sleep(50);
    expect(received).toHaveLength(1);
    waiting.shift()?.end();
    await expect.poll(() => received.length).toBe(2);
    waiting.shift()?.end();
    await command.lineCount(2);
  });

  it("ends at once, also while a receiver hangs, with the last event that was answered", async () => {
    let count = 0;
    const { url, received } = await receiver((response) => count++ === 0 && response.end());
    const command = running({ forwardTo: url }, {}, machineClock);
    await command.open();
    service.happen("e1");
    service.happen("e2");
    await expect.poll(() => received.length).toBe(2);
    const stoppedMs = machineClock.monotonicMs();
    expect(await command.end()).toBe("e1");
    expect(machineClock.monotonicMs() - stoppedMs).toBeLessThan(5_000); // it hangs for 15 s
    expect(command.lines).toHaveLength(1);

    const next = running({ after: "e1" });
    await next.lineCount(1);
    expect(next.lines[0]).toMatch(/ e2$/);
    expect(await next.end()).toBe("e2");
  });

  it("prints without forwarding, as text or as a line of JSON with the event", async () => {
    const text = running();
    const json = running({ json: true });
    await Promise.all([text.open(), json.open()]);
    service.happen("e1", "charge.expired", '{"id":"e1","data":{"amount":"1"}}');
    await Promise.all([text.lineCount(1), json.lineCount(1)]);
    expect(text.lines[0]).toMatch(/^\d\d:\d\d:\d\d {2}charge\.expired {5}e1$/);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const event = { id: "e1", data: { amount: "1" } };
    expect(JSON.parse(json.lines[0] ?? "")).toEqual({ at, type: "charge.expired", id: "e1", event });
    expect(json.lines[0]).not.toContain("\n");
    expect(text.progress).toEqual([`Listening to ${service.url}: all events, from now on.`]);
  });

  it("goes on after a restart of the service, and says once that it was away and once that it is back", async () => {
    const command = running();
    await command.open();
    service.happen("e1");
    await command.lineCount(1);
    service.refusals.push({ status: 503, code: "unavailable" }, { status: 503, code: "unavailable" });
    service.cut();
    service.happen("e2");
    await command.lineCount(2);
    expect(command.progress.slice(1)).toEqual([
      `${service.url} is away: it is unavailable. It is tried again until it is back.`,
      `${service.url} is back.`,
    ]);
    expect(service.queries).toEqual(["", ...Array(3).fill("?after=e1")]);
  });

  it("says nothing of a connection that was cut and made again", async () => {
    const command = running();
    await command.open();
    service.happen("e1");
    await command.lineCount(1);
    service.cut();
    service.happen("e2");
    await command.lineCount(2);
    expect(command.progress).toHaveLength(1);
  });

  it("waits for a service that does not run yet", async () => {
    service.refusals.push({ status: 429, code: "too_many_listeners" });
    const command = running();
    await expect.poll(() => command.progress.length).toBe(3);
    expect(command.progress).toEqual([
      `${service.url} is away: it is too_many_listeners. It is tried again until it is back.`,
      `${service.url} is back.`,
      `Listening to ${service.url}: all events, from now on.`,
    ]);
  });

  it.each<[string, ListenOptions, { status: number; code: string } | undefined, RegExp, RegExp]>([
    ["its key", { key: "ley_other" }, undefined, /does not take the project's key/, /--key or LEYDEN_KEY/],
    ["its event", { after: "e9" }, { status: 404, code: "event_not_found" }, /no event e9/, /Leave out --after/],
    ["a type", { types: "x" }, { status: 400, code: "invalid_input" }, /refuses: it is invalid_input/, /options/],
  ])("ends when %s is refused, and says what to do", async (_what, options, refusal, message, advice) => {
    if (refusal !== undefined) service.refusals.push(refusal);
    const error = await running(options).ended.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperatorError);
    const { message: said, advice: advised } = error as OperatorError;
    expect(said).toMatch(message);
    expect(advised).toMatch(advice);
    expect(said + advised).not.toMatch(/ley_/);
    expect(service.queries).toHaveLength(1);
  });
});

describe("the options of leyden listen", () => {
  const folder = mkdtempSync(join(tmpdir(), "leyden-listen-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (options: ListenOptions, environment: Record<string, string> = {}) =>
    readOptions(options, readConfig({ LEYDEN_DATA_DIR: folder, ...environment }));
  const SOME = { LEYDEN_URL: "http://one.example/", LEYDEN_KEY: "ley_env" };

  it("come from the command line, then from the environment, then from the data folder", () => {
    expect(() => read({})).toThrow(/nothing runs on the data folder/);
    writeRunning(folder, { baseUrl: "http://127.0.0.1:8080", instanceId: "i", children: undefined });
    expect(() => read({})).toThrow(/no project key/);
    writeFileSync(join(folder, "development.json"), JSON.stringify({ apiKey: "ley_demo" }));
    expect(read({})).toMatchObject({ url: "http://127.0.0.1:8080", key: "ley_demo" });
    expect(read({}, SOME)).toMatchObject({ url: "http://one.example", key: "ley_env" });
    const given = { url: "https://two.example/pay/", key: "ley_given" };
    expect(read(given, SOME)).toMatchObject({ url: "https://two.example/pay", key: "ley_given" });
    forgetRunning(folder);
  });

  it("make the secret from the key, the same each time", () => {
    const digest = createHmac("sha256", Buffer.from("ley_env")).update(Buffer.from("leyden listen")).digest();
    const { receiver, isOwnSecret } = read({ forwardTo: "http://localhost:3000/hook" }, SOME);
    expect(receiver).toEqual({ url: new URL("http://localhost:3000/hook"), secret: digest });
    expect(isOwnSecret).toBe(true);
    const secret = formatWebhookSecret(new Uint8Array(24));
    expect(read({ forwardTo: "http://[::1]/", secret }, SOME)).toMatchObject({
      receiver: { secret: new Uint8Array(24) },
      isOwnSecret: false,
    });
  });

  it.each<[keyof ListenOptions, string]>([
    ["url", "localhost:8080"],
    ["url", "http://me:word@pay.example"],
    ["url", "http://pay.example/?key=hidden"],
    ["key", "ley_hidden\n"],
    ["key", ""],
    ["after", ""],
    ["secret", "whsec_hidden"],
    ["secret", "hidden"],
    ["forwardTo", "localhost:3000/hook"],
    ["forwardTo", "http://me:hidden@localhost"],
    ["forwardTo", "/hook"],
    ["types", "a,,b"],
    ["types", ""],
  ])("refuse %s: %j, and do not repeat it", (name, value) => {
    const attempt = () => read({ [name]: value }, SOME);
    expect(attempt).toThrow(InvalidInput);
    expect(attempt).not.toThrow(/hidden|word/);
  });
});
