import { join } from "node:path";
import type { LogLine, NetworkAddresses } from "@leyden/regtest";
import type { Log } from "#platform/log.ts";
import { findPart } from "#platform/machine/optional-part.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { ChildRestarts } from "./child-restarts.ts";

/** The embedded Lightning network, as far as a start needs it. */
export type TestNetwork = {
  readonly addresses: NetworkAddresses;
  /** Has the merchant pay an invoice; resolves when he has, may still, or knows that he did before. */
  merchantPays(invoice: string): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the network in its folder below the data folder. Its package is loaded only here: an installation that uses
 * a node of its own goes without.
 *
 * @throws {OperatorError} when it is not installed or does not start.
 */
export async function startTestNetwork({
  dataDir,
  instanceId,
  log,
  restarts,
  say,
  signal,
}: {
  dataDir: string;
  instanceId: string;
  log: Log;
  restarts: ChildRestarts;
  say: (detail: string) => void;
  /** Gives up a start that is under way. */
  signal: AbortSignal;
}): Promise<TestNetwork> {
  const { startNetwork, openLab } = await findPart(
    { name: "the embedded Lightning network (@leyden/regtest)" },
    () => import("@leyden/regtest"),
  );
  const network = await startNetwork({
    dataDir: join(dataDir, "network"),
    instanceId,
    progress: say,
    signal,
    log: (line) => forward({ log, restarts }, line),
  }).catch((error: Error) => {
    throw new OperatorError(
      `the Lightning network did not start: ${error.message}`,
      "Start again: it goes on where it was. If that does not help, choose another data folder with LEYDEN_DATA_DIR.",
      { cause: error },
    );
  });
  const { processes, stop, ...addresses } = network;
  for (const { name } of processes()) restarts.keep(name);
  return {
    addresses,
    stop,
    async merchantPays(invoice) {
      const outcome = await openLab(addresses).pay(invoice);
      const mayBePaid = outcome.kind !== "failed" && (outcome.kind !== "not_sent" || outcome.reason === "known_hash");
      if (!mayBePaid)
        throw new OperatorError(
          `the merchant could not pay: ${JSON.stringify(outcome)}`,
          "Start again: it goes on where it was.",
        );
    },
  };
}

/** Events of a child that is started again right after. */
const RESTARTS: readonly string[] = ["child.exited", "child.restarted"];

/** What goes well in the network is news for nobody but its developers. */
export function forward(
  { log, restarts }: { readonly log: Log; readonly restarts: ChildRestarts },
  { level, name, event, ...fields }: LogLine,
): void {
  if (RESTARTS.includes(event)) restarts.count(name);
  log[level === "info" ? "debug" : level]({ process: name, ...fields }, event);
}
