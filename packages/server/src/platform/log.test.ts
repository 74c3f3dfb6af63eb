import { mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "./log.ts";

/** What is written when `fields` and `text` are logged. */
function written(fields: Record<string, unknown>, text = "payment.completed"): string {
  let output = "";
  createLog({ level: "info", pretty: false, destination: { write: (line) => (output += line) } }).info(fields, text);
  return output;
}

describe("createLog", () => {
  it("writes one line of JSON with level, time and text", () => {
    const line = written({ paymentId: "p1", amount: 5n });
    expect(line.split("\n")).toHaveLength(2);
    expect(JSON.parse(line)).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      msg: "payment.completed",
      paymentId: "p1",
      amount: "5",
    });
  });

  it("never writes the value of a secret field, at any depth", () => {
    for (const name of [
      "apikey",
      "apiKey",
      "api_key",
      "Authorization",
      "cookie",
      "set-cookie",
      "preimage",
      "email",
      "body",
      "callbackUrl",
      "client_secret",
      "accessToken",
    ]) {
      const line = written({ [name]: "hunter2", request: { headers: [{ [name]: { inner: "hunter2" } }] } });
      expect(line).not.toContain("hunter2");
      expect(line).toContain("[redacted]");
    }
  });

  it("masks project keys, addresses and bearer tokens inside any text", () => {
    const line = written(
      { url: "/x?key=ley_0123abc", about: "to alice@example.com" },
      "Authorization: Bearer abcdef0123456789 of ley_live_9 failed",
    );
    expect(line).not.toMatch(/0123abc|alice|abcdef0123|live_9/);
  });

  it("masks secret keys of Stripe inside any text", () => {
    const line = written({ about: "Invalid API Key provided: sk_live_51Abc" }, "rk_test_9Def failed");
    expect(line).toContain("sk_live_[redacted]");
    expect(line).not.toMatch(/51Abc|9Def/);
  });

  it("keeps of an error what helps, not the row that PostgreSQL quotes", () => {
    const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (email)=(bob) exists" });
    const line = written({ err: new Error("cannot save ley_secret1", { cause }) });
    expect(JSON.parse(line).err).toMatchObject({
      type: "Error",
      message: "cannot save ley_[redacted]",
      stack: expect.stringContaining("log.test.ts"),
      cause: { code: "23505", message: "duplicate key" },
    });
    expect(line).not.toContain("bob");
  });

  it("survives bytes, cycles and deep objects", () => {
    const cycle: Record<string, unknown> = { bytes: new Uint8Array(40) };
    cycle["self"] = cycle;
    expect(written({ cycle })).toContain("[40 bytes]");
  });

  it("writes collected lines to a stream of the process soon, in order", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "leyden-log-")), "log");
    const log = createLog({
      level: "info",
      pretty: false,
      destination: { write: () => expect.fail(), fd: openSync(file, "w") },
    });
    for (let i = 0; i < 1_000; i++) log.info({ i }, "job.done");
    await expect.poll(() => readFileSync(file, "utf8").split("\n").length).toBe(1_001);
    expect(
      readFileSync(file, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line).i),
    ).toEqual([...Array(1_000).keys()]);
  });

  it("starts no timer before the first line, so that a silent log costs nothing", () => {
    const started = vi.spyOn(globalThis, "setInterval");
    onTestFinished(() => started.mockRestore());
    const file = openSync(join(mkdtempSync(join(tmpdir(), "leyden-log-")), "log"), "w");
    const make = (level: "silent" | "info") =>
      createLog({ level, pretty: false, destination: { write: () => expect.fail(), fd: file } });
    make("silent").error("job.failed");
    const log = make("info");
    expect(started).not.toHaveBeenCalled();
    log.info("job.done");
    expect(started).toHaveBeenCalledOnce();
  });

  it("writes for people where a person watches", () => {
    let output = "";
    const destination = { write: (text: string) => (output += text) };
    createLog({ level: "info", pretty: true, destination }).warn({ key: "ley_secret1" }, "key.revoked ley_secret2");
    expect(output).toMatch(/WARN.*key\.revoked/);
    expect(output).not.toMatch(/secret[12]/);
  });
});
