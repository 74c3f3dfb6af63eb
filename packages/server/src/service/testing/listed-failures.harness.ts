import type { InjectOptions } from "fastify";
import type { Api } from "#platform/http/index.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { committedOpenApi } from "../openapi.ts";
import { documentedFailures, documentedOperations } from "./examples.harness.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;

/** The operations of the reference, with the failures that it lists for each, as "409 invoice_in_use". */
const OPERATIONS = documentedOperations(document).map((documented) => ({
  name: documented.name,
  method: documented.method.toUpperCase(),
  path: new RegExp(`^${documented.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  listed: new Set(documentedFailures(documented, document).map(({ status, code }) => `${status} ${code}`)),
}));

type Inject = (request: InjectOptions | string) => ReturnType<Api["inject"]>;

/**
 * The same app. A request to an operation of the reference throws when it is answered with a failure that is not listed
 * there: so a code that is missing in the list of a route is seen wherever a test causes it.
 */
export function withListedFailures(app: Api): Api {
  const inject: Inject = app.inject.bind(app);
  const checked = async (request: InjectOptions | string) => {
    const answer = await inject(request);
    if (typeof request === "string" || !request.payloadAsStream) requireListed(request, answer);
    return answer;
  };
  return Object.assign(app, { inject: checked });
}

function requireListed(
  request: InjectOptions | string,
  answer: { readonly statusCode: number; readonly body: string },
) {
  const failure = `${answer.statusCode} ${codeOf(answer.body)}`;
  if (answer.statusCode < 400 || codeOf(answer.body) === undefined) return;
  const { url = "", method = "GET" } = typeof request === "string" ? { url: request } : request;
  const [path = ""] = String(url).split("?");
  const operation = OPERATIONS.find((one) => one.method === method && one.path.test(path));
  if (operation === undefined || operation.listed.has(failure)) return;
  throw new Error(`${operation.name} answers ${failure}, which its route does not list`);
}

function codeOf(body: string): string | undefined {
  try {
    return JSON.parse(body)?.error?.code;
  } catch {
    return undefined;
  }
}
