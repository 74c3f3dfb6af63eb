import type { Dispatcher } from "undici";
import { NodeUnavailable } from "#lightning";
import type { Client } from "#platform/outbound/undici.ts";
import { type Fields, fieldsOf } from "../answers.ts";
import { TooLong } from "../errors.ts";
import { Refusal } from "./errors.ts";

export type LndRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
};

/** An answer as it comes, line by line. */
export type Lines = {
  /** Resolves with the status when the head is there: a stream sends none before its first message. */
  head(signal?: AbortSignal): Promise<number>;
  /**
   * The next line; undefined at the end. After `signal` it takes none any more.
   * @throws {NodeUnavailable} when the connection breaks.
   */
  next(signal?: AbortSignal): Promise<string | undefined>;
  /** True when all of it has come. */
  isWhole(): boolean;
  /** Ends the connection, unless the answer is whole. */
  abort(): void;
};

/** The answer is read no further while so many lines wait to be taken, and again when few are left. */
const WAITING_MAX = 1_000;
const WAITING_FEW = 100;

type LinesOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** Called when the head has come, with its `Date`. */
  readonly onDate?: (date: unknown) => void;
};

/**
 * Sends a request, before this returns where the connection stands, and gives its answer as it comes.
 * `maxBytes`: of one line.
 */
export function openLines(
  client: Client,
  { method, path, body }: LndRequest,
  { headers, maxBytes, onDate }: LinesOptions,
): Lines {
  const waiting: string[] = [];
  let rest: Buffer[] = [];
  let restBytes = 0;
  let status: number | undefined;
  let end: { readonly error?: Error } | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let wake: () => void = () => undefined;

  const finish = (error?: Error) => {
    end ??= error === undefined ? {} : { error };
    wake();
  };
  const abort = (error: Error) => {
    if (end !== undefined) return;
    finish(error);
    controller?.abort(error);
  };
  const take = (line: Buffer) => {
    if (line.length > 0) waiting.push(Buffer.concat([...rest, line]).toString("utf8"));
    else if (restBytes > 0) waiting.push(Buffer.concat(rest).toString("utf8"));
    [rest, restBytes] = [[], 0];
  };

  client.dispatch(
    {
      path,
      method,
      headers: { ...headers, "accept-encoding": "identity", ...(body && { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    },
    {
      onRequestStart(started) {
        controller = started;
        if (end?.error !== undefined) started.abort(end.error);
      },
      onResponseStart(_, code, { date }) {
        if (code < 200) return; // another one follows
        onDate?.(date);
        status = code;
        wake();
      },
      onResponseData(_, chunk) {
        let from = 0;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
          take(chunk.subarray(from, at));
          from = at + 1;
        }
        if (from < chunk.length) {
          rest.push(chunk.subarray(from));
          restBytes += chunk.length - from;
        }
        if (restBytes > maxBytes) abort(new TooLong("the node's answer is too long"));
        if (waiting.length > WAITING_MAX) controller?.pause();
        wake();
      },
      onResponseEnd() {
        take(Buffer.alloc(0));
        finish();
      },
      onResponseError: (_, error) => finish(error),
    },
  );

  const changed = async (signal: AbortSignal | undefined) => {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (signal?.aborted) throw new NodeUnavailable("we no longer wait for the answer");
  };
  return {
    async head(signal) {
      while (status === undefined && end === undefined) await changed(signal);
      if (status === undefined) throw brokenBy(end?.error);
      return status;
    },
    async next(signal) {
      while (waiting.length === 0 && end === undefined) await changed(signal);
      const line = waiting.shift();
      if (line === undefined && end?.error !== undefined) throw brokenBy(end.error);
      if (waiting.length < WAITING_FEW && controller?.paused) controller.resume();
      return line;
    },
    isWhole: () => end !== undefined && end.error === undefined,
    abort: () => abort(new NodeUnavailable("we no longer want the answer")),
  };
}

/** Reads an answer that is no stream. @throws {Refusal} {NodeUnavailable} */
export async function readAnswer(lines: Lines): Promise<Fields> {
  const status = await lines.head();
  const text = await readText(lines);
  if (status !== 200) throw refusalOf(status, text);
  return fieldsOf(parse(text));
}

/**
 * The next message of a stream; undefined at its end. Errors come inside of it too, after a head that says 200.
 * @throws {Refusal} {NodeUnavailable}
 */
export async function readMessage(lines: Lines, signal?: AbortSignal): Promise<Fields | undefined> {
  const status = await lines.head(signal);
  if (status !== 200) throw refusalOf(status, await readText(lines));
  const line = await lines.next(signal);
  if (line === undefined) return undefined;
  const message = fieldsOf(parse(line));
  if (message["error"] !== undefined) throw refusalOf(status, line);
  return fieldsOf(message["result"]);
}

async function readText(lines: Lines): Promise<string> {
  const all: string[] = [];
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) all.push(line);
  return all.join("\n");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NodeUnavailable("the node answered something that is not JSON", { cause, why: "stranger" });
  }
}

const WORDS_MAX = 300;

/** An error stands alone, or in `error` where a stream was asked for. */
function refusalOf(status: number, text: string): Refusal {
  try {
    const body = fieldsOf(JSON.parse(text));
    const { code, message } = fieldsOf(body["error"] ?? body);
    if (typeof code === "number" && typeof message === "string")
      return new Refusal({ status, code, words: message.slice(0, WORDS_MAX) });
  } catch {
    // it is no error of the node
  }
  return new Refusal({ status, code: undefined, words: text.slice(0, WORDS_MAX) });
}

function brokenBy(error: Error | undefined): NodeUnavailable {
  if (error instanceof NodeUnavailable) return error;
  return new NodeUnavailable(`the connection to the node broke: ${error?.message ?? "it ended"}`, { cause: error });
}
