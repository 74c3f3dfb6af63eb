import { describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { createLogin, loginOn, METHODS_OF_LOGIN } from "./login.ts";
import { fakeService, KEY, success } from "./machine.harness.ts";
import { METHODS_OF_CLIENT } from "./option-names.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const LOGIN = {
  baseUrl: "https://pay.example",
  clientId: "c1ient",
  clientSecret: "c1ient-secret",
  redirectUri: "https://shop.example/callback",
};

type Method = (...args: readonly unknown[]) => unknown;
type Row = { readonly at: number; readonly names: object; readonly isList?: true };
type Found = { readonly path: string; readonly method: Method; readonly row: Row };

/** Every method below `member`, with its row of the table. */
function methodsOf(member: unknown, rows: unknown, path: string): Found[] {
  if (typeof member === "function") return [{ path, method: member as Method, row: rows as Row }];
  return Object.entries(member as Record<string, unknown>).flatMap(([name, inner]) =>
    methodsOf(inner, (rows as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

function given() {
  const service = fakeService();
  const login = loginOn(service.machine, LOGIN);
  const methods = [
    ...methodsOf(service.leyden, METHODS_OF_CLIENT, "leyden"),
    ...methodsOf(login, METHODS_OF_LOGIN, "login"),
  ];
  return { ...service, login, methods };
}

/** What a call says that cannot be right, whether it rejects or throws. */
async function refusalOf({ method, row }: Found, options: unknown): Promise<unknown> {
  const args = Array.from({ length: row.at }, () => "x1");
  try {
    return await method(...args, options);
  } catch (error) {
    return error;
  }
}

describe("an option that a call does not have", () => {
  it.each(given().methods.map(({ path }) => path))("is refused by %s before anything is sent", async (path) => {
    const { methods, sendings } = given();
    const found = methods.find((method) => method.path === path) as Found;
    const refusal = await refusalOf(found, { idempotency_key: "k", ...found.row.names });
    expect(refusal).toBeInstanceOf(TypeError);
    expect(String(refusal)).toContain(
      `has no option idempotency_key; it takes ${Object.keys(found.row.names).join(", ")}`,
    );
    expect(await refusalOf(found, "k")).toBeInstanceOf(TypeError);
    expect(sendings).toEqual([]);
  });

  it("is named with those that the call has", async () => {
    const { leyden, login, sendings } = given();
    const paid = leyden.payments.toGamertag({ gamertag: "bob", amount: 1n }, { idempotency_key: "k" } as never);
    await expect(paid).rejects.toThrow(
      "payments.toGamertag has no option idempotency_key; it takes signal, idempotencyKey",
    );
    const asked = login.authorization({ scope: "user" } as never);
    await expect(asked).rejects.toThrow("authorization has no option scope; it takes scopes, state");
    const exchanged = login.exchangeCode({ code: "c", code_verifier: "v" } as never);
    await expect(exchanged).rejects.toThrow("exchangeCode has no option code_verifier; it takes code, verifier");
    expect(sendings).toEqual([]);
  });

  it("is refused where a client, a login and a check of a webhook are made, without a secret", async () => {
    const client = () => createClient({ baseUrl: LOGIN.baseUrl, apiKey: KEY, timeout: 5 } as never);
    expect(client).toThrow("createClient has no option timeout; it takes baseUrl, fetch, timeoutMs, retries, apiKey");
    expect(() => createLogin({ ...LOGIN, redirect_uri: "x" } as never)).toThrow("no option redirect_uri");
    const checked = verifyWebhook("{}", {}, "whsec_AAAA", { tolerance: 60 } as never);
    await expect(checked).rejects.toThrow("verifyWebhook has no option tolerance; it takes toleranceSeconds, now");
  });
});

it("options that a call has, also undefined ones, are taken by it", async () => {
  const { leyden, replies, sendings } = given();
  replies.push(success({}));
  const signal = new AbortController().signal;
  await leyden.payments.toGamertag({ gamertag: "bob", amount: 1n }, { signal, idempotencyKey: undefined });
  expect(sendings).toHaveLength(1);
});

it.each(["user", "user wallet", [1]])("scopes that are no list of texts are named: %j", async (scopes) => {
  const { login } = given();
  await expect(login.authorization({ scopes } as never)).rejects.toThrow("scopes must be a list of texts");
});
