import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import type { ClientOptions } from "./client.ts";
import { LeydenError } from "./errors.ts";
import { STREAM_BYTES_MAX } from "./event-stream.ts";
import {
  eventStream,
  type FakeService,
  fakeService,
  KEY,
  proxyPage,
  type Reply,
  refusal,
  STREAM_BEGINS,
  type StreamEnd,
  sentEvent,
  success,
} from "./machine.harness.ts";
import { type StreamedEvent, type StreamOptions, streamEvents } from "./stream.ts";

const ids = (...numbers: number[]) => numbers.map((number) => `e${number}`);
const lost = () => new TypeError("fetch failed");
/** With the random number of the fake machine. */
const PAUSE_MS = 3_000;

/** Reads as many events, and leaves. */
async function take(events: AsyncIterable<{ readonly id: string }>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const { id } of events) if (taken.push(id) === count) break;
  return taken;
}

async function caught(call: Promise<unknown>): Promise<LeydenError> {
  const error = await call.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LeydenError);
  return error as LeydenError;
}

/** A connection that gives out these events. */
const opened = (numbers: readonly number[], end: StreamEnd = "is silent") =>
  eventStream([STREAM_BEGINS, ...ids(...numbers).map((id) => sentEvent(id))], end);

const targets = ({ sendings }: FakeService) => sendings.map(({ target }) => target.replace("/v0/events/stream", ""));

/** The stream with the texts as they come, and with what only programs of this repository can say. */
function rawStream({ machine }: FakeService, options: Partial<StreamOptions<StreamedEvent>> = {}, retries = 0) {
  const source = { baseUrl: "https://pay.example", credentials: { apikey: KEY }, timeoutMs: 20_000, retries };
  return streamEvents({ machine, options: source }, { read: (event) => event, ...options });
}

describe("events.stream", () => {
  it("asks once, with the key, and hands out the events in order", async () => {
    const service = fakeService();
    const { response, isCancelled } = opened([1, 2, 3]);
    service.replies.push(response);

    const events = service.leyden.events.stream({ types: ["payment.completed", "charge.completed"], after: "a&b" });
    await setImmediate();
    expect(service.sendings).toEqual([]);
    expect(await take(events, 3)).toEqual(ids(1, 2, 3));

    const [sending] = service.sendings;
    expect(sending?.method).toBe("GET");
    expect(targets(service)).toEqual(["?types=payment.completed%2Ccharge.completed&after=a%26b"]);
    expect(sending?.headers.get("apikey")).toBe(KEY);
    expect(sending?.headers.get("accept")).toBe("text/event-stream");
    expect(sending?.redirect).toBe("manual");
    expect(isCancelled()).toBe(true);
    expect(service.timersLeft()).toBe(0);
  });

  it("hands out the body that an endpoint gets, and to a program of this repository its text", async () => {
    const service = fakeService();
    const text = '{"id": "e1",  "type":"charge.expired","data":{"emoji":"⚡"}}';
    const pieces = [`id: e1\nevent: charge.expired\ndata: ${text}\n\n`];
    service.replies.push(eventStream(pieces).response, eventStream(pieces).response);
    const { value } = await service.leyden.events.stream().next();
    expect(value).toEqual(JSON.parse(text));
    expect((await rawStream(service).next()).value).toEqual({ id: "e1", type: "charge.expired", text });
  });

  it("goes on after the last event, without losing or doubling one, wherever and however connections break", async () => {
    const all = Array.from({ length: 12 }, (_, i) => `e${i + 1}`);
    const bytes = new TextEncoder().encode([STREAM_BEGINS, ...all.map((id) => sentEvent(id, { text: "⚡" }))].join(""));
    const broken = fc.record({
      length: fc.nat(bytes.length),
      end: fc.constantFrom<StreamEnd>("ends", "breaks", "is silent"),
      before: fc.array(
        fc.constantFrom<() => Reply>(
          lost,
          () => "silence",
          () => proxyPage(502),
        ),
        { maxLength: 2 },
      ),
      pieceBytes: fc.integer({ min: 1, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(broken, { maxLength: 6 }), async (breaks) => {
        const service = fakeService({ timeoutMs: 1_000, retries: 10 });
        const connection =
          (length: number, end: StreamEnd, size: number): Reply =>
          ({ target }) => {
            const after = new URL(target, "https://x").searchParams.get("after");
            const left = all
              .slice(after === null ? 0 : all.indexOf(after) + 1)
              .map((id) => sentEvent(id, { text: "⚡" }));
            const sent = new TextEncoder().encode([STREAM_BEGINS, ...left].join("")).slice(0, length);
            const pieces = Array.from({ length: Math.ceil(sent.length / size) }, (_, i) =>
              sent.slice(i * size, (i + 1) * size),
            );
            return eventStream(pieces, end).response;
          };
        for (const { length, end, before, pieceBytes } of breaks)
          service.replies.push(...before.map((reply) => reply()), connection(length, end, pieceBytes));
        service.replies.push(connection(bytes.length, "is silent", 50));

        expect(await take(service.leyden.events.stream(), all.length)).toEqual(all);
        expect(service.timersLeft()).toBe(0);
      }),
      { numRuns: inject("runs") * 60 },
    );
  });

  it("goes on after the last event also when the connection between gave none", async () => {
    const service = fakeService();
    service.replies.push(opened([1, 2], "ends").response, opened([], "breaks").response, opened([3]).response);
    expect(await take(service.leyden.events.stream({ after: "e0" }), 3)).toEqual(ids(1, 2, 3));
    expect(targets(service)).toEqual(["?after=e0", "?after=e2", "?after=e2"]);
  });

  it("goes on after a place that the service names without an event", async () => {
    const service = fakeService();
    service.replies.push(eventStream([`${STREAM_BEGINS}id: e7\n\n`], "ends").response, opened([8]).response);
    expect(await take(service.leyden.events.stream(), 1)).toEqual(ids(8));
    expect(targets(service)).toEqual(["", "?after=e7"]);
  });

  it("takes 40 seconds without a byte for a broken connection, and a heartbeat for a sound one", async () => {
    const service = fakeService();
    const { machine, passed } = service;
    const beating = new ReadableStream<Uint8Array>({
      start(controller) {
        const beat = (left: number) => {
          controller.enqueue(new TextEncoder().encode(": heartbeat\n\n"));
          if (left > 0) machine.timer(15_000, () => beat(left - 1));
        };
        beat(4);
      },
    });
    service.replies.push(
      new Response(beating, { headers: { "content-type": "text/event-stream" } }),
      opened([1]).response,
    );
    expect(await take(service.leyden.events.stream(), 1)).toEqual(ids(1));
    expect(passed()).toBe(4 * 15_000 + 40_000 + PAUSE_MS);
  });

  it("pauses as the stream asks, longer with each failure up to 30 seconds, and short again when it was open", async () => {
    const service = fakeService();
    const times: number[] = [];
    const failing = (count: number): Reply[] =>
      Array.from({ length: count }, () => () => {
        times.push(service.passed());
        return proxyPage(502);
      });
    const ending =
      (retry: string): Reply =>
      () => {
        times.push(service.passed());
        return eventStream([`retry: ${retry}\n\n`], "ends").response;
      };
    service.replies.push(
      ending("1000"),
      ...failing(6),
      ending("1000"),
      ending("0"),
      ending("99999999999"),
      ...failing(1),
    );
    service.replies.push(opened([1]).response);
    await take(service.leyden.events.stream(), 1);
    times.push(service.passed());
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(pauses).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 30_000, 1_500, 750, 30_000, 30_000]);
  });

  it("pauses for `Retry-After` when it was open, however long that is", async () => {
    const service = fakeService();
    const asked = refusal(503, "unavailable", { headers: { "retry-after": "120", "x-should-retry": "false" } });
    service.replies.push(opened([], "ends").response, asked, opened([1]).response);
    expect(await take(service.leyden.events.stream(), 1)).toEqual(ids(1));
    expect(service.passed()).toBe(PAUSE_MS + 120_000 + 2 * PAUSE_MS);
  });

  it.each<[string, Partial<ClientOptions>, Reply[], number]>([
    ["lost connections", { retries: 2 }, [lost(), lost(), lost()], 3],
    ["silence", { retries: 1, timeoutMs: 1_000 }, ["silence", "silence"], 2],
    ["429", { retries: 1 }, [refusal(429, "too_many_listeners"), refusal(429, "too_many_listeners")], 2],
    ["a long Retry-After", {}, [refusal(503, "unavailable", { headers: { "retry-after": "16" } })], 1],
    ["no retries", { retries: 0 }, [proxyPage(502)], 1],
  ])("gives its first connection up as any call, after %s", async (_what, options, replies, attempts) => {
    const service = fakeService(options);
    service.replies.push(...replies);
    expect(await caught(service.leyden.events.stream().next())).toMatchObject({ attempts, money: "nothing_moved" });
    expect(service.sendings).toHaveLength(attempts);
    expect(service.timersLeft()).toBe(0);
  });

  const HOPELESS: readonly (readonly [string, string, () => Response])[] = [
    ["400", "invalid_input", () => refusal(400, "invalid_input")],
    ["401", "invalid_key", () => refusal(401, "invalid_key")],
    ["403", "forbidden", () => refusal(403, "forbidden")],
    ["404", "event_not_found", () => refusal(404, "event_not_found")],
    ["a redirect", "unexpected_answer", () => new Response(null, { status: 302, headers: { location: "/" } })],
    ["another type of answer", "unexpected_answer", () => success([])],
    ["a page that never ends", "unexpected_answer", () => new Response(new ReadableStream({}))],
    ["an answer without content", "unexpected_answer", () => new Response(null, { status: 204 })],
  ];

  it.each(HOPELESS)("ends at once on %s, also later", async (_what, code, reply) => {
    const first = fakeService();
    first.replies.push(reply(), opened([1]).response);
    expect(await caught(first.leyden.events.stream().next())).toMatchObject({ code, attempts: 1 });

    const later = fakeService();
    later.replies.push(opened([1], "ends").response, reply(), opened([2]).response);
    const events = later.leyden.events.stream();
    await events.next();
    expect(await caught(events.next())).toMatchObject({ code, attempts: 1 });
    expect(later.sendings).toHaveLength(2);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(later.timersLeft()).toBe(0);
  });

  it.each<[string, string[]]>([
    ["a line that is too long", [`data: ${"x".repeat(STREAM_BYTES_MAX)}`]],
    ["an event that is no JSON", ["data: {\n\n"]],
    ["an event that is no object", ["data: 7\n\n"]],
  ])("ends with %s, and closes the connection", async (_what, pieces) => {
    const service = fakeService();
    const { response, isCancelled } = eventStream(pieces);
    service.replies.push(response);
    expect(await caught(service.leyden.events.stream().next())).toMatchObject({ code: "unexpected_answer" });
    expect(isCancelled()).toBe(true);
    expect(service.timersLeft()).toBe(0);
  });

  it("refuses an empty list of types, and sends nothing", async () => {
    const service = fakeService();
    const error = await caught(service.leyden.events.stream({ types: [] }).next());
    expect(error).toMatchObject({ code: "invalid_input", details: [{ field: "types" }] });
    expect(service.sendings).toEqual([]);
  });
});

describe("a reader of events.stream", () => {
  it("that is slow lets the rest wait in the connection", async () => {
    const service = fakeService();
    const stream = opened(Array.from({ length: 1_000 }, (_, i) => i));
    service.replies.push(stream.response);
    const events = service.leyden.events.stream();
    await events.next();
    for (let i = 0; i < 20; i++) await setImmediate();
    expect(stream.pulled()).toBe(2); // the beginning, and the event that was asked for
    expect(service.timersLeft()).toBe(0);
    await events.next();
    expect(stream.pulled()).toBe(3);
    await events.return?.();
  });

  it("that leaves while it waits ends the connection", async () => {
    const service = fakeService();
    const stream = opened([]);
    service.replies.push(stream.response);
    const { signal } = new AbortController();
    const events = service.leyden.events.stream({ signal });
    const waiting = events.next();
    await setImmediate();
    const left = events.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await left;
    expect(stream.isCancelled()).toBe(true);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(service.sendings).toHaveLength(1);
    expect(service.timersLeft()).toBe(0);
  });

  it("that leaves before it has begun sends nothing", async () => {
    const service = fakeService();
    const events = service.leyden.events.stream();
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(service.sendings).toEqual([]);
  });

  it.each<[string, Reply[]]>([
    ["connects", ["silence"]],
    ["pauses before its first connection", [proxyPage(502)]],
    ["waits for an event", [opened([]).response]],
    ["pauses between two connections", [opened([], "ends").response]],
    ["connects again", [opened([], "ends").response, "silence"]],
  ])("that aborts while it %s gets its reason, and nothing is left", async (_when, replies) => {
    const service = fakeService({ retries: 5 });
    const abort = new AbortController();
    const expectedSendings = replies.length;
    service.replies.push(...replies);
    const events = service.leyden.events.stream({ signal: abort.signal });
    const waiting = caught(events.next());
    while (service.sendings.length < expectedSendings) await setImmediate();
    await setImmediate();
    abort.abort(new Error("enough"));
    expect(await waiting).toMatchObject({ code: "aborted", cause: new Error("enough"), money: "nothing_moved" });
    expect(service.sendings).toHaveLength(expectedSendings);
    expect(service.timersLeft()).toBe(0);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("that aborts gets no event any more that has come already", async () => {
    const service = fakeService();
    const abort = new AbortController();
    service.replies.push(eventStream([`${sentEvent("e1")}${sentEvent("e2")}`]).response);
    const events = service.leyden.events.stream({ signal: abort.signal });
    expect((await events.next()).value).toMatchObject({ id: "e1" });
    abort.abort();
    expect(await caught(events.next())).toMatchObject({ code: "aborted" });
  });

  it("with a signal that was aborted before sends nothing", async () => {
    const service = fakeService();
    const events = service.leyden.events.stream({ signal: AbortSignal.abort() });
    expect(await caught(events.next())).toMatchObject({ code: "aborted", attempts: 0 });
    expect(service.sendings).toEqual([]);
  });

  it("of this repository can wait for the first connection too, and is called for each that was opened or failed", async () => {
    const service = fakeService();
    const log: string[] = [];
    const tooMany = refusal(429, "too_many_listeners", { headers: { "retry-after": "60" } });
    service.replies.push(lost(), tooMany, opened([1], "ends").response, lost(), opened([2]).response);
    const options = {
      keepsTrying: true,
      onOpen: () => void log.push("open"),
      onFailure: ({ code }: LeydenError) => void log.push(code),
    };
    expect(await take(rawStream(service, options), 2)).toEqual(ids(1, 2));
    expect(log).toEqual(["connection_failed", "too_many_listeners", "open", "connection_failed", "open"]);
  });
});
