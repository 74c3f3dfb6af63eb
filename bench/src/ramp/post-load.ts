import { type Course, type Load, load } from "../http-load.ts";

/** What the load generator of POSTs, a process of its own, has to do: the same body, as any of the projects. */
export type PostMessage = Course & { readonly path: string; readonly body: string; readonly keys: readonly string[] };

async function run({ path, body, keys, ...course }: PostMessage): Promise<Load> {
  const head = `POST ${path} HTTP/1.1\r\nhost: bench.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  const requests = keys.map((key) => `${head}apikey: ${key}\r\n\r\n${body}`);
  return await load(course, { request: () => requests[Math.floor(Math.random() * requests.length)] ?? "" });
}

process.on("message", async (message) => process.send?.(await run(message as PostMessage)));
