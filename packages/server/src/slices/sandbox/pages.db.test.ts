import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { englishIn } from "#service/testing/words.harness.ts";
import { changeIdentity } from "./change-identity.ts";
import { changePayment } from "./change-payment.ts";
import { challengePages, simulatePages } from "./pages.ts";
import { sandboxRoutes } from "./routes.ts";
import { CARDS, givenSandbox } from "./testing/sandbox.harness.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const LOCAL = { host: "127.0.0.1:8080" };
const BASE_URL = "http://127.0.0.1:8080";

onDatabase("the sandbox over HTTP", (database) => {
  async function given({ isDevelopment = true, isOn = true } = {}) {
    const world = givenSandbox(database());
    const deps = { ...world.deps, isOn: () => isOn };
    const simulate = simulatePages({ ...world.deps, baseUrl: BASE_URL, isDevelopment: () => isDevelopment });
    const app = await sampleApp({ routes: [sandboxRoutes(deps), challengePages(deps), simulate] });
    const { reference } = await world.processor.begin(world.draft());
    const post = (url: string, payload: object) => ask(app, { method: "POST", url, payload });
    const confirm = async (number: string, rest: object = {}) => {
      const url = `/ramp/sandbox/payments/${reference}/confirm`;
      return (await post(url, { number, expiry: "12/79", cvc: "123", ...rest })).json();
    };
    return { ...world, app, reference, post, confirm, challenge: `/ramp/sandbox/payments/${reference}/challenge` };
  }

  it("says what becomes of a card", async () => {
    const { confirm, processor, reference } = await given();
    const mistyped = { state: "declined", reason: "card_number" };
    expect(await confirm("4242 4242 4242 4241")).toMatchObject({ success: true, data: mistyped });
    expect((await confirm(CARDS.good, { cvc: "1" })).data.state).toBe("declined");
    expect((await processor.get(reference)).declines).toBe(0);
    expect((await confirm(CARDS.poor)).data).toEqual({ state: "declined", reason: "insufficient_funds" });
    expect((await processor.get(reference)).declines).toBe(1);
    expect((await confirm(CARDS.good)).data).toEqual({ state: "authorized" });
    expect((await confirm(CARDS.declined)).data).toEqual({ state: "authorized" });
    expect((await processor.get(reference)).declines).toBe(1);
  });

  it("has nothing where another processor takes the payments", async () => {
    const { confirm, challenge, app, post, reference } = await given({ isOn: false });
    expect(await confirm(CARDS.good)).toMatchObject({ success: false });
    const others = [
      await ask(app, challenge),
      await ask(app, { method: "POST", url: challenge, headers: FORM, payload: "answer=approve" }),
      await post(`/ramp/sandbox/payments/${reference}/confirm`, { number: CARDS.good, expiry: "12/79", cvc: "123" }),
      await post(`/ramp/sandbox/identity/${reference}`, { firstName: "A", surname: "B" }),
    ];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  });

  it("lets a late card wait, and declines what was cancelled", async () => {
    const late = await given();
    expect((await late.confirm(CARDS.late)).data).toEqual({ state: "waiting" });
    const other = await given();
    await changePayment(other.deps, other.reference, { kind: "cancel" });
    expect((await other.confirm(CARDS.good)).data.state).toBe("declined");
  });

  it.each([
    ["approve", { state: "authorized" }],
    ["fail", { state: "waiting", declined: "authentication_failed", declines: 1 }],
    ["close", { state: "requires_action", declines: 0 }],
  ])("asks the customer on a page that cannot be framed, whose answer is %s", async (answer, outcome) => {
    const { app, confirm, challenge, processor, reference } = await given();
    expect((await confirm(CARDS.asks)).data).toEqual({ state: "requires_action", challenge_url: challenge });
    const page = await ask(app, challenge);
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(page.headers["x-frame-options"]).toBe("DENY");
    for (const text of ["Approve", "Fail", "Close", "€25.00", "3184"]) expect(page.body).toContain(text);
    const german = await ask(app, { url: challenge, headers: { "accept-language": "de" } });
    expect(german.body).toContain("25,00\u00a0€ mit der Karte, die auf 3184 endet.");
    expect(englishIn(german.body)).toEqual([]);
    expect((await processor.get(reference)).state).toBe("requires_action");

    const answered = await ask(app, { method: "POST", url: challenge, headers: FORM, payload: `answer=${answer}` });
    expect([answered.statusCode, answered.body]).toEqual([200, expect.stringContaining("You can close this window")]);
    expect(await processor.get(reference)).toMatchObject(outcome);
    const again = await ask(app, { method: "POST", url: challenge, headers: FORM, payload: "answer=approve" });
    expect(again.statusCode).toBe(200);
    const { state } = await processor.get(reference);
    expect(state).toBe(answer === "fail" ? "waiting" : "authorized");
    expect((await ask(app, challenge)).body).not.toContain("<form");
  });

  it("takes no other answer of the customer, and knows no other payment", async () => {
    const { app, confirm, challenge, post, processor, reference } = await given();
    await confirm(CARDS.asks);
    for (const payload of ["answer=yes", "", "answer=approve&answer=fail"])
      expect((await ask(app, { method: "POST", url: challenge, headers: FORM, payload })).statusCode).toBe(400);
    expect((await processor.get(reference)).state).toBe("requires_action");
    const none = `sbp_${"A".repeat(32)}`;
    const card = { number: CARDS.good, expiry: "12/79", cvc: "123" };
    expect((await post(`/ramp/sandbox/payments/${none}/confirm`, card)).statusCode).toBe(404);
    expect((await post(`/ramp/sandbox/payments/${reference}/confirm`, { number: 4242 })).statusCode).toBe(400);
    expect((await post(`/ramp/sandbox/identity/${none}`, { firstName: "A", surname: "approve" })).statusCode).toBe(404);
    for (const method of ["GET", "POST"] as const) {
      const url = `/ramp/sandbox/payments/${none}/challenge`;
      const payload = method === "POST" ? { headers: FORM, payload: "answer=approve" } : {};
      expect((await ask(app, { method, url, ...payload })).statusCode).toBe(404);
    }
  });

  it("decides an identity by the form of the page", async () => {
    const { post, tried, identity } = await given();
    const { reference } = await tried();
    const answer = await post(`/ramp/sandbox/identity/${reference}`, { firstName: "Ada", surname: "Retry" });
    expect(answer.json()).toMatchObject({ success: true, data: { state: "retry" } });
    expect((await identity.get(reference)).state).toBe("retry");
  });

  it("lets the operator play the bank, from a form of its own page", async () => {
    const { app, deps, processor, paid, tried, identity } = await given();
    const { reference, purchaseId } = await paid(CARDS.good);
    await processor.capture(reference, purchaseId);
    const person = await tried();
    await changeIdentity(deps, person.reference, { kind: "submit", surname: "review" });

    const page = await ask(app, { url: "/dev/ramp/sandbox", headers: LOCAL });
    for (const text of [reference, person.reference, 'value="dispute"', 'value="reject"'])
      expect(page.body).toContain(text);
    expect(page.body).not.toContain('value="win_dispute"');
    const cookie = String(page.headers["set-cookie"]).split(";", 1)[0] ?? "";
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const send = async (fields: Record<string, string>) => {
      const payload = new URLSearchParams(fields).toString();
      return await ask(app, {
        method: "POST",
        url: "/dev/ramp/sandbox",
        headers: { ...LOCAL, ...FORM, cookie },
        payload,
      });
    };
    expect((await send({ payment: reference, command: "dispute" })).statusCode).toBe(403);
    expect((await processor.get(reference)).dispute).toBe("none");
    const { statusCode, headers } = await send({ csrf, payment: reference, command: "dispute" });
    expect([statusCode, headers["location"]]).toEqual([303, "/dev/ramp/sandbox?done=dispute"]);
    const done = await ask(app, { url: "/dev/ramp/sandbox?done=dispute", headers: LOCAL });
    expect(done.body).toContain('role="status">The dispute is open.');
    expect((await processor.get(reference)).dispute).toBe("open");
    expect((await send({ csrf, payment: reference, command: "dispute" })).statusCode).toBe(303); // pressed twice
    await send({ csrf, payment: reference, command: "lose_dispute" });
    expect((await processor.get(reference)).dispute).toBe("lost");
    const late = await send({ csrf, payment: reference, command: "win_dispute" });
    expect([late.statusCode, late.body]).toEqual([409, expect.stringContaining('role="alert">Nothing was done')]);
    expect((await processor.get(reference)).dispute).toBe("lost");
    expect((await send({ csrf, payment: reference, command: "capture" })).statusCode).toBe(400);
    for (const none of [
      { payment: "sbp_none", command: "dispute" },
      { identity: "sbi_none", command: "approve" },
    ]) {
      const missing = await send({ csrf, ...none });
      expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining("nothing with this reference")]);
    }
    await send({ csrf, identity: person.reference, command: "reject" });
    expect((await identity.get(person.reference)).state).toBe("rejected");
    expect((await send({ csrf, identity: person.reference, command: "approve" })).statusCode).toBe(409);
    expect((await identity.get(person.reference)).state).toBe("rejected");
  });

  it("has no page for the operator outside of development, nor for who is not on this machine", async () => {
    const off = await given({ isDevelopment: false });
    expect((await ask(off.app, { url: "/dev/ramp/sandbox", headers: LOCAL })).statusCode).toBe(404);
    const { app } = await given();
    const ways = [
      { headers: LOCAL, remoteAddress: "192.0.2.7" },
      { headers: { ...LOCAL, "x-forwarded-for": "192.0.2.7" } },
      { headers: { host: "rebound.example" } },
    ];
    for (const way of ways) expect((await ask(app, { url: "/dev/ramp/sandbox", ...way })).statusCode).toBe(404);
  });
});
