import { connect } from "node:net";

/** For how long, and over how many connections, a load generator asks a server on this machine. */
export type Course = { readonly port: number; readonly connections: number; readonly seconds: number };

export type Load = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The first answer that was not 200, if any. */
  readonly refused?: string;
};

/** What is asked over each connection, which is named by its number: the next request, and what its answer is for. */
export type Talk = {
  readonly request: (connection: number) => string;
  readonly answered?: (connection: number, answer: string) => void;
};

/**
 * Asks over `connections` concurrently, over each the next request when the last one is answered. Speaks just as much
 * HTTP/1.1 as our own server's answers need, and reads them all into one buffer: what the generator takes of the
 * processors is missing where it is measured.
 */
export async function load({ port, connections, seconds: planned }: Course, talk: Talk): Promise<Load> {
  const until = performance.now() + planned * 1_000;
  const latencies: number[] = [];
  let refused: string | undefined;
  const received = Buffer.allocUnsafe(RECEIVED_BYTES_MAX);

  const askInTurn = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      let earlier = "";
      const send = () => {
        sentAt = performance.now();
        socket.write(talk.request(connection), "latin1");
      };
      const answered = (answer: string) => {
        latencies.push(performance.now() - sentAt);
        if (!answer.startsWith("HTTP/1.1 200")) refused ??= answer;
        else talk.answered?.(connection, answer);
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
      const socket = connect({ port, host: "127.0.0.1", onread: { buffer: received, callback } });
      socket.setNoDelay(true).on("connect", send).on("error", reject);
    });

  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, connection) => askInTurn(connection)));

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
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** Length of the whole answer; undefined while its head has not arrived. */
function answerLength(received: string): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const field = LENGTH.exec(received);
  if (field === null || field.index > head) throw new Error(`an answer without length: ${received}`);
  return head + 4 + Number(field[1]);
}
