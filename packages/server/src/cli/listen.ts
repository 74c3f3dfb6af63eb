import { createHmac } from "node:crypto";
import type { Command } from "commander";
import { type Config, readConfig, SETTINGS } from "#config.ts";
import type { Clock } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { portOf } from "#platform/outbound/policy.ts";
import { formatWebhookSecret } from "#protocol/standard-webhook.ts";
import { readDevelopment } from "#supervisor/provision.ts";
import { readRunning } from "#supervisor/run-file.ts";
import { LeydenError } from "../../../client/src/errors.ts";
import { thisMachine } from "../../../client/src/machine.ts";
import { type StreamedEvent, streamEvents } from "../../../client/src/stream.ts";
import { type Forwarded, forwardEvent, type Receiver } from "./forward-event.ts";
import { print, printProgress } from "./output.ts";

export type ListenOptions = {
  readonly forwardTo?: string;
  readonly url?: string;
  readonly key?: string;
  readonly types?: string;
  readonly after?: string;
  readonly secret?: string;
  readonly json?: true;
};

/** What the options, the environment and the data folder say together. */
export type Listening = {
  readonly url: string;
  readonly key: string;
  readonly types: readonly string[] | undefined;
  readonly after: string | undefined;
  readonly receiver: Receiver | undefined;
  /** The secret was made from the key: it has to be shown to be known. */
  readonly isOwnSecret: boolean;
  readonly json: boolean;
};

export type ListenDeps = {
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** One line for each event. */
  readonly print: (line: string) => void;
  /** Everything else. */
  readonly printProgress: (line: string) => void;
};

const CONNECT_MS = 20_000;

/** The events of a project in this terminal and, for the time of development, at a program on this machine. */
export function addListenCommand(program: Command): void {
  program
    .command("listen")
    .description("print a project's events as they happen, and forward them to a program of yours; Ctrl-C ends it")
    .option("--forward-to <url>", "post each event there, signed as webhooks are: http://localhost:3000/hook")
    .option("--url <url>", "where the service is; else LEYDEN_URL, else the one that runs on the data folder")
    .option("--key <key>", "the project's key; else LEYDEN_KEY, else that of the demo project here")
    .option("--types <types>", "only these types, separated by commas; else all")
    .option("--after <event id>", "begin with what happened after this event; else now")
    .option("--secret <secret>", "whsec_…, which signs; else LEYDEN_WEBHOOK_SECRET, else one that is made from the key")
    .option("--json", "print one line of JSON for each event, with the event in it")
    .action(async (options: ListenOptions) => {
      const listening = readOptions(options, readConfig());
      const stop = new AbortController();
      // Ctrl-C goes to all processes, and npm hands its own on too: a second one must not end this before its last
      // line.
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());
      process.stdout.on("error", () => stop.abort()); // the program that reads the lines has ended
      const last = await listen({ clock: machineClock, signal: stop.signal, print, printProgress }, listening);
      if (last !== undefined) printProgress(`Go on with: npm run leyden -- ${wordsAfter(last, options).join(" ")}`);
    });
}

/**
 * Prints and forwards event by event until `signal` aborts. Returns the id of the last one, to go on after.
 *
 * @throws {OperatorError} when the service refuses what it is asked.
 */
export async function listen(deps: ListenDeps, listening: Listening): Promise<string | undefined> {
  const { clock, signal } = deps;
  const { receiver } = listening;
  const outbound = createOutbound({
    allow: receiver === undefined ? [] : [hostAndPort(receiver.url)],
    ownAddresses: [],
    clock,
  });
  let last = listening.after;
  try {
    for await (const event of streamOf(deps, listening)) {
      const at = clock.now();
      const forwarded = receiver && (await forwardEvent({ outbound, clock }, receiver, event, signal));
      if (signal.aborted) break;
      deps.print(listening.json ? jsonOf(at, event, forwarded) : lineOf(at, event, forwarded));
      last = event.id;
    }
  } catch (error) {
    if (!signal.aborted) throw error instanceof LeydenError ? explained(error, listening) : error;
  } finally {
    await outbound.close();
  }
  return last;
}

/** The stream of events; says once that the service is away, and that it is back. */
function streamOf({ signal, printProgress }: ListenDeps, listening: Listening): AsyncIterable<StreamedEvent> {
  const { url, key, types, after } = listening;
  let hasBegun = false;
  let isAway = false;
  return streamEvents(
    {
      machine: thisMachine,
      options: { baseUrl: url, credentials: { apikey: key }, timeoutMs: CONNECT_MS, retries: 0 },
    },
    {
      types,
      after,
      signal,
      keepsTrying: true,
      read: (event) => event,
      onOpen() {
        if (isAway) printProgress(`${url} is back.`);
        if (!hasBegun) for (const line of beginning(listening)) printProgress(line);
        isAway = false;
        hasBegun = true;
      },
      onFailure(error) {
        if (!isAway) printProgress(`${url} is away: ${error.message}. It is tried again until it is back.`);
        isAway = true;
      },
    },
  );
}

/** The first lines. */
function beginning({ url, types, after, receiver, isOwnSecret }: Listening): readonly string[] {
  const since = after === undefined ? "from now on" : `after ${after}`;
  return [
    `Listening to ${url}: ${types?.join(", ") ?? "all events"}, ${since}.`,
    ...(receiver === undefined ? [] : [`Forwarding to ${receiver.url.href}`]),
    ...(receiver !== undefined && isOwnSecret
      ? [
          `Signed with this secret, which your program needs: LEYDEN_WEBHOOK_SECRET=${formatWebhookSecret(receiver.secret)}`,
        ]
      : []),
  ];
}

/** The longest type that there is today, so that the lines stand in columns. */
const TYPE_WIDTH = "payment.completed".length;

function lineOf(at: Date, { type, id }: StreamedEvent, forwarded: Forwarded | undefined): string {
  const line = `${at.toISOString().slice(11, 19)}  ${type.padEnd(TYPE_WIDTH)}  ${id}`;
  if (forwarded === undefined) return line;
  const { kind } = forwarded;
  return kind === "answered"
    ? `${line}  → ${forwarded.status} in ${forwarded.durationMs} ms`
    : `${line}  → ${forwarded.problem}`;
}

function jsonOf(at: Date, { type, id, text }: StreamedEvent, forwarded: Forwarded | undefined): string {
  return JSON.stringify({ at: at.toISOString(), type, id, forwarded, event: JSON.parse(text) });
}

/** The key stays where it was: it is not printed. */
function wordsAfter(last: string, { forwardTo, url, types, json }: ListenOptions): readonly string[] {
  const given = { "--after": last, "--forward-to": forwardTo, "--url": url, "--types": types };
  const words = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name, quoted(value)]));
  return ["listen", ...words, ...(json ? ["--json"] : [])];
}

/** As a POSIX shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:,@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @throws {InvalidInput} @throws {OperatorError} when it is not known where to listen, or with which key. */
export function readOptions(options: ListenOptions, config: Config): Listening {
  const { dataDir } = config;
  const ours = readRunning(dataDir)?.baseUrl;
  const url = option("--url", options.url, SETTINGS.serviceUrl) ?? config.serviceUrl ?? ours;
  if (url === undefined)
    throw new OperatorError(
      `nothing runs on the data folder ${dataDir}`,
      "Start it with `npm start`, or name another service with --url or LEYDEN_URL.",
    );
  const key =
    option("--key", options.key, SETTINGS.projectKey) ??
    config.projectKey ??
    (url === ours ? readDevelopment(dataDir)?.apiKey : undefined); // it is nothing for another service
  if (key === undefined)
    throw new OperatorError(
      "there is no project key",
      "Set LEYDEN_KEY, or give it with --key; `npm run leyden -- key create <project>` makes one.",
    );
  const secret = option("--secret", options.secret, SETTINGS.webhookSecret) ?? config.webhookSecret;
  const to = options.forwardTo === undefined ? undefined : forwardUrl(options.forwardTo);
  return {
    url,
    key,
    types: options.types === undefined ? undefined : typesOf(options.types),
    after: option("--after", options.after, { read: String }),
    receiver: to && { url: to, secret: secret ?? secretOf(key) },
    isOwnSecret: secret === undefined,
    json: options.json === true,
  };
}

/**
 * An option follows the rules of the variable that stands for it. @throws {InvalidInput} which does not have the value.
 */
function option<T>(
  name: string,
  text: string | undefined,
  { read }: { readonly read: (text: string) => T },
): T | undefined {
  if (text === undefined) return undefined;
  if (text === "") throw new InvalidInput(name, "must not be empty");
  try {
    return read(text);
  } catch (error) {
    throw new InvalidInput(name, (error as Error).message);
  }
}

/** @throws {InvalidInput} */
function forwardUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidInput("--forward-to", "must be a URL that begins with http:// or https://");
  if (`${url.username}${url.password}` !== "") throw new InvalidInput("--forward-to", "must be without user");
  return url;
}

/** @throws {InvalidInput} */
function typesOf(text: string): readonly string[] {
  const types = text.split(",").map((type) => type.trim());
  if (types.includes("")) throw new InvalidInput("--types", "must be types, separated by commas");
  return types;
}

/** The same at each run, so that the program that receives needs it once. It gives away nothing of the key. */
export function secretOf(key: string): Uint8Array {
  return createHmac("sha256", key).update("leyden listen").digest();
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function explained(error: LeydenError, { url, after }: Listening): OperatorError {
  const { code, status, message } = error;
  if (status === 401)
    return new OperatorError(
      `${url} does not take the project's key`,
      "Give another one with --key or LEYDEN_KEY; `npm run leyden -- key create <project>` makes one.",
    );
  if (code === "event_not_found")
    return new OperatorError(
      `the project has no event ${after}, or it is no longer kept`,
      "Leave out --after to begin now.",
    );
  return new OperatorError(
    `${url} refuses: ${message}`,
    "Check the options, and that --url is a service of this version.",
  );
}
