import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { describe, expect, it } from "vitest";
import { streamAnswer } from "./streamed.ts";

const CHUNK = "x".repeat(100_000);

/** An answer that is read in steps of a test. */
function givenAnswer(chunks: number, method = "GET") {
  const state = { made: 0, read: 0, ended: false };
  async function* make() {
    try {
      for (let i = 0; i < chunks; i += 1) {
        state.made += CHUNK.length;
        yield CHUNK;
      }
    } finally {
      state.ended = true;
    }
  }
  const reads: (() => void)[] = [];
  const reader = new Writable({
    highWaterMark: 16_384,
    write(chunk, _encoding, done) {
      reads.push(() => {
        state.read += chunk.length;
        done();
      });
    },
  });
  let sent: NodeJS.ReadableStream | undefined;
  const reply = {
    request: { method },
    header: () => reply,
    send: (stream: NodeJS.ReadableStream) => {
      sent = stream;
      return reply;
    },
  } as unknown as FastifyReply;
  return {
    state,
    reader,
    async start() {
      await streamAnswer(reply, { contentType: "text/plain" }, make());
      if (sent === undefined) throw new Error("nothing was sent");
      return pipeline(sent, reader);
    },
    /** Lets the reader take one chunk, and everything happen that can. */
    async step() {
      reads.shift()?.();
      for (let i = 0; i < 20; i += 1) await setImmediate();
    },
  };
}

describe("a streamed answer", () => {
  it("holds three chunks at most for a reader that is slow, however long the answer is", async () => {
    const { state, start, step } = givenAnswer(200);
    const whole = start();
    let most = 0;
    for (let i = 0; i < 220; i += 1) {
      await step();
      most = Math.max(most, state.made - state.read);
    }
    await whole;
    expect(state).toEqual({ made: 200 * CHUNK.length, read: 200 * CHUNK.length, ended: true });
    expect(most).toBeLessThanOrEqual(3 * CHUNK.length);
  });

  it("makes no more for a reader that is gone", async () => {
    const { state, reader, start, step } = givenAnswer(200);
    const broken = start();
    await step();
    reader.destroy();
    await expect(broken).rejects.toThrow();
    await step();
    expect(state.ended).toBe(true);
    expect(state.made).toBeLessThanOrEqual(4 * CHUNK.length);
  });

  it("makes nothing after its first chunk for a HEAD", async () => {
    const { state, start, step } = givenAnswer(200, "HEAD");
    const whole = start();
    await step();
    await step();
    await whole;
    expect(state).toEqual({ made: CHUNK.length, read: CHUNK.length, ended: true });
  });

  it("fails before anything is sent when its first chunk fails", async () => {
    let sent = false;
    const reply = { header: () => reply, send: () => (sent = true) } as unknown as FastifyReply;
    // biome-ignore lint/correctness/useYield: it fails before
    const failing = async function* (): AsyncGenerator<string> {
      throw new Error("no database");
    };
    await expect(streamAnswer(reply, { contentType: "text/plain" }, failing())).rejects.toThrow("no database");
    expect(sent).toBe(false);
  });
});
