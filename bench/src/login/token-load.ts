import { type Course, type Load, load } from "../http-load.ts";

/** What the load generator of tokens, a process of its own, has to do. */
export type TokenMessage =
  /** Reads a path as any of the callers, who are named by a header each. */
  | (Course & { readonly kind: "read"; readonly path: string; readonly callers: readonly string[] })
  /** Refreshes; each connection has a token of its own, and uses the next time what it got. */
  | (Course & {
      readonly kind: "refresh";
      readonly clientId: string;
      readonly clientSecret: string;
      readonly tokens: readonly string[];
    });

/** With the refresh tokens that are valid at the end. */
export type TokenLoad = Load & { readonly tokens: readonly string[] };

const TOKEN = /"refresh_token":"([^"]+)"/;

async function run(message: TokenMessage): Promise<TokenLoad> {
  if (message.kind === "refresh") return await refresh(message);
  const requests = message.callers.map(
    (caller) => `GET ${message.path} HTTP/1.1\r\nhost: bench.example\r\n${caller}\r\n\r\n`,
  );
  const anyOf = () => requests[Math.floor(Math.random() * requests.length)] ?? "";
  return { ...(await load(message, { request: anyOf })), tokens: [] };
}

async function refresh(message: Extract<TokenMessage, { kind: "refresh" }>): Promise<TokenLoad> {
  const tokens = [...message.tokens];
  const { clientId: client_id, clientSecret: client_secret } = message;
  const request = (connection: number) => {
    const refresh_token = tokens[connection];
    const body = JSON.stringify({ client_id, client_secret, grant_type: "refresh_token", refresh_token });
    const head = "POST /v1/oauth2/token HTTP/1.1\r\nhost: bench.example\r\ncontent-type: application/json\r\n";
    return `${head}content-length: ${body.length}\r\n\r\n${body}`;
  };
  const answered = (connection: number, answer: string) => {
    const next = TOKEN.exec(answer)?.[1];
    if (next === undefined || next === tokens[connection]) throw new Error(`an answer without a new token: ${answer}`);
    tokens[connection] = next;
  };
  return { ...(await load(message, { request, answered })), tokens };
}

process.on("message", async (message) => process.send?.(await run(message as TokenMessage)));
