import { randomUUID } from "node:crypto";
import { connect } from "node:net";

/** What the load generator, a process of its own, is told to do. */
export type Order = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Who pays, by key, and who is paid, by address; the same place in both is one project. */
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
  /** How many of the first projects pay. */
  readonly payers: number;
};

export type Load = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The first answer that was not 200, if any. */
  readonly refused?: string;
};

/**
 * Pays over `connections` at once, each with its next payment when the last one is answered. Speaks just as much HTTP/1.1
 * as our own server's answers need: a real client would take the processor from what is measured.
 */
export async function load(order: Order): Promise<Load> {
  const run = randomUUID();
  const until = performance.now() + order.seconds * 1_000;
  const latencies: number[] = [];
  let refused: string | undefined;
  let payments = 0;

  const nextRequest = () => {
    payments += 1;
    const payer = Math.floor(Math.random() * order.payers);
    const payee = (payer + 1 + Math.floor(Math.random() * (order.keys.length - 1))) % order.keys.length;
    return requestText(order.keys[payer] ?? "", order.addresses[payee] ?? "", `${run}-${payments}`);
  };

  const start = performance.now();
  await Promise.all(
    Array.from(
      { length: order.connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(order.port, "127.0.0.1");
          let received = "";
          let sentAt = 0;
          const send = () => {
            sentAt = performance.now();
            socket.write(nextRequest());
          };
          socket.setNoDelay(true).on("connect", send).on("error", reject);
          socket.on("data", (bytes) => {
            received += bytes.toString("latin1");
            const length = answerLength(received);
            if (length === undefined || received.length < length) return;
            latencies.push(performance.now() - sentAt);
            if (!received.startsWith("HTTP/1.1 200")) refused ??= received;
            received = "";
            if (performance.now() < until) return send();
            socket.end();
            resolve();
          });
        }),
    ),
  );

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

function requestText(key: string, lnAddress: string, idempotencyKey: string): string {
  const body = JSON.stringify({ lnAddress, amount: "1000", comment: "thanks for the fish", internalId: "order 4711" });
  return [
    "POST /v0/ln-address/send-payment HTTP/1.1",
    "host: bench.example",
    `apikey: ${key}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    `idempotency-key: ${idempotencyKey}`,
    "",
    body,
  ].join("\r\n");
}

/** Length of the whole answer; undefined while its head is not here. */
function answerLength(received: string): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head + 2))?.[1];
  if (length === undefined) throw new Error(`an answer without length: ${received}`);
  return head + 4 + Number(length);
}

if (process.send !== undefined) process.on("message", async (order) => process.send?.(await load(order as Order)));
