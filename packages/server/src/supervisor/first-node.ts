import { createInterface } from "node:readline/promises";
import type { Config } from "#config.ts";
import {
  acceptRealMoney,
  findNode,
  findRealMoney,
  type LightningNode,
  type NodeInfo,
  NodeUnavailable,
  REAL_MONEY_TEXT,
  silenceOf,
} from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { Life, Terminal } from "./life.ts";

/** Has a person answer a question; undefined where nobody sits at a terminal. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string>;

type Deps = Pick<Life, "clock" | "progress" | "shutdown" | "waitingFor"> & {
  readonly db: Db;
  readonly node: Pick<LightningNode, "info">;
  readonly ask: Ask | undefined;
};

const ASK_AGAIN_MS = 1_000;

/**
 * Before a first connection: where the node is on mainnet the operator reads what can be lost, and says yes. Waits for
 * a node that does not answer yet. Later starts ask nothing.
 *
 * @throws {OperatorError} without that yes; nothing was connected.
 */
export async function admitFirstNode(deps: Deps, config: Pick<Config, "acceptRealMoney">): Promise<void> {
  const { db, progress, ask, shutdown, waitingFor } = deps;
  if ((await findNode(db)) !== undefined) return;
  const { network } = await answerOf(deps);
  if (network !== "mainnet") return;
  if ((await findRealMoney(db)) !== undefined) return;
  progress.print(REAL_MONEY_TEXT);
  if (config.acceptRealMoney === true) return await acceptRealMoney(deps, "setting");
  waitingFor.set("lightning", "the question at the terminal is not answered");
  const answer = await ask?.("Type yes when you have read this and want it: ", shutdown.signal);
  if (answer?.trim().toLowerCase() !== "yes")
    throw new OperatorError(
      "the Lightning node is on mainnet, and you have not said yes to real money; nothing was connected",
      "Read the text above, then start again with LEYDEN_ACCEPT_REAL_MONEY=yes, or at a terminal and type yes.",
    );
  await acceptRealMoney(deps, "terminal");
}

async function answerOf({ node, clock, progress, shutdown, waitingFor }: Deps): Promise<NodeInfo> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await node.info();
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
      waitingFor.set("lightning", silenceOf(error));
      if (tries === 1)
        progress.print(`Waiting for the Lightning node: ${error.message}. What to do: npm run leyden -- doctor`);
    }
    await clock.sleep(ASK_AGAIN_MS, shutdown.signal);
    shutdown.signal.throwIfAborted();
  }
}

/** A terminal where somebody can type. The end of the input, such as by Ctrl-D, is an empty answer. */
export function askAt({ input, output }: Pick<Terminal, "input" | "output">): Ask | undefined {
  if (input?.isTTY !== true || output.isTTY !== true) return undefined;
  return async (question, signal) => {
    const lines = createInterface({ input, output, terminal: false }); // Ctrl-C goes to the process
    const end = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    try {
      return await Promise.race([lines.question(`\n${question}`, { signal }), end]);
    } finally {
      lines.close();
      input.unref();
    }
  };
}
