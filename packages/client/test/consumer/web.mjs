/** Runs the installed library in a context that has what browsers and edge runtimes have, and nothing of Node. */
import { readFile } from "node:fs/promises";
import { createContext, SourceTextModule } from "node:vm";

const { AbortController, AbortSignal, Headers, Response, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis;
const { atob, clearTimeout, crypto, fetch, setTimeout } = globalThis;
const context = createContext({
  AbortController,
  AbortSignal,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  Uint8Array,
  atob,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
});

const modules = new Map();
async function load(url) {
  const module =
    modules.get(url) ?? new SourceTextModule(await readFile(new URL(url), "utf8"), { context, identifier: url });
  modules.set(url, module);
  return module;
}

const library = await load(import.meta.resolve("@leyden/client"));
await library.link((specifier, { identifier }) => {
  if (!specifier.startsWith("./")) throw new Error(`${identifier} imports ${specifier}`);
  return load(new URL(specifier, identifier).href);
});
await library.evaluate();

const { createClient, verifyWebhook } = library.namespace;
const leyden = createClient({ baseUrl: process.env.LEYDEN_URL, apiKey: process.env.LEYDEN_KEY });
const { balance } = await leyden.wallet.get();
const payment = await leyden.payments.toLightningAddress({ lnAddress: "shop@example.com", amount: 10_000n });

let event;
const events = leyden.events.stream({ types: ["payment.completed"] });
const reading = events.next().then(({ value }) => (event = value));
while (event === undefined)
  await leyden.payments.toLightningAddress({ lnAddress: "shop@example.com", amount: 10_000n });
await Promise.all([reading, events.return()]);

const refusal = await verifyWebhook("{}", {}, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").catch(({ code }) => code);
process.stdout.write(JSON.stringify({ balance, status: payment.status, event: event.type, refusal }));
