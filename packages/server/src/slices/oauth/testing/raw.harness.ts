import { type IncomingHttpHeaders, request } from "node:http";
import { type Given, LOOPBACK } from "./oauth.harness.ts";

/** An answer as it came over the connection. */
export type Raw = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

type Sent = {
  readonly method?: string;
  /** As it stands in the first line of the request: a path, or a whole address. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  /** Without a length: in two chunks. */
  readonly isChunked?: boolean;
};

/** Sends a request that `fetch` would not: any host, any target, any body. Redirects are not followed. */
export function sendRaw({ baseUrl }: Pick<Given, "baseUrl">, sent: Sent): Promise<Raw> {
  const { method = "GET", target, headers = {}, body, isChunked = false } = sent;
  const length = body === undefined || isChunked ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: LOOPBACK, port: new URL(baseUrl).port, method, path: target, headers: { ...length, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        });
      },
    );
    asked.on("error", reject);
    if (isChunked) asked.write("");
    asked.end(body);
  });
}

/** A page that no other site can put into a frame. */
export function isFramed({ headers }: Pick<Raw, "headers">): boolean {
  return !String(headers["content-security-policy"]).includes("frame-ancestors 'none'");
}
