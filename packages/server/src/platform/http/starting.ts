import type { RequestListener } from "node:http";
import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { ALIVE, notReady, type Part } from "./health.ts";
import { failureAnswer, type PlainAnswer, successAnswer, writeAnswer } from "./plain-answer.ts";
import { requestIds } from "./request-id.ts";
import { restartingAnswer } from "./restarting.ts";

/** A start takes seconds: a client comes back soon. */
const RETRY_AFTER_SECONDS = 2;

type Deps = {
  readonly random: Random;
  readonly baseUrl: string;
  /** Name of the service. */
  readonly serviceName: string;
  /** The parts that are missing. */
  readonly waitingFor: () => readonly Part[];
};

/**
 * What is answered while the service starts: it lives, what it waits for, and 503 to everything else, whatever its body
 * holds.
 */
export function startingAnswers({ random, baseUrl, serviceName, waitingFor }: Deps): RequestListener {
  const nextRequestId = requestIds(random);
  return (request, response) => {
    const { method, url = "", headers } = request;
    const context = { requestId: nextRequestId(headers["x-request-id"]), baseUrl };
    const path = method === "GET" || method === "HEAD" ? url.split("?", 1)[0] : undefined;
    let answer: PlainAnswer;
    if (path === "/healthz") answer = successAnswer(ALIVE, context);
    else if (path === "/readyz") answer = failureAnswer(notReady(waitingFor()), context);
    else answer = restartingAnswer(starting(), request, { ...context, service: serviceName });
    writeAnswer(response, answer);
  };
}

function starting(): AppError {
  return new AppError("unavailable", "the service is starting", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
