import { Agent, get } from "node:http";
import { loadavg } from "node:os";
import { text } from "node:stream/consumers";
import { connectEmbeddedNode } from "../../../packages/server/src/adapters/lightning/embedded/embedded.ts";
import { msats } from "../../../packages/server/src/kernel/money.ts";
import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { decodeLnurl } from "../../../packages/server/src/protocol/lnurl.ts";
import type { Figure, Part } from "../figure.ts";
import { type Installation, withInstallation } from "./installation.ts";

const IN_FLIGHT = 64;
const AMOUNT = msats(21_000n);
/** As of a pay link, so that none expires while it is measured. */
const EXPIRY_SECONDS = 600;
/** Each request comes from a network of its own, as those of many payers do. */
const SETTINGS = { LEYDEN_TRUSTED_PROXIES: "127.0.0.1" };

/** Makes one invoice. @throws when there is none. */
type Maker = { readonly name: string; make(): Promise<void>; close(): Promise<void> };

/**
 * Invoices that payers' wallets ask for over LNURL, and the same invoices made by the same node without Leyden, in
 * turns.
 */
export const lnurlCallbacks: Part = {
  title: "lnurl pay callback",
  async measure({ rounds, seconds, warmUpSeconds, links }) {
    return await withInstallation(SETTINGS, async (installation) => {
      const makers = [await throughCallbacks(installation, links), byNodeAlone(installation)] as const;
      for (const maker of makers) await makeFor(maker, warmUpSeconds);
      const measured: { readonly ours: number; readonly alone: number }[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const rates = new Map<Maker, number>();
        for (const maker of round % 2 === 0 ? makers.toReversed() : makers) {
          rates.set(maker, await makeFor(maker, seconds));
          const load = loadavg()[0]?.toFixed(1);
          console.log(`round ${round}, ${maker.name}: ${rates.get(maker)?.toFixed(0)} a second; load ${load}`);
        }
        const [ours = Number.NaN, alone = Number.NaN] = makers.map((maker) => rates.get(maker));
        measured.push({ ours, alone });
      }
      for (const maker of makers) await maker.close();
      return figuresOf(measured);
    });
  },
};

/** Invoices a second. */
async function makeFor({ make }: Maker, seconds: number): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  let made = 0;
  const makeOneAfterAnother = async () => {
    while (performance.now() < until) {
      await make();
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, makeOneAfterAnother));
  return (made * 1_000) / (performance.now() - begun);
}

/** As a payer's wallet does: one GET, answered with the invoice. */
async function throughCallbacks({ development }: Installation, count: number): Promise<Maker> {
  const { baseUrl, apiKey } = development;
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const links = await createLinks(baseUrl, apiKey, count);
  let asked = 0;
  return {
    name: "through the callback",
    async make() {
      asked += 1;
      const from = `10.${(asked >> 8) & 255}.${asked & 255}.1`; // a network has a limit for each link
      await ask(agent, `${links[asked % count]}/callback?amount=${AMOUNT}`, { "x-forwarded-for": from });
    },
    close: async () => agent.destroy(),
  };
}

async function createLinks(baseUrl: string, apikey: string, count: number): Promise<readonly string[]> {
  const message = { minAmount: "1000", maxAmount: "100000", description: "for the benchmark" };
  const headers = { apikey, "content-type": "application/json" };
  const links: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const answer = await fetch(`${baseUrl}/v0/static-charges`, {
      method: "POST",
      headers,
      body: JSON.stringify(message),
    });
    const made = await answer.text();
    if (!answer.ok) throw new Error(`a static charge was not made: ${made}`);
    links.push(decodeLnurl(JSON.parse(made).data.invoice.request).href);
  }
  return links;
}

async function ask(agent: Agent, url: string, headers: Record<string, string>): Promise<void> {
  const answer = await new Promise<string>((resolve, reject) => {
    get(url, { agent, headers }, (response) => text(response).then(resolve, reject)).on("error", reject);
  });
  if (!answer.includes(`"pr":"ln`)) throw new Error(`a callback has no invoice: ${answer}`);
}

/** By the same adapter as the service, at the same node; only the hash of the description is another each time. */
function byNodeAlone({ network }: Installation): Maker {
  const node = connectEmbeddedNode({ ...network.node, clock: machineClock });
  return {
    name: "by the node alone",
    async make() {
      const text = crypto.randomUUID();
      const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
      await node.createInvoice({
        amount: AMOUNT,
        description: { kind: "hash", sha256, text },
        expirySeconds: EXPIRY_SECONDS,
      });
    },
    close: () => node.close(),
  };
}

function figuresOf(measured: readonly { readonly ours: number; readonly alone: number }[]): Figure[] {
  return [
    { title: "invoices through the LNURL-pay callback", unit: "a second", rounds: measured.map(({ ours }) => ours) },
    { title: "invoices by the node alone", unit: "a second", rounds: measured.map(({ alone }) => alone) },
    {
      title: "lnurl pay callback / the node's createInvoice alone, 64 in flight",
      unit: "ratio",
      rounds: measured.map(({ ours, alone }) => ours / alone),
      wanted: { atLeast: 0.9 },
    },
  ];
}
