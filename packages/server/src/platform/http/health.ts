/** What monitors ask: does the process live, can a payment be made, how much of everything. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { AppError } from "#kernel/errors.ts";
import type { Metrics } from "../metrics.ts";
import { success } from "./envelope.ts";
import type { Api } from "./index.ts";
import { isLocal } from "./is-local.ts";

/**
 * One thing that must be up before payments can be made. `waitingFor` says what is missing, `warning` what an operator
 * should look at.
 */
export type Part = {
  readonly name: string;
  readonly ready: boolean;
  readonly waitingFor?: string;
  readonly warning?: string;
};
/** The parts as they were checked last: any caller may ask, as often as it likes. */
export type Readiness = () => readonly Part[] | Promise<readonly Part[]>;

type Deps = { readonly readiness: Readiness; readonly metrics: Metrics; readonly metricsToken: string | undefined };

export function healthRoutes(api: Api, { readiness, metrics, metricsToken }: Deps): void {
  const options = { config: { access: "probe" }, schema: { hide: true } } as const;

  api.get("/healthz", options, () => ALIVE);

  const listed = { ...options, config: { ...options.config, listed: LISTED } } as const;
  api.get("/readyz", listed, async () => {
    const parts = await readiness();
    const message = parts.some(({ warning }) => warning !== undefined) ? "Ready, with a warning." : "Ready.";
    if (parts.every(({ ready }) => ready)) return success({ parts }, message);
    throw notReady(parts);
  });

  api.get("/metrics", options, async (request, reply) => {
    if (metricsToken === undefined ? !isLocal(request) : !hasToken(request, metricsToken)) {
      api.countAddress(request, reply);
      throw new AppError("not_found", "there is no GET /metrics for you");
    }
    return reply.type(metrics.contentType).send(await metrics.render());
  });
}

const LISTED = { kind: "health", name: "Health", about: "Whether a payment can be made now, as JSON" } as const;

export const ALIVE = success({ status: "alive" }, "Alive.");

/** Names the parts that are missing. */
export function notReady(parts: readonly Part[]): AppError {
  const reasons = parts
    .filter(({ ready }) => !ready)
    .map(({ name, waitingFor }) => (waitingFor === undefined ? name : `${name} (${waitingFor})`));
  return new AppError("not_ready", `waiting for ${reasons.join(", ")}`, { data: { parts } });
}

function hasToken(request: FastifyRequest, token: string): boolean {
  return timingSafeEqual(sha256(request.headers.authorization ?? ""), sha256(`Bearer ${token}`));
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
