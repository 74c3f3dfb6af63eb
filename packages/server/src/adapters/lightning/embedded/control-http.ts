import type { Agent } from "node:http";
import { NodeUnavailable } from "#lightning";
import { request as startRequest } from "#platform/machine/node-http.ts";
import { OtherNode, unanswered } from "../errors.ts";

export type ControlRequest = {
  readonly agent: Agent;
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly token: string;
  /** Public key of the node that alone may do it. */
  readonly nodeId?: string | undefined;
  /** Called when the connection stands and nothing was written yet, so that it may still refuse by throwing. */
  readonly body?: () => object;
  /** Silence of the node after which we give up. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

/** A page of a thousand payments is a quarter of this. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * One exchange with a control server on this machine. Resolves with the JSON it answered.
 * @throws {NotConnected} when nothing was sent.
 * @throws {OtherNode} when nothing was done.
 * @throws {NodeUnavailable} for everything else: what the node did is then not known.
 */
export function exchange({
  agent,
  url,
  method,
  token,
  nodeId,
  body,
  timeoutMs,
  signal,
}: ControlRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isWritten = false;
    const fail = (error: Error) => {
      const message = `the node did not answer: ${error.message}`;
      reject(error instanceof NodeUnavailable ? error : unanswered(message, { isWritten, cause: error }));
    };
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(nodeId !== undefined && { "x-node-id": nodeId }),
    };
    const sent = startRequest(
      url,
      { agent, method, headers, timeout: timeoutMs, ...(signal && { signal }) },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > ANSWER_MAX_BYTES) sent.destroy(new Error("the answer is too long"));
          else chunks.push(chunk);
        });
        answer.on("error", fail);
        answer.on("end", () => {
          try {
            resolve(answerOf(answer.statusCode, Buffer.concat(chunks)));
          } catch (error) {
            fail(error as Error);
          }
        });
      },
    );
    sent.on("timeout", () => {
      sent.destroy(unanswered(`the node did not answer within ${timeoutMs} ms`, { isWritten, isLate: true }));
    });
    sent.on("error", fail);
    sent.once("socket", (socket) => {
      const write = () => {
        try {
          const text = body && JSON.stringify(body());
          isWritten = true;
          sent.end(text);
        } catch (error) {
          reject(error); // the body's own refusal, as it is
          sent.destroy();
        }
      };
      if (socket.connecting) socket.once("connect", write);
      else write();
    });
  });
}

function answerOf(status: number | undefined, body: Buffer): unknown {
  if (status === 409) throw new OtherNode("another node answers in its place");
  if (status !== 200) throw new NodeUnavailable(`the node answered ${status}: ${body.toString("utf8").slice(0, 200)}`);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new NodeUnavailable("the node answered something that is not JSON", { cause, why: "stranger" });
  }
}
