import { type Course, load } from "../http-load.ts";

/** The same GET again and again, with one key. */
export type GetMessage = Course & { readonly path: string; readonly key: string };

process.on("message", async (message) => {
  const { path, key, ...course } = message as GetMessage;
  const request = [`GET ${path} HTTP/1.1`, "host: bench.example", `apikey: ${key}`, "", ""].join("\r\n");
  process.send?.(await load(course, { request: () => request }));
});
