import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { Log } from "#platform/log.ts";
import { stopCompilers } from "#platform/machine/process.ts";

/** How a process ends: what was started is stopped in the reverse order. */
export type Shutdown = {
  /** What is to be stopped, in the order it was started. */
  add(step: () => Promise<void> | void): void;
  /** Stops everything, once; resolves when it has stopped. */
  now(): Promise<void>;
  /** Stops everything, as a signal does, when `gone` says so; `what` has ended then. */
  stopWhen(what: string, gone: () => boolean): void;
  /** Aborted as soon as the process is to end. */
  readonly signal: AbortSignal;
  /** Resolves when a signal has stopped everything. */
  readonly done: Promise<void>;
};

/** The longest that an orderly stop may take. */
const STOP_MS = 20_000;
const ENDED_BY_CTRL_C = 130;
const CHECK_EVERY_MS = 500;
/**
 * A signal that comes so soon after the first is the same one: Ctrl-C goes to all processes, and npm hands its own on
 * too.
 */
const SAME_MS = 300;

/**
 * Ctrl-C, `kill` and a closed terminal stop everything in order. A second signal, or 20 seconds, ends the process
 * without it.
 */
export function shutdownOnSignal({
  clock,
  scheduler,
  log,
  print,
  abandon,
  isAtTerminal,
}: {
  clock: Clock;
  scheduler: Scheduler;
  log: Log;
  print: (text: string) => void;
  /** Ends what would outlive this process. */
  abandon: () => void;
  /** Whether somebody can press Ctrl-C again. */
  isAtTerminal: boolean;
}): Shutdown {
  const steps: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  const done = Promise.withResolvers<void>();
  let ended: Promise<void> | undefined;
  let signalledMs: number | undefined;

  const stopAll = async () => {
    stopping.abort();
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step();
      } catch (err) {
        log.error({ err }, "shutdown.step_failed");
      }
    }
  };
  const now = () => (ended ??= stopAll());

  const exit = (status: number) => {
    abandon();
    process.exit(status);
  };
  const begin = (text: string) => {
    stopCompilers();
    print(text);
    void now().then(done.resolve);
    void clock.sleep(STOP_MS).then(() => {
      log.error({ afterMs: STOP_MS }, "shutdown.timed_out");
      exit(1);
    });
  };
  const onSignal = (name: NodeJS.Signals) => {
    const nowMs = clock.monotonicMs();
    signalledMs ??= nowMs;
    if (!stopping.signal.aborted) {
      const canRepeat = name === "SIGINT" && isAtTerminal;
      begin(canRepeat ? "Stopping. Press Ctrl-C again to stop without waiting." : "Stopping.");
    } else if (nowMs - signalledMs > SAME_MS) exit(ENDED_BY_CTRL_C);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);

  const stopWhen: Shutdown["stopWhen"] = (what, gone) => {
    scheduler.loop("supervisor.stop_when_gone", CHECK_EVERY_MS, async () => {
      if (gone() && !stopping.signal.aborted) begin(`Stopping, because ${what} has ended.`);
    });
  };

  return { add: (step) => steps.push(step), now, stopWhen, signal: stopping.signal, done: done.promise };
}
