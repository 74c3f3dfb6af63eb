import type { IncomingMessage } from "node:http";

/** Programs that ask for no type may say that they take pages as well: what is below these paths is for them alone. */
const FOR_PROGRAMS = /^\/(?:v0|v1|api|dashboard\/api|wallet\/api)(?:\/|$)/;

/** A person looks for a page. */
export function isOfBrowser({
  method,
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  return method === "GET" && headers.accept?.includes("text/html") === true && !FOR_PROGRAMS.test(url);
}
