import { readFile } from "node:fs/promises";
import { request as startRequest } from "node:https";
import type { FakeLnd } from "./fake-lnd.harness.ts";

/** One exchange with a node, as a client without opinions sees it. */
export type Exchange = {
  /** Undefined as long as no head has come. */
  readonly status: () => number | undefined;
  /** Messages of a stream, or the answer of a plain call. */
  readonly messages: readonly Message[];
  /** Resolves when it has ended: with its error when the connection broke, or none ever stood. */
  readonly ended: Promise<(Error & { readonly code?: string }) | undefined>;
  leave(): void;
};

export type Message = {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
} & Record<string, unknown>;

type Options = {
  readonly body?: object | string;
  readonly macaroon?: string | undefined;
  readonly servername?: string;
};

/** Begins a call. `line`: method and path. */
export async function begin({ address }: FakeLnd, line: string, options: Options = {}): Promise<Exchange> {
  const [method = "", path = ""] = line.split(" ");
  const macaroon = "macaroon" in options ? options.macaroon : (await readFile(address.credentialFile)).toString("hex");
  const ca = await readFile(address.certFile);
  const messages: Message[] = [];
  let status: number | undefined;
  let leave: () => void = () => undefined;
  const ended = new Promise<Error | undefined>((resolve) => {
    const { host, port } = address;
    const { servername } = options;
    const headers = macaroon === undefined ? {} : { "grpc-metadata-macaroon": macaroon };
    const place = { host, port, method, path, ca, headers, agent: false as const, ...(servername && { servername }) };
    const sent = startRequest(place, (answer) => {
      status = answer.statusCode;
      let text = "";
      const read = (line: string) => {
        try {
          if (line !== "") messages.push(JSON.parse(line));
        } catch (error) {
          resolve(error as Error);
        }
      };
      answer.on("data", (chunk: Buffer) => {
        const lines = (text + chunk.toString("utf8")).split("\n");
        text = lines.pop() ?? "";
        lines.forEach(read);
      });
      answer.on("error", resolve);
      answer.on("end", () => {
        read(text);
        resolve(undefined);
      });
    });
    sent.on("error", resolve);
    const { body } = options;
    sent.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
    leave = () => void sent.destroy();
  });
  return { status: () => status, messages, ended, leave: () => leave() };
}

/** A call with all of its answer. */
export async function ask(lnd: FakeLnd, line: string, options: Options = {}) {
  const exchange = await begin(lnd, line, options);
  const error = await exchange.ended;
  if (error !== undefined) throw error;
  const [first = {}] = exchange.messages;
  return { status: exchange.status(), answer: first, messages: exchange.messages };
}

/** Bytes in a path: padded base64url. */
export function inPath(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

/** A request to send that pays an invoice. */
export function sendBody({ invoice }: { readonly invoice: string }, more: object = {}): object {
  return { payment_request: invoice, fee_limit_msat: "20000", timeout_seconds: 30, ...more };
}

/** What messages of a stream say about a payment. */
export function statesOf(messages: readonly Message[]): readonly string[] {
  return messages.map(({ result }) => `${result?.["status"]} ${result?.["failure_reason"]}`);
}
