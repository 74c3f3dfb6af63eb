/** What whoever runs the service asks it: does it live, can it pay, how is it. */

import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { AppError } from "#kernel/errors.ts";
import type { Metrics } from "../metrics.ts";
import { success } from "./envelope.ts";
import type { Api } from "./index.ts";

/** One thing that must be up before payments can be made. `waitingFor` says in plain words what is missing. */
export type Part = { readonly name: string; readonly ready: boolean; readonly waitingFor?: string };
export type Readiness = () => readonly Part[] | Promise<readonly Part[]>;

type Deps = { readonly readiness: Readiness; readonly metrics: Metrics; readonly metricsToken: string | undefined };

export function operationRoutes(api: Api, { readiness, metrics, metricsToken }: Deps): void {
  const config = { access: "public", isProbe: true } as const;
  const schema = { hide: true };

  api.get("/healthz", { config, schema }, () => success({ status: "alive" }, "Alive."));

  api.get("/readyz", { config, schema }, async () => {
    const parts = await readiness();
    const missing = parts.filter((part) => !part.ready);
    if (missing.length === 0) return success({ parts }, "Ready.");
    const reasons = missing.map(({ name, waitingFor }) =>
      waitingFor === undefined ? name : `${name} (${waitingFor})`,
    );
    throw new AppError("not_ready", `waiting for ${reasons.join(", ")}`, { data: { parts } });
  });

  api.get("/metrics", { config, schema }, async (request, reply) => {
    if (metricsToken === undefined ? !isLocal(request) : !hasToken(request, metricsToken))
      throw new AppError("not_found", "there is no GET /metrics for you");
    return reply.type(metrics.contentType).send(await metrics.render());
  });
}

/** How programs on this machine call it. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether this very machine asks. A forwarded request does not count even when it comes from here: the proxy in front
 * may run on this machine, and whom it asks for is then not known. Nor does one for another name: a proxy passed it on,
 * or a web page in a browser here did, whose name was made to mean this machine (DNS rebinding).
 */
function isLocal({ raw: { socket, headers } }: FastifyRequest): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;
  const address = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  return (
    !isForwarded &&
    LOCAL_HOST.test(headers.host ?? "") &&
    isIP(address) !== 0 &&
    (address === "::1" || address.startsWith("127."))
  );
}

function hasToken(request: FastifyRequest, token: string): boolean {
  return timingSafeEqual(sha256(request.headers.authorization ?? ""), sha256(`Bearer ${token}`));
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
