/** An operation as calls to paste, in three languages, and as the answers it can give. */
import type { JsonSchema, OpenApi, Operation } from "../openapi.ts";
import type { Sample } from "./code.ts";
import { exampleOf, resolve } from "./example.ts";

export type Entry = { readonly method: string; readonly path: string; readonly operation: Operation };

type Call = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly credentials: Credentials | undefined;
  readonly body: string | undefined;
};

/** A header, and the variable of the environment that it is taken from. */
type Credentials = { readonly name: string; readonly before: string; readonly variable: string };

const PROJECT_KEY: Credentials = { name: "apikey", before: "", variable: "LEYDEN_KEY" };
const ACCESS_TOKEN: Credentials = { name: "Authorization", before: "Bearer ", variable: "LEYDEN_TOKEN" };

export function requestSamples(entry: Entry, document: OpenApi): readonly Sample[] {
  const call = callOf(entry, document);
  return [
    { label: "curl", text: curl(call) },
    { label: "JavaScript", text: javaScript(call) },
    { label: "Python", text: python(call) },
  ];
}

/** A call whose answer goes on, as text that is shown as it comes. */
export function streamSamples(entry: Entry, document: OpenApi): readonly Sample[] {
  const { url } = callOf(entry, document);
  return [
    { label: "curl", text: `curl -N ${url} \\\n  -H "apikey: $LEYDEN_KEY"` },
    {
      label: "JavaScript",
      text: `const answer = await fetch("${url}", {
  headers: {
    apikey: process.env.LEYDEN_KEY,
  },
});
for await (const text of answer.body.pipeThrough(new TextDecoderStream())) console.log(text);`,
    },
    {
      label: "Python",
      text: `import os, requests

answer = requests.get(
    "${url}",
    headers={"apikey": os.environ["LEYDEN_KEY"]},
    stream=True,
    timeout=60,
)
for line in answer.iter_lines():
    print(line.decode())`,
    },
  ];
}

function callOf({ method, path, operation }: Entry, document: OpenApi): Call {
  const { parameters = [], requestBody, security } = operation;
  const placed = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    return encodeURIComponent(String(exampleOf(parameter?.schema ?? {}, document)));
  });
  const body = requestBody && exampleOf(requestBody.content["application/json"].schema, document);
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  return {
    method: method.toUpperCase(),
    url: (document.servers[0]?.url ?? "") + placed,
    headers: [
      ...(takesKey ? ([["Idempotency-Key", FRESH_KEY]] as const) : []),
      ...(body === undefined ? [] : ([["Content-Type", "application/json"]] as const)),
    ],
    credentials: credentialsOf(security[0]),
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  };
}

function credentialsOf(security: Operation["security"][number] | undefined): Credentials | undefined {
  if (security === undefined) return undefined;
  return "accessToken" in security ? ACCESS_TOKEN : PROJECT_KEY;
}

/** `page.js` puts a new key in its place for each copy; one that was used before answers the first payment again. */
export const FRESH_KEY = "order-4711";

function curl({ method, url, headers, credentials, body }: Call): string {
  const lines = [`curl ${url}`];
  if (method !== "GET" && body === undefined) lines.push(`-X ${method}`);
  if (credentials) lines.push(`-H "${credentials.name}: ${credentials.before}$${credentials.variable}"`);
  for (const [name, value] of headers) lines.push(`-H '${name}: ${value}'`);
  if (body !== undefined) lines.push(`-d '${indent(body.replaceAll("'", "'\\''"), 2)}'`);
  return lines.join(" \\\n  ");
}

function javaScript({ method, url, headers, credentials, body }: Call): string {
  const fields = [
    ...(credentials ? [javaScriptField(credentials)] : []),
    ...headers.map(([name, value]) => `"${name}": "${value}"`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    `headers: {\n${fields.map((field) => `    ${field},\n`).join("")}  }`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(body, 2).replaceAll(/"(\w+)":/g, "$1:")})`]),
  ];
  return `const answer = await fetch("${url}", {
${options.map((option) => `  ${option},\n`).join("")}});
const { success, data, error } = await answer.json();`;
}

function javaScriptField({ name, before, variable }: Credentials): string {
  return `${name}: ${before === "" ? `process.env.${variable}` : `\`${before}\${process.env.${variable}}\``}`;
}

function python({ method, url, headers, credentials, body }: Call): string {
  const fields = headers.filter(([name]) => name !== "Content-Type").map(([name, value]) => `"${name}": "${value}"`);
  const all = credentials ? [pythonField(credentials), ...fields] : fields;
  const literal = body?.replaceAll(/: (null|true|false)\b/g, (_, word: string) => `: ${PYTHON_WORDS[word]}`);
  return `import os, requests

answer = requests.${method.toLowerCase()}(
    "${url}",
    headers={${all.join(", ")}},
${literal === undefined ? "" : `    json=${indent(literal.replaceAll("\n  ", "\n    "), 4)},\n`}    timeout=90,
).json()`;
}

function pythonField({ name, before, variable }: Credentials): string {
  return `"${name}": ${before === "" ? "" : `"${before}" + `}os.environ["${variable}"]`;
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { null: "None", true: "True", false: "False" };

function indent(text: string, by: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(by)}`);
}

/** What the operation answers: a success for each message it has, then a failure that carries data. */
export function answerSamples({ operation }: Entry, answer: JsonSchema, document: OpenApi): readonly Sample[] {
  const { data, message } = (resolve(answer, document)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const examples = (data && (resolve(data, document)["examples"] as readonly Example[] | undefined)) ?? [];
  const messages = (message?.["examples"] ?? []) as readonly string[];
  const whole = exampleOf(answer, document) as object;
  if (messages.length < 2) return [{ label: "200", text: jsonText(whole) }];

  const successes = examples.filter(({ failure }) => failure === undefined).slice(0, messages.length);
  const failures =
    operation.responses["400"] === undefined ? [] : examples.filter(({ failure }) => failure !== undefined);
  return [
    ...successes.map((example, i) => ({
      label: labelOf(example),
      text: jsonText({ ...whole, data: example, message: messages[i] }),
    })),
    ...failures.map((example) => ({ label: labelOf(example), text: jsonText(failureOf(example, document)) })),
  ];
}

type Example = { readonly status?: string; readonly failure?: { readonly code: string; readonly message: string } };

/** The status of the object that is answered; that of the answer for an object without one. */
function labelOf({ status = "200" }: Example): string {
  return status;
}

function failureOf(data: Example, document: OpenApi): object {
  const sample = exampleOf({ $ref: "#/components/schemas/Failure" }, document) as { readonly error: object };
  const { code, message } = data.failure as NonNullable<Example["failure"]>;
  const doc_url = `${document.servers[0]?.url}/docs/errors#${code}`;
  return { success: false, message, data, error: { ...sample.error, code, message, doc_url } };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
