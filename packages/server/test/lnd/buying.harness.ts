import { expect } from "vitest";
import { until } from "./process.harness.ts";
import type { Served } from "./served.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of the page, which are read as far as is needed
type Json = any;

const PRICE = "24.50";
const CARD = { number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123" };

/** A person buys bitcoin with a card of the sandbox, to an address of the chain. Resolves when it is paid. */
export async function buyTo(served: Served, name: string, destination: string): Promise<void> {
  const email = `${name}@example.com`;
  const opened = await served.data("/api/v1/ramp-widget", {
    email,
    webhook_url: "https://example.com/hooks",
    quote_currency: "EUR",
    destination,
  });
  const at = `/ramp/${opened.session_id}/api`;
  const { page_key } = await served.data(`${at}/open`, { token: opened.session_token });
  const authorization = `Bearer ${page_key}`;
  const ask = async (path: string, body?: object): Promise<Json> => {
    const answer = await fetch(served.running.baseUrl + path, {
      headers: { authorization, ...(body && { "content-type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const { data, ...error } = (await answer.json()) as Json;
    expect([path, answer.status, error]).toMatchObject([path, 200, {}]);
    return data;
  };
  await ask(`${at}/code`, {});
  const code = await until("the mail", async () => {
    const mails = await fetch(`${served.running.baseUrl}/dev/mail?to=${encodeURIComponent(email)}`);
    return /\d{4} \d{4}(?= is your code to buy)/.exec(await mails.text())?.[0].replace(" ", "");
  });
  await ask(`${at}/code/check`, { code });
  const { purchase } = await ask(`${at}/quote`, { amount: PRICE, currency: "EUR" });
  const { page } = await ask(`${at}/pay`, { purchase_id: purchase.id });
  expect((await ask(`/ramp/sandbox/payments/${page.reference}/confirm`, CARD)).state).not.toBe("declined");
}
