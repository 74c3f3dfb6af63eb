import type { RequestListener } from "node:http";
import { type Config, httpUrl } from "#config.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Part } from "#platform/http/health.ts";
import { createHttpServer } from "#platform/http/http-server.ts";
import type { Api } from "#platform/http/index.ts";
import { listenAt } from "#platform/http/listen.ts";
import { startingAnswers } from "#platform/http/starting.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";

/**
 * The port, open from the first moment: until the service can work it answers that the process lives (`/healthz`), what
 * it waits for (`/readyz`), and 503 to everything else. It stays open to the last one: while the service stops it
 * answers 503 to everything.
 */
export type FrontDoor = {
  /** Where this machine reaches it. */
  readonly url: string;
  /** From now on `app` answers. */
  admit(app: Api): void;
  /** Ends the connections that are open, and resolves when the last one has ended. What comes later gets 503. */
  close(): Promise<void>;
  /** Closes, and then takes no more connections: nobody listens at the port any more. */
  leave(): Promise<void>;
};

type Deps = { readonly clock: Clock; readonly random: Random; readonly log: Log };

/** @throws {OperatorError} when the port is not free. */
export async function openFrontDoor(
  machine: Deps,
  config: Config,
  waitingFor: () => readonly Part[],
): Promise<FrontDoor> {
  let app: Api | undefined;
  let answer: RequestListener = startingAnswers({ ...machine, ...config, waitingFor });
  const { server, endConnections } = createHttpServer((request, response) => answer(request, response), {
    ...machine,
    ...config,
    showedKey: (address) => app?.keyHolders.has(address) ?? false,
  });
  const listening = await listenAt(server, config).catch((error) => {
    throw cannotListen(error, config);
  });
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= Promise.all([
      endConnections(),
      app?.close(), // ends what its requests wait for
    ]);
    await closed;
  };

  return {
    url: httpUrl({ host: config.host, port: listening.port }),
    admit(next) {
      app = next;
      answer = next.routing;
    },
    close,
    async leave() {
      await close();
      await Promise.all([listening.close(), endConnections()]);
    },
  };
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): OperatorError {
  const advice = "Set LEYDEN_PORT to a free port, or LEYDEN_HOST to an address of this machine.";
  if (error.code === "EADDRINUSE")
    return new OperatorError(`port ${port} on ${host} is in use by another program`, advice, { cause: error });
  return new OperatorError(`cannot listen on ${host} port ${port}: ${error.message}`, advice, { cause: error });
}
