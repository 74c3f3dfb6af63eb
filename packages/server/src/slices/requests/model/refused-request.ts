import type { Brand } from "#kernel/brand.ts";
import type { Actor } from "#kernel/caller.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError, type Issue } from "#kernel/errors.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";
import { shownBody, shownText } from "./shown-body.ts";

export type RefusedId = Brand<string, "RefusedId">;

/** A request with a valid key that was refused or failed, as its project may read it for 30 days. */
export type RefusedRequest = {
  readonly id: RefusedId;
  readonly projectId: ProjectId;
  readonly keyId: ProjectKeyId;
  /** As the answer named it. A caller's own may come again. */
  readonly requestId: string;
  readonly at: Date;
  readonly method: string;
  /** The pattern of the path: "/v0/payments/:id". */
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly Issue[];
  /** JSON without secrets, and cut; undefined: the request had none, or it could not be read. */
  readonly body: string | undefined;
  /** From where it came: an IPv4 address, or the first half of one of IPv6. */
  readonly network: string;
  readonly tookMs: number;
};

export const REFUSED_KEPT_MS = 30 * 86_400_000;

const PATH_CHARACTERS = 300;
const TEXT_CHARACTERS = 500;

/** Below it are the pages of persons. */
const PAGES = "/dashboard/";

/** Whose request it is, where it is kept: a project's, and not a person's look at a page. */
export function keptOf({ caller: { actor }, method, route }: RefusedCall): ProjectActor | undefined {
  const isLook = (method === "GET" || method === "HEAD") && route.startsWith(PAGES);
  return actor.kind === "project" && !isLook ? actor : undefined;
}

type ProjectActor = Extract<Actor, { kind: "project" }>;

/** What is kept of it. */
export function refusedRequest(
  call: RefusedCall,
  actor: ProjectActor,
  { id, at }: { readonly id: RefusedId; readonly at: Date },
): RefusedRequest {
  const { failure, requestId, method, route, network } = call;
  return {
    id,
    projectId: actor.projectId,
    keyId: actor.keyId,
    requestId,
    at,
    method,
    route,
    path: shownText(call.path, PATH_CHARACTERS),
    status: failure.status,
    code: failure.code,
    message: shownText(failure.message, TEXT_CHARACTERS),
    details: failure.details.map(({ field, issue }) => ({
      field: shownText(field, TEXT_CHARACTERS),
      issue: shownText(issue, TEXT_CHARACTERS),
    })),
    body: shownBody(call.body),
    network,
    tookMs: Math.round(call.tookMs),
  };
}

export class RequestNotFound extends AppError {
  constructor() {
    super("request_not_found", "nothing is known of a request with this id");
  }
}
