import { randomUUID } from "node:crypto";
import { type Course, load } from "./http-load.ts";

/** What the load generator, a process of its own, has to do. */
export type LoadMessage = Course & {
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
  address: { path: "/v0/ln-address/send-payment", payee: "lnAddress", text: "comment" },
  gamertag: { path: "/v0/gamertag/send-payment", payee: "gamertag", text: "description" },
} as const;

/** The requests of one run: a payer and a payee at random, an idempotency key of its own. */
function requestsOf({ keys, payees, by, payers }: LoadMessage): () => string {
  const run = randomUUID();
  const { path, payee: field, text } = OPERATIONS[by];
  const rest = `"amount":"1000","${text}":"thanks for the fish","internalId":"order 4711"}`;
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

/** Pays, each connection its next payment when the last one is answered. */
async function pay(message: LoadMessage) {
  const request = requestsOf(message);
  return await load(message, { request });
}

process.on("message", async (message) => process.send?.(await pay(message as LoadMessage)));
