import { type NodeTrouble, NodeUnavailable } from "#lightning";

/**
 * Codes of gRPC. Whatever LND's check of the macaroon refuses has the first one, since it returns plain errors
 * (rpcperms/interceptor.go, up to 0.21.3): only their words say which it is. The other two mean it by themselves.
 */
const UNKNOWN = 2;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;
/** The macaroon is good, and lacks a permission (`ErrPermissionDenied` of macaroon-bakery). */
const DENIED = "permission denied";
/**
 * It is none, damaged, another node's, revoked, or one of its caveats is not met, such as its time. Sources:
 * macaroons/service.go and context.go, `checker.go` and `checkers.go` of macaroon-bakery, and what macaroon.v2 says
 * where it cannot read one.
 */
const NOT_TAKEN =
  /^verification failed: |^cannot (retrieve|get) macaroon|^expected 1 macaroon|^caveat ".*" not satisfied|^root key with id |^(unknown|invalid) macaroon|binary-encoded macaroon$|^invalid ID$|^encoding\/hex: /;

function troubleOf(code: number | undefined, words: string): NodeTrouble | undefined {
  if (code === PERMISSION_DENIED) return "permission";
  if (code === UNAUTHENTICATED) return "credential";
  if (code !== UNKNOWN) return undefined;
  if (words === DENIED) return "permission";
  return NOT_TAKEN.test(words) ? "credential" : undefined;
}

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
    super(`the node answered ${status}: ${words}`, { why: troubleOf(code, words) });
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

/** It has no such path: a server that is none of LND's, or LND without a part of it. */
export function isNoPath({ code, words }: Refusal): boolean {
  return code === NOT_FOUND && words === NO_SUCH_PATH;
}

/** The node has no such thing. A path that it does not have says nothing about the thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Refusal && error.code === NOT_FOUND && !isNoPath(error);
}
