import type { Dispatcher } from "undici";
import { OutboundFailed } from "./errors.ts";

export type OutboundAnswer = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
};

type Limits = { readonly maxBytes: number; readonly longer?: "refuse" | "cut" };

/**
 * Reads the answer to the request that `dispatch` sends. What is not to be read to its end ends the connection, so that
 * the rest is not sent. Without a stream for the body: to make one took as long as all the rest of a call.
 *
 * @throws {OutboundFailed} when the answer is longer than `maxBytes`, or compressed: we asked for none, and a small one
 *   may grow without end.
 * @throws the reason of `signal`, or the error of the HTTP client.
 */
export function readAnswer(
  { maxBytes, longer = "refuse" }: Limits,
  signal: AbortSignal,
  dispatch: (reader: Dispatcher.DispatchHandler) => void,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let head: Omit<OutboundAnswer, "body"> | undefined;

    const finish = () => {
      if (head !== undefined)
        resolve({ ...head, body: new Uint8Array(Buffer.concat(chunks, Math.min(length, maxBytes))) });
    };
    /** What was read of an answer that is cut is the answer. */
    const stop = (controller: Dispatcher.DispatchController, reason: "protocol" | "too_large") => {
      if (longer === "cut") finish();
      controller.abort(new OutboundFailed(reason));
    };

    dispatch({
      onRequestStart(controller) {
        if (signal.aborted) return controller.abort(signal.reason);
        signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
      },
      onResponseStart(controller, status, headers) {
        if (status < 200) return; // another one follows (RFC 9110, section 15.2)
        head = { status, headers: headersOf(headers) };
        if (isEncoded(head)) stop(controller, "protocol");
        else if (longer === "refuse" && Number(headers["content-length"] ?? 0) > maxBytes)
          stop(controller, "too_large");
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) stop(controller, "too_large");
      },
      onResponseEnd: finish,
      onResponseError: (_, error) => reject(error),
    });
  });
}

type Fields = Readonly<Record<string, string | string[] | undefined>>;

function headersOf(fields: Fields): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value = ""] of Object.entries(fields))
    headers.set(name.toLowerCase(), typeof value === "string" ? value : value.join(", "));
  return headers;
}

function isEncoded({ headers }: Pick<OutboundAnswer, "headers">): boolean {
  return !/^(identity)?$/i.test(headers.get("content-encoding") ?? "");
}
