import type { Clock, Scheduler } from "#kernel/clock.ts";

/** What a person sees while things start: a line for each step that is done, and at a terminal what is under way. */
export type Progress = {
  /** Runs one step. `say` names the part of it that is under way. */
  step<T>(name: string, work: (say: (detail: string) => void) => Promise<T>): Promise<T>;
  /** Prints text without disturbing the line of what is under way. */
  print(text: string): void;
  /** No step is under way any more. */
  end(): Promise<void>;
};

type Terminal = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };
type Step = { readonly name: string; readonly startedMs: number; detail: string | undefined };

const REDRAW_MS = 250;
const CLEAR_LINE = "\r\u001b[2K";

/** A terminal gets a live line at the bottom; a file or pipe gets whole lines only. */
export function showProgress(
  terminal: Terminal,
  { clock, scheduler }: { clock: Clock; scheduler: Scheduler },
): Progress {
  const steps = new Set<Step>();
  const seconds = (step: Step) => `${((clock.monotonicMs() - step.startedMs) / 1000).toFixed(1)} s`;
  const isLive = terminal.isTTY === true;

  const live = () => {
    const parts = [...steps].map(
      (step) => `${step.name}${step.detail === undefined ? "" : `: ${step.detail}`} ${seconds(step)}`,
    );
    return parts.length === 0 ? "" : `… ${parts.join(" · ")}`.slice(0, (terminal.columns ?? 80) - 1);
  };
  let drawn = "";
  const draw = (text: string) => {
    drawn = live();
    terminal.write(`${CLEAR_LINE}${text}${drawn}`);
  };
  const print = (text: string) => {
    if (isLive) draw(`${text}\n`);
    else terminal.write(`${text}\n`);
  };
  /** While no step is under way the line belongs to a question and its answer. */
  const drawAgain = async () => {
    if (steps.size > 0 || drawn !== "") draw("");
  };
  const redraw = isLive ? scheduler.loop("supervisor.draw_progress", REDRAW_MS, drawAgain) : undefined;

  return {
    async step(name, work) {
      const step: Step = { name, startedMs: clock.monotonicMs(), detail: undefined };
      steps.add(step);
      try {
        const result = await work((detail) => {
          step.detail = detail;
          redraw?.wake();
        });
        steps.delete(step);
        print(`${seconds(step).padStart(7)}  ${name}`);
        return result;
      } finally {
        steps.delete(step);
      }
    },
    print,
    async end() {
      await redraw?.stop();
      if (drawn !== "") terminal.write(CLEAR_LINE);
    },
  };
}
