import { NodeUnavailable } from "#lightning";

/** What it says where the macaroon is good and lacks a permission. */
const DENIED = "permission denied";

/**
 * The node answered with an error. Nearly all of its errors have code 2, so that one says little: look-ups decide.
 * `message` has the node's words, for people.
 */
export class Refusal extends NodeUnavailable {
  /** Of HTTP; 200 where the error came inside a stream that had begun. */
  readonly status: number;
  /** Of gRPC; undefined where the answer is no error of the node. */
  readonly code: number | undefined;
  readonly words: string;

  constructor({ status, code, words }: Pick<Refusal, "status" | "code" | "words">) {
    super(`the node answered ${status}: ${words}`, { why: words === DENIED ? "permission" : undefined });
    this.status = status;
    this.code = code;
    this.words = words;
  }
}

/** `asked`, a call of `lnrpc`. Where its permission is lacking the error has the name that a macaroon allows it by. */
export async function named<Answer>(call: string, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Refusal) || error.why !== "permission") throw error;
    throw new NodeUnavailable(`the credential lacks /lnrpc.Lightning/${call}`, { cause: error, why: error.why });
  }
}

/** gRPC: there is no such payment or invoice. */
const NOT_FOUND = 5;
/** What the node says of a path that it does not have. */
const NO_SUCH_PATH = "Not Found";

/** The node has no such thing. A path that it does not have says nothing about the thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Refusal && error.code === NOT_FOUND && error.words !== NO_SUCH_PATH;
}
