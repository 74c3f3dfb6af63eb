import type { Agent as HttpAgent } from "node:http";
import { Agent, request } from "./children/node-http.ts";
import { CALLS, type CallName, type Calls, type ControlAddress } from "./control-api.ts";

/** Calls of one node, as its control server understands them. Answers are trusted: both sides are this package. */
export type Control = {
  readonly [Name in CallName]: (
    ...input: Calls[Name]["input"] extends Readonly<Record<string, never>> ? [] : [Calls[Name]["input"]]
  ) => Promise<Calls[Name]["output"]>;
};

/** The node did not answer, or with an error. */
export class ControlError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ControlError";
  }
}

/** Longer than the longest wait of a call (`pay`, `received`). */
const TIMEOUT_MS = 60_000;

/** The node behind `address`, with connections that stay open between calls. */
export function control(address: ControlAddress): Control {
  const agent = new Agent({ keepAlive: true });
  const names = Object.keys(CALLS) as CallName[];
  const calls = names.map((name) => [name, (input: object = {}) => call(address, agent, name, input)]);
  return Object.fromEntries(calls) as Control;
}

async function call(address: ControlAddress, agent: HttpAgent, name: CallName, input: object): Promise<unknown> {
  const [method = "", path = ""] = CALLS[name].split(" ");
  const isGet = method === "GET";
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
  const body = isGet ? undefined : JSON.stringify(input);
  const { status, text } = await send(`${address.url}${path}${query}`, { method, token: address.token, body, agent });
  if (status !== 200) throw new ControlError(`${name}: ${status} ${text}`);
  return JSON.parse(text);
}

type Sent = {
  readonly method: string;
  readonly token: string;
  readonly body: string | undefined;
  readonly agent: HttpAgent;
};

function send(url: string, { method, token, body, agent }: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new ControlError(`no answer from ${url}: ${error.message}`, { cause: error }));
    const sent = request(
      url,
      {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("timeout")));
    sent.on("error", fail);
    sent.end(body);
  });
}
