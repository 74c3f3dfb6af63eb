import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { createOutbound } from "../../../packages/server/src/platform/outbound/outbound.ts";
import { signWebhook, webhookKey } from "../../../packages/server/src/protocol/standard-webhook.ts";

/** What sends: `fetch` of the runtime, or the product's client for addresses that others gave us. */
export type Sender = "fetch" | "outbound";

export type PostsMessage = {
  readonly by: Sender;
  readonly ports: readonly number[];
  readonly body: string;
  readonly inFlight: number;
  readonly seconds: number;
};

type Post = (url: URL, headers: Record<string, string>, body: string) => Promise<number>;

/** Posts the body to the receivers in turns, `inFlight` at a time, without any database. Returns how many a second. */
async function postMany({ by, ports, body, inFlight, seconds }: PostsMessage): Promise<number> {
  const post = by === "fetch" ? postByFetch : byOutbound(ports);
  const urls = ports.map((port) => new URL(`http://127.0.0.1:${port}/hook`));
  const event = { id: "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10", at: new Date(), body };
  const headers = { "content-type": "application/json", ...signWebhook(event, [webhookKey(new Uint8Array(32))]) };
  const start = performance.now();
  let posted = 0;
  const postInTurn = async (url: URL) => {
    while (performance.now() - start < seconds * 1_000) {
      const status = await post(url, headers, body);
      if (status !== 204) throw new Error(`a receiver answered ${status}`);
      posted += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, i) => postInTurn(urls[i % urls.length] as URL)));
  return (posted * 1_000) / (performance.now() - start);
}

const postByFetch: Post = async (url, headers, body) => {
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
};

function byOutbound(ports: readonly number[]): Post {
  const allow = ports.map((port) => `127.0.0.1:${port}`);
  const outbound = createOutbound({ allow, ownAddresses: [], clock: machineClock });
  const limits = { maxBytes: 4_096, longer: "cut", deadlineMs: 15_000, redirects: "none" } as const;
  return async (url, headers, body) =>
    (await outbound.request({ url, method: "POST", headers, body, ...limits })).status;
}

process.on("message", async (message) => process.send?.(await postMany(message as PostsMessage)));
process.on("disconnect", () => process.exit());
