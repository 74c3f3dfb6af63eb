import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#platform/machine/free-port.ts";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";

const GUIDE = readFileSync(new URL("../../../docs/integrate.md", import.meta.url), "utf8");
const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const START_MS = 300_000;
const SAMPLE_MS = 60_000;

/** How a reader runs a sample. TypeScript runs as it is. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  sh: ["bash", "-e"],
  ts: [process.execPath, "--input-type=module-typescript", "--no-warnings", "-"],
  python: ["python3", "-"],
};
const hasPython = spawnSync("python3", ["-c", "import requests"]).status === 0;

type Sample = { readonly part: string; readonly language: string; readonly code: string };
const samples: Sample[] = [];
let part = "";
for (const [, heading, language, code = ""] of GUIDE.matchAll(/^## ([^\n]+)$|^```(sh|ts|python)\n(.+?)^```$/gms)) {
  part = heading ?? part;
  if (language !== undefined) samples.push({ part, language, code });
}
const receivers = samples.filter(({ code }) => code.includes("LEYDEN_WEBHOOK_SECRET"));
const runnable = samples.filter((sample) => !sample.code.startsWith("export ") && !receivers.includes(sample));

/** Runs it and hands back what it wrote. */
async function run(language: string, code: string, env: Readonly<Record<string, string>>) {
  const [program = "", ...words] = PROGRAMS[language] ?? [];
  const child = spawn(program, words, { env: { PATH: process.env["PATH"] ?? "", ...env } });
  child.stdin.end(code);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, output, errors };
}

const SECRET = Buffer.alloc(32, 7);
const EVENT = JSON.stringify({ id: "e1", type: "payment.completed", data: { id: "p1" } });

function signature(secret: Buffer, seconds: number): string {
  return `v1,${createHmac("sha256", secret).update(`e1.${seconds}.${EVENT}`).digest("base64")}`;
}

/** Sends an event as Leyden does; the status, or what kept it from arriving. */
async function deliver(port: number, seconds: number, signatures: string): Promise<number | string> {
  const headers = { "webhook-id": "e1", "webhook-timestamp": String(seconds), "webhook-signature": signatures };
  try {
    return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: EVENT, headers })).status;
  } catch (error) {
    return String(error);
  }
}

describe.runIf(process.platform === "linux")("the guide", () => {
  let installation: Installation;
  let running: Started;

  beforeAll(async () => {
    installation = createInstallation();
    running = await installation.start();
  }, START_MS);
  afterAll(() => installation.remove());

  const places = () => ({
    LEYDEN_URL: running.baseUrl,
    LEYDEN_KEY: running.apiKey,
    MERCHANT: running.merchant.lnAddress,
    ALICE: running.users[0]?.lnAddress ?? "",
  });

  it("has samples in three languages", () => {
    for (const language of Object.keys(PROGRAMS))
      expect(runnable.filter((sample) => sample.language === language).length).toBeGreaterThanOrEqual(5);
  });

  it.each(runnable.filter(({ language }) => language !== "python" || hasPython))(
    "has a sample under $part in $language that works when pasted",
    { timeout: SAMPLE_MS },
    async ({ language, code }) => {
      const { status, output, errors } = await run(language, code, places());
      expect(errors).toBe("");
      expect(status).toBe(0);
      if (/^\s*(print|console\.log|curl|until)/m.test(code) && !code.includes("def until_final"))
        expect(output).toMatch(/completed|redeemed|revoked|Voucher sent|lnbcrt|lnurl1|rst_|^createdAt,/m);
      expect(output).not.toMatch(/"success": ?false|undefined/);
    },
  );

  it.each(receivers.filter(({ language }) => language !== "python" || hasPython))(
    "has a receiver in $language that takes what is signed with its secret, and nothing else",
    { timeout: SAMPLE_MS },
    async ({ language, code }) => {
      const [program = "", ...words] = PROGRAMS[language] ?? [];
      const port = await freePort();
      const env = { PATH: process.env["PATH"] ?? "", LEYDEN_WEBHOOK_SECRET: `whsec_${SECRET.toString("base64")}` };
      const child = spawn(program, words, { env, stdio: ["pipe", "ignore", "ignore"] });
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.stdin.end(code.replace("3000", String(port)));
      try {
        const now = Math.floor(Date.now() / 1_000);
        await expect.poll(() => deliver(port, now, signature(SECRET, now))).toBe(204);
        const other = signature(Buffer.alloc(32, 1), now);
        expect(await deliver(port, now, `${other} ${signature(SECRET, now)}`)).toBe(204);
        expect(await deliver(port, now, other)).toBe(401);
        expect(await deliver(port, now - 900, signature(SECRET, now - 900))).toBe(401);
      } finally {
        child.kill("SIGKILL");
        await ended;
      }
    },
  );

  it("has a first payment in the README that works when pasted, and pays once", { timeout: SAMPLE_MS }, async () => {
    const [, code = ""] = /```ts\n(.+?)```/s.exec(README) ?? [];
    const local = code.replaceAll("./.data/", `${installation.dataDir}/`);
    const answers = [await run("ts", local, {}), await run("ts", local, {})];
    for (const { output, errors } of answers) {
      expect(errors).toBe("");
      expect(output).toContain("status: 'completed'");
    }
    const [first, second] = answers.map(({ output }) => /\bid: '(.+?)'/.exec(output)?.[1]);
    expect(second).toBe(first);
  });

  it("has further calls in the README that work when pasted", { timeout: SAMPLE_MS }, async () => {
    const [, code = ""] = /```sh\n(call\(\).+?)```/s.exec(README) ?? [];
    const { status, output, errors } = await run("sh", code, places());
    expect([status, errors]).toEqual([0, ""]);
    const answers = ["Payment done.", "Voucher sent", "claimUrl", "Static charge created.", "createdAt,type"];
    for (const answer of answers) expect(output).toContain(answer);
    expect(output).not.toContain('"success":false');
  });

  it("shows the mail that it says is at /dev/mail", { timeout: SAMPLE_MS }, async () => {
    const [sample] = samples.filter(({ code }) => code.includes("/dev/mail"));
    const { output } = await run("sh", sample?.code ?? "", places());
    expect(output).toMatch(/Voucher sent.+"to":"carol@example\.com"/s);
  });

  it("has a payment stay pending until the lab settles or fails it, as it says", { timeout: START_MS }, async () => {
    const lab = (...words: string[]) => installation.command("lab", ...words);
    const payHeld = async (end: "settle" | "fail") => {
      const invoice = (await lab("invoice", "20000", "--hold")).output.trim();
      expect(await lab(end, invoice)).toMatchObject({ status: 1, errors: expect.stringContaining("holds no payment") });
      const paying = running.call("POST", "/v0/payments", { invoice });
      await expect.poll(async () => (await lab(end, invoice)).status).toBe(0);
      return (await paying).body;
    };
    expect(await payHeld("settle")).toMatchObject({ data: { status: "completed", amount: "20000" } });
    expect(await payHeld("fail")).toMatchObject({ error: { code: "recipient_rejected" } });
    expect(await lab("fail", "nonsense")).toMatchObject({ errors: expect.stringContaining("is not a BOLT11 invoice") });
  });

  it("shows a failure as it is", async () => {
    const [, shown = ""] = /^```json\n(\{\n {2}"success": false.+?)^```/ms.exec(GUIDE) ?? [];
    const body = { amount: "1000", description: "too long", expiresIn: 604_801 };
    const answer = await running.call("POST", "/v0/charges", body);
    const { request_id } = answer.body.error;
    const local = JSON.parse(shown.replaceAll("http://localhost:8080", running.baseUrl));
    expect(answer.body).toEqual({ ...local, error: { ...local.error, request_id } });
  });

  it("says where the first start wrote key, address, merchant and a user", async () => {
    const [exports = ""] = samples.filter(({ code }) => code.startsWith("export ")).map(({ code }) => code);
    const local = exports.replaceAll("./.data/", `${installation.dataDir}/`);
    const { output } = await run("sh", `${local}\necho $LEYDEN_URL $LEYDEN_KEY $MERCHANT $ALICE`, {});
    expect(output.trim().split(" ")).toEqual(Object.values(places()));
  });
});
