import { describe, expect, it } from "vitest";
import { createApi, newKey, type ProjectApi, type WalletApi } from "./call.ts";
import { CallFailed } from "./failure.ts";

type Sent = { readonly url: string; readonly init: RequestInit };

/** A service that gives this answer to everything. */
function givenService(answer: { status?: number; body?: unknown; headers?: Record<string, string> } | "nothing") {
  const sent: Sent[] = [];
  const left: string[] = [];
  const outside = {
    language: "de",
    here: () => "/dashboard/projects/1/keys?x=1",
    leave: (path: string) => void left.push(path),
    fetch: async (url: unknown, init: RequestInit = {}) => {
      sent.push({ url: String(url), init });
      init.signal?.throwIfAborted();
      if (answer === "nothing") throw new TypeError("Failed to fetch");
      const { status = 200, body, headers = {} } = answer;
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return new Response(text, { status, headers: { "x-request-id": "req_1", ...headers } });
    },
  };
  const project: ProjectApi = createApi("/dashboard/api/projects/1", outside as never);
  const wallet: WalletApi = createApi("/wallet/api", outside as never);
  return { sent, left, project, wallet };
}

const refused = (code: string, more: object = {}) => ({
  success: false,
  message: "no",
  error: { code, message: "it was refused", ...more },
});

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as CallFailed,
  );

describe("a call", () => {
  it("asks the project's own address, with the header that no other origin can send, and answers the data", async () => {
    const { project, sent } = givenService({ body: { success: true, data: { id: "p1" }, message: "" } });
    const payment = await project.get("/v0/payments/{id}", { params: { id: "a/b?c" } });
    expect(payment.id).toBe("p1");
    expect(sent[0]?.url).toBe("/dashboard/api/projects/1/v0/payments/a%2Fb%3Fc");
    expect(sent[0]?.init).toMatchObject({
      method: "GET",
      credentials: "same-origin",
      headers: { "x-leyden-page": "1", "accept-language": "de" },
    });
    expect(sent[0]?.init.headers).not.toHaveProperty("idempotency-key");
  });

  it("reads lists a page at a time, and leaves out what was not asked for", async () => {
    const { project, sent } = givenService({
      body: { success: true, data: [{ id: "p1" }], next_cursor: "c2", message: "" },
    });
    const page = await project.list("/v0/payments", { query: { status: "failed", internalId: undefined, limit: 25 } });
    expect(page).toEqual({ items: [{ id: "p1" }], nextCursor: "c2" });
    expect(sent[0]?.url).toBe("/dashboard/api/projects/1/v0/payments?status=failed&limit=25");
    const last = givenService({ body: { success: true, data: [], next_cursor: null, message: "" } });
    expect((await last.project.list("/v0/payments")).nextCursor).toBeUndefined();
  });

  it("that changes something has a key of its own, or the one of its form", async () => {
    const { wallet, sent } = givenService({ body: { success: true, data: {}, message: "" } });
    const body = { amount: "1000", expiresIn: 60, description: "x" };
    await wallet.write("post", "/v0/charges", { body });
    await wallet.write("post", "/v0/charges", { body, idempotencyKey: "form-1" });
    const headers = sent.map(({ init }) => init.headers as Record<string, string>);
    expect(headers[0]?.["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(headers[1]).toMatchObject({ "idempotency-key": "form-1", "content-type": "application/json" });
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual(body);
    expect(newKey()).not.toBe(newKey());
  });

  it("takes no name that would lead to another address", async () => {
    const { project, sent } = givenService({ body: { success: true, data: {}, message: "" } });
    for (const id of ["", ".", ".."])
      await expect(project.get("/v0/payments/{id}", { params: { id } })).rejects.toThrow("needs id");
    expect(sent).toEqual([]);
  });

  it("fails with code, message, details and the name of the request", async () => {
    const details = [{ field: "amount", issue: "is too large" }];
    const { project, left } = givenService({
      status: 400,
      body: refused("invalid_input", { details }),
      headers: { "retry-after": "7" },
    });
    const failure = await failureOf(project.get("/v0/payments/{id}", { params: { id: "1" } }));
    expect(failure).toBeInstanceOf(CallFailed);
    expect(failure).toMatchObject({
      code: "invalid_input",
      message: "it was refused",
      status: 400,
      requestId: "req_1",
      details,
      retryAfterSeconds: 7,
      passes: false,
      made: undefined,
    });
    expect(left).toEqual([]);
  });

  it("names the payment that was made and failed: its idempotency key is used up", async () => {
    const body = { ...refused("route_not_found"), data: { id: "payment-1", status: "failed" } };
    const { project } = givenService({ status: 400, body });
    const call = project.write("post", "/v0/payments", { body: { invoice: "lnbc1" } });
    expect(await failureOf(call)).toMatchObject({ code: "route_not_found", made: "payment-1" });
  });

  it.each([
    ["no answer", "nothing" as const, 0],
    ["an answer of something else", { status: 502, body: "<h1>Bad gateway</h1>" }, 502],
    ["an answer that is no envelope", { status: 200, body: [] }, 200],
  ])("with %s says that it does not know", async (_, answer, status) => {
    const failure = await failureOf(givenService(answer).wallet.get("/me"));
    expect(failure).toMatchObject({ code: "no_answer", status, passes: status !== 200 });
  });

  it("leads to the login and back where nobody is logged in", async () => {
    const { wallet, left } = givenService({ status: 401, body: refused("login_needed") });
    expect(await failureOf(wallet.get("/me"))).toMatchObject({ code: "login_needed" });
    expect(left).toEqual(["/login?next=%2Fdashboard%2Fprojects%2F1%2Fkeys%3Fx%3D1"]);
  });

  it("leads to a fresh login by the clock of the service, or where the service says", async () => {
    const date = "Sat, 28 Nov 2026 01:00:00 GMT";
    const fresh = givenService({ status: 403, body: refused("fresh_login_needed"), headers: { date } });
    await failureOf(fresh.wallet.get("/me"));
    const since = Date.parse(date) - 600_000;
    expect(fresh.left).toEqual([`/login?next=%2Fdashboard%2Fprojects%2F1%2Fkeys%3Fx%3D1&since=${since}`]);
    const told = givenService({ status: 403, body: refused("fresh_login_needed", { loginPath: "/login?next=%2Fx" }) });
    await failureOf(told.wallet.get("/me"));
    expect(told.left).toEqual(["/login?next=%2Fx"]);
    const other = givenService({ status: 403, body: refused("role_missing") });
    await failureOf(other.wallet.get("/me"));
    expect(other.left).toEqual([]);
  });

  it("that nobody waits for any more is no failure of the service", async () => {
    const { wallet } = givenService("nothing");
    const failure = await failureOf(wallet.get("/me", { signal: AbortSignal.abort() }));
    expect(failure).not.toBeInstanceOf(CallFailed);
  });
});
