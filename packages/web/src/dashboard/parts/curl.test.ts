import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { apiCurl, curlOf } from "./curl.ts";

/** What a shell makes of the command: one line for each word after `curl`. */
function wordsOf(command: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const said = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8", env: { ...process.env, ...env } });
  return said.split("\0").slice(0, -1);
}

describe("a call as curl", () => {
  it("is read by a shell as it is, whatever is in it", () => {
    const text = fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\0"));
    fc.assert(
      fc.property(text, text, (value, body) => {
        const call = { method: "POST", url: "https://shop.example/a?b=c&d=$HOME", headers: [["x-a", value]], body };
        expect(wordsOf(curlOf(call as never))).toEqual([
          "-X",
          "POST",
          call.url,
          "-H",
          `x-a: ${value}`,
          "--data-binary",
          body,
        ]);
      }),
      { numRuns: inject("runs") * 10 },
    );
  });

  it("has a variable in place of the key, and no method and body where it reads", () => {
    const curl = apiCurl("https://leyden.example", "/v0/wallet");
    expect(curl).toBe(`curl https://leyden.example/v0/wallet \\\n  -H "apikey: $LEYDEN_KEY"`);
    expect(wordsOf(curl, { LEYDEN_KEY: "ley_1" })).toEqual(["https://leyden.example/v0/wallet", "-H", "apikey: ley_1"]);
  });

  it("makes something with a body", () => {
    const body = { amount: "1000", description: "it's" };
    const words = wordsOf(apiCurl("https://leyden.example", "/v0/charges", body), { LEYDEN_KEY: "ley_1" });
    const headers = ["-H", "apikey: ley_1", "-H", "content-type: application/json"];
    const url = "https://leyden.example/v0/charges";
    expect(words).toEqual(["-X", "POST", url, ...headers, "--data-binary", JSON.stringify(body)]);
  });
});
