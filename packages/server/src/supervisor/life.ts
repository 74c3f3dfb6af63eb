import type { Config } from "#config.ts";
import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import type { Part } from "#platform/http/health.ts";
import { createLog, type Log, type LogOptions } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { giveBackMemory } from "#platform/machine/spare-memory.ts";
import { tasksInLog } from "#platform/tasks.ts";
import { type FrontDoor, openFrontDoor } from "#service/front-door.ts";
import { type ChildRestarts, countChildRestarts } from "./child-restarts.ts";
import { type Progress, showProgress } from "./progress.ts";
import { type Shutdown, shutdownOnSignal } from "./shutdown.ts";

/** Where a long-running command writes: `output` is for people, log lines go to `errors`. */
export type Terminal = {
  readonly output: NodeJS.WriteStream;
  /** Where a person answers; absent where no one is asked. */
  readonly input?: NodeJS.ReadStream;
  readonly errors: NodeJS.WriteStream;
  /** The process ends when the one that started it does. */
  readonly attached: boolean;
};

/** A process that runs until a signal ends it: what it prints, what it still waits for, how it stops. */
export type Life = {
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly progress: Progress;
  readonly shutdown: Shutdown;
  /** Why it is not ready yet, by what is missing. */
  readonly waitingFor: Map<string, string>;
  /** The same, for `/readyz`. */
  readonly missing: () => readonly Part[];
  readonly restarts: ChildRestarts;
  /** The same, for `/metrics`. */
  readonly childRestarts: ChildRestarts["byChild"];
};

/**
 * Runs `work` and then waits for Ctrl-C or a signal. Everything that `work` has registered is stopped at the end, also
 * when it throws. `abandon` ends what would outlive a process that does not stop in order.
 */
export async function live(
  config: Config,
  terminal: Terminal,
  abandon: () => void,
  work: (life: Life) => Promise<void>,
): Promise<void> {
  const life = begin(config, terminal, abandon);
  const { shutdown, progress } = life;
  if (terminal.attached) endWithParent(shutdown);
  shutdown.add(progress.end);
  // the terminal was closed
  for (const stream of [terminal.output, terminal.errors]) stream.on("error", () => undefined);
  try {
    await work(life);
    await progress.end();
    life.log.level = config.logLevel;
    await giveBackMemory();
    await shutdown.done;
  } catch (error) {
    const wasAsked = shutdown.signal.aborted;
    await shutdown.now();
    if (!wasAsked) throw error;
  }
}

function begin({ logLevel }: Config, { output, errors }: Terminal, abandon: () => void): Life {
  const clock = machineClock;
  const scheduler = machineScheduler(tasksInLog(() => log));
  const progress = showProgress(output, { clock, scheduler });
  const place = placeOfLogs({ output, errors }, progress);
  // Between the lines of a start stands only what needs attention, unless the operator asked for more.
  const startLevel = place.sharesTerminal && logLevel === "info" ? "warn" : logLevel;
  const log = createLog({ level: startLevel, ...place });
  const waitingFor = new Map<string, string>();
  const restarts = countChildRestarts();
  return {
    clock,
    random: machineRandom(clock),
    scheduler,
    log,
    progress,
    shutdown: shutdownOnSignal({
      clock,
      scheduler,
      log,
      print: progress.print,
      abandon,
      isAtTerminal: isTerminal(output),
    }),
    waitingFor,
    restarts,
    childRestarts: restarts.byChild,
    missing: () => [...waitingFor].map(([name, reason]) => ({ name, ready: false, waitingFor: reason })),
  };
}

type Stream = { readonly isTTY?: boolean; readonly fd?: number; write(text: string): unknown };

/**
 * Log lines go to standard error: as text for people at a terminal, else as JSON. Where both streams are the terminal,
 * a line must not tear the live line of the progress, so it is printed through it.
 */
export function placeOfLogs(
  { output, errors }: { readonly output: Stream; readonly errors: Stream },
  progress: Pick<Progress, "print">,
): Pick<LogOptions, "pretty" | "destination"> & { readonly sharesTerminal: boolean } {
  const sharesTerminal = isTerminal(output) && isTerminal(errors);
  return {
    sharesTerminal,
    pretty: isTerminal(errors),
    destination: sharesTerminal ? { write: (line) => progress.print(line.trimEnd()) } : errors,
  };
}

function isTerminal({ isTTY }: Stream): boolean {
  return isTTY === true;
}

/**
 * npm starts a shell, and a signal to npm ends npm and the shell: it is not handed on. Not on Windows, where a
 * process keeps the number of its dead parent.
 */
function endWithParent(shutdown: Shutdown): void {
  const parent = process.ppid;
  shutdown.stopWhen("the process that started this one", () => process.ppid !== parent);
}

/** Opens the port for the rest of this life. Returns the configuration with the address that clients use. */
export async function openDoor(
  life: Pick<Life, "clock" | "random" | "log" | "missing"> & { readonly shutdown: Pick<Shutdown, "add"> },
  config: Config,
): Promise<{ frontDoor: FrontDoor; config: Config }> {
  const frontDoor = await openFrontDoor(life, config, life.missing);
  life.shutdown.add(frontDoor.leave);
  return { frontDoor, config: { ...config, baseUrl: config.publicUrl ?? frontDoor.url } };
}
