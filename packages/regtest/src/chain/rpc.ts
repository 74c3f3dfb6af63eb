import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "../children/node-http.ts";

/** JSON-RPC as bitcoind and bcoin have it. */
export type ChainRpc = <Result>(method: string, ...params: readonly unknown[]) => Promise<Result>;

export type ChainAddress = { readonly url: string; readonly user: string; readonly password: string };

/** An error that the chain answered with, for instance a transaction it does not take. */
export class ChainError extends Error {
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.name = "ChainError";
    this.code = code;
  }
}

/** SegWit, without which there is no Lightning, becomes active at this height. */
export const FIRST_BLOCKS = 432;

/** For rewards that are not needed: BIP 173's example, whose key is unknown. */
export const BURN_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

const TIMEOUT_MS = 30_000;

/** Asked twice they do what they do once; `generatetoaddress` makes more blocks. */
const REPEATABLE = /^(get|sendrawtransaction$|setmocktime$)/;

/**
 * Calls the chain. Throws `ChainError` for an error it answers, a plain `Error` when there is no answer. The chain may
 * close a kept connection in the moment in which we use it again, as on a busy machine: what may be repeated is sent
 * once more, on a new connection.
 */
export function chainRpc({ url, user, password }: ChainAddress): ChainRpc {
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const fresh = new Agent({ keepAlive: false });
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const send = (agent: typeof kept, method: string, params: readonly unknown[]) =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization, "content-type": "application/json" };
      const sent = request(url, { method: "POST", agent, headers, timeout: TIMEOUT_MS }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
      });
      sent.on("timeout", () => sent.destroy(new Error(`${method}: no answer within ${TIMEOUT_MS} ms`)));
      sent.on("error", (error) =>
        reject(sent.reusedSocket && isClosed(error) ? new KeptConnectionClosed(error) : error),
      );
      sent.end(JSON.stringify({ jsonrpc: "1.0", id: 0, method, params }));
    });
  return async (method, ...params) => {
    try {
      return resultOf(method, await send(kept, method, params));
    } catch (error) {
      if (!(error instanceof KeptConnectionClosed)) throw error;
      if (!REPEATABLE.test(method)) throw error.cause;
      return resultOf(method, await send(fresh, method, params));
    }
  };
}

class KeptConnectionClosed extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Node calls a connection that was closed before the answer "socket hang up", with the same code. */
function isClosed(error: Error): boolean {
  return ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function resultOf<Result>(method: string, text: string): Result {
  const answer = JSON.parse(text) as { result: Result; error: { code: number; message: string } | null };
  if (answer.error !== null) throw new ChainError(method, answer.error.code, answer.error.message);
  return answer.result;
}

/** Waits until the chain answers and has grown as far as Lightning needs it: it starts beside us, or again. */
export async function untilReady(rpc: ChainRpc, timeoutMs: number): Promise<void> {
  const giveUpMs = performance.now() + timeoutMs;
  for (;;) {
    const height = await rpc<number>("getblockcount").catch(() => 0);
    if (height >= FIRST_BLOCKS) return;
    if (performance.now() > giveUpMs) throw new Error("the chain does not answer");
    await sleep(50);
  }
}
