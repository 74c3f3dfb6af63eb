import { randomUUID } from "node:crypto";
import { connect } from "node:net";

/** What the load generator, a process of its own, has to do. */
export type Order = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Who pays, by key, and who is paid, as many; where projects are paid, the same place in both is one project. */
  readonly keys: readonly string[];
  readonly payees: readonly string[];
  readonly by: By;
  /** How many of the first projects pay. */
  readonly payers: number;
};

/** How a request names who is paid. */
export type By = keyof typeof OPERATIONS;

const OPERATIONS = {
  address: { path: "/v0/ln-address/send-payment", payee: "lnAddress", note: "comment" },
  gamertag: { path: "/v0/gamertag/send-payment", payee: "gamertag", note: "description" },
} as const;

export type Load = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The first answer that was not 200, if any. */
  readonly refused?: string;
};

/**
 * Pays over `connections` concurrently, each with its next payment when the last one is answered. Speaks just as much HTTP/1.1
 * as our own server's answers need, and reads them all into one buffer: what the generator takes of the processors is
 * missing where it is measured.
 */
export async function load(order: Order): Promise<Load> {
  const until = performance.now() + order.seconds * 1_000;
  const latencies: number[] = [];
  let refused: string | undefined;
  const nextRequest = requestsOf(order);
  const received = Buffer.allocUnsafe(RECEIVED_BYTES_MAX);

  const payInTurn = () =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      let earlier = "";
      const send = () => {
        sentAt = performance.now();
        socket.write(nextRequest(), "latin1");
      };
      const answered = (answer: string) => {
        latencies.push(performance.now() - sentAt);
        if (!answer.startsWith("HTTP/1.1 200")) refused ??= answer;
        if (performance.now() < until) return send();
        socket.end();
        resolve();
      };
      const callback = (bytes: number) => {
        const answer = earlier + received.toString("latin1", 0, bytes);
        const isWhole = answer.length === answerLength(answer);
        earlier = isWhole ? "" : answer;
        if (isWhole) answered(answer);
        return true;
      };
      const socket = connect({ port: order.port, host: "127.0.0.1", onread: { buffer: received, callback } });
      socket.setNoDelay(true).on("connect", send).on("error", reject);
    });

  const start = performance.now();
  await Promise.all(Array.from({ length: order.connections }, payInTurn));

  const seconds = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    ...(refused !== undefined && { refused }),
  };
}

const RECEIVED_BYTES_MAX = 64 * 1024;

/** The requests of one run: a payer and a payee at random, an idempotency key of its own. */
function requestsOf({ keys, payees, by, payers }: Order): () => string {
  const run = randomUUID();
  const { path, payee: field, note } = OPERATIONS[by];
  const rest = `"amount":"1000","${note}":"thanks for the fish","internalId":"order 4711"}`;
  let payments = 1_000_000; // so that all have as many digits
  const heads = keys.map((key) =>
    [
      `POST ${path} HTTP/1.1`,
      "host: bench.example",
      `apikey: ${key}`,
      "content-type: application/json",
      `idempotency-key: ${run}-`,
    ].join("\r\n"),
  );
  const bodies = payees.map((payee) => {
    const body = `{"${field}":"${payee}",${rest}`;
    return `\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  });
  return () => {
    payments += 1;
    const payer = Math.floor(Math.random() * payers);
    const payee = (payer + 1 + Math.floor(Math.random() * (keys.length - 1))) % keys.length;
    return `${heads[payer]}${payments}${bodies[payee]}`;
  };
}

/** Length of the whole answer; undefined while its head has not arrived. */
function answerLength(received: string): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const field = received.indexOf("\r\ncontent-length: ");
  if (field < 0 || field > head) throw new Error(`an answer without length: ${received}`);
  return head + 4 + Number.parseInt(received.slice(field + 18, field + 26), 10);
}

if (process.send !== undefined) process.on("message", async (order) => process.send?.(await load(order as Order)));
