import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askAt } from "./first-node.ts";

/** A stream that is a terminal, or none. */
function stream(isTTY: boolean) {
  const through = new PassThrough();
  return Object.assign(through, { isTTY, unref: () => undefined }) as unknown as NodeJS.ReadStream & NodeJS.WriteStream;
}

describe("a question at a terminal", () => {
  const given = () => {
    const [input, output] = [stream(true), stream(true)];
    const stopping = new AbortController();
    const answer = askAt({ input, output })?.("Sure? ", stopping.signal);
    return { input, output, stopping, answer };
  };

  it("is asked where input and output are one, and nowhere else", () => {
    expect(askAt({ output: stream(true) })).toBeUndefined();
    expect(askAt({ input: stream(true), output: stream(false) })).toBeUndefined();
    expect(askAt({ input: stream(false), output: stream(true) })).toBeUndefined();
    expect(askAt({ input: stream(true), output: stream(true) })).toBeDefined();
  });

  it("is answered by a line", async () => {
    const { input, output, answer } = given();
    input.push("ye");
    input.push("s\nmore\n");
    expect(await answer).toBe("yes");
    expect(String(output.read())).toContain("Sure? ");
  });

  it("has an empty answer when the input ends, as by Ctrl-D", async () => {
    const { input, answer } = given();
    input.push(null);
    expect(await answer).toBe("");
  });

  it("ends when the process is to end", async () => {
    const { stopping, answer } = given();
    stopping.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });
});
