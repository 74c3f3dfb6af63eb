import { describe, expect, it } from "vitest";
import type { LeydenError } from "./errors.ts";
import { fakeService, refusal, statement, statementText } from "./machine.harness.ts";

const entry = (n: number) => ({
  createdAt: "2026-01-01T00:00:00.000Z",
  amount: String(n),
  counterparty: "ü@shop.example",
});

/** An answer whose body comes in these parts; the last may be an error. */
function inParts(parts: readonly (Uint8Array | Error)[], state = { pulled: 0, isCancelled: false }): Response {
  const left = [...parts];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = left.shift();
        state.pulled += 1;
        if (part === undefined) controller.close();
        else if (part instanceof Error) controller.error(part);
        else controller.enqueue(part);
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body);
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function taken(entries: AsyncIterable<{ amount: string }>): Promise<string[]> {
  const amounts: string[] = [];
  for await (const { amount } of entries) amounts.push(amount);
  return amounts;
}

const caught = async (entries: AsyncIterable<{ amount: string }>): Promise<LeydenError> =>
  await taken(entries).then(
    () => Promise.reject(new Error("nothing failed")),
    (error) => error,
  );

describe("a statement", () => {
  it.each([0, 1, 3])("has all of %s entries, and asks for what was named", async (count) => {
    const { leyden, replies, sendings, timersLeft } = fakeService();
    replies.push(statement(Array.from({ length: count }, (_, i) => entry(i))));
    const entries = leyden.wallet.statement({ from: "2026-01-01T00:00:00Z", to: undefined });
    expect(await taken(entries)).toEqual(Array.from({ length: count }, (_, i) => String(i)));
    expect(sendings.map(({ target }) => target)).toEqual(["/v0/statement?from=2026-01-01T00%3A00%3A00Z"]);
    expect(timersLeft()).toBe(0);
  });

  it("is whole wherever its bytes are parted", async () => {
    const whole = bytes(statementText([entry(1), entry(2)]));
    for (let at = 1; at < whole.length; at += 1) {
      const { leyden, replies } = fakeService();
      replies.push(inParts([whole.slice(0, at), whole.slice(at)]));
      expect(await taken(leyden.wallet.statement())).toEqual(["1", "2"]);
    }
  });

  it("is read while its entries are taken, and no further when the caller stops", async () => {
    const { leyden, replies } = fakeService();
    const state = { pulled: 0, isCancelled: false };
    const lines = statementText(Array.from({ length: 1_000 }, (_, i) => entry(i))).split(/(?<=\n)/);
    replies.push(inParts(lines.map(bytes), state));
    for await (const { amount } of leyden.wallet.statement()) if (amount === "9") break;
    expect(state.pulled).toBeLessThan(15);
    expect(state.isCancelled).toBe(true);
  });

  it("fails when it breaks off, wherever that is", async () => {
    const whole = statementText([entry(1), entry(2)]);
    for (let at = 0; at < whole.trimEnd().length; at += 1) {
      const { leyden, replies, timersLeft } = fakeService({ retries: 0 });
      replies.push(inParts([bytes(whole.slice(0, at))]));
      expect(await caught(leyden.wallet.statement())).toMatchObject({
        code: "unexpected_answer",
        money: "nothing_moved",
      });
      expect(timersLeft()).toBe(0);
    }
  });

  it("fails when the connection breaks, when nothing more comes, and when the caller aborts", async () => {
    const { leyden, replies, timersLeft } = fakeService();
    const begun = bytes(statementText([entry(1), entry(2)]).slice(0, 150));
    replies.push(inParts([begun, new Error("reset")]));
    expect(await caught(leyden.wallet.statement())).toMatchObject({ code: "connection_failed" });

    const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(begun) });
    replies.push(new Response(silent));
    expect(await caught(leyden.wallet.statement())).toMatchObject({ code: "timeout", money: "nothing_moved" });

    const abort = new AbortController();
    replies.push(new Response(new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(begun) })));
    const entries = leyden.wallet.statement({ signal: abort.signal });
    await entries.next();
    const next = entries.next();
    abort.abort(new Error("enough"));
    await expect(next).rejects.toMatchObject({ code: "aborted", cause: new Error("enough") });
    expect(timersLeft()).toBe(0);
  });

  it("is asked for again as any other call, and fails as any other", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(new Error("lost"), statement([entry(1)]));
    expect(await taken(leyden.wallet.statement())).toEqual(["1"]);
    expect(sendings).toHaveLength(2);

    replies.push(refusal(403, "scope_missing"));
    expect(await caught(leyden.wallet.statement())).toMatchObject({ code: "scope_missing", status: 403, attempts: 1 });
    replies.push(new Response("<html>"));
    expect(await caught(leyden.wallet.statement())).toMatchObject({ code: "unexpected_answer" });
  });
});
