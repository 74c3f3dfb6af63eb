import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "#kernel/clock.ts";

/** What is measured, in the text format of Prometheus. Names are `leyden_<what>_<unit>`. */
export type Metrics = {
  /** A number that only grows, such as payments by outcome. */
  counter<Label extends string = never>(description: Description<Label>): Counter<Label>;
  /** The same, counted elsewhere: `read` has a total for each value of a label. */
  counterBy<Label extends string>(
    description: Description<never> & { readonly label: Label },
    read: () => ReadonlyMap<string, number>,
  ): void;
  /**
   * A number that goes up and down; `read` is asked at each scrape. Left out where it fails, is late or is undefined.
   */
  gauge(description: Description<never>, read: () => Reading<number | undefined>): void;
  /** The same, one number for each value of a label. A value that `read` no longer names is left out. */
  gaugeBy<Label extends string>(
    description: Description<never> & { readonly label: Label },
    read: () => Reading<ReadonlyMap<string, number>>,
  ): void;
  histogram<Label extends string = never>(description: Description<Label> & { buckets: number[] }): Histogram<Label>;
  /** The page that Prometheus reads. */
  render(): Promise<string>;
  readonly contentType: string;
};

type Description<Label extends string> = {
  readonly name: `leyden_${string}`;
  readonly help: string;
  /** Every combination of values is a series of its own: only labels with few values. */
  readonly labels?: readonly Label[];
};

type Reading<T> = T | Promise<T>;

/** A reading that takes longer is left out: one silent database must not keep the whole page from an alarm. */
const READING_MS = 2_000;

/** The reading; undefined when it fails or is late. */
async function readInTime<T>(clock: Clock, read: () => Reading<T>): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.sleep(READING_MS, done.signal).then(() => undefined);
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    done.abort();
  }
}

/** `process`: also memory, processor time, event loop and garbage collection of this process. */
export function createMetrics({ process, clock }: { process: boolean; clock: Clock }): Metrics {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    counter: ({ name, help, labels = [] }) => new Counter({ name, help, labelNames: labels, registers }),
    counterBy: ({ name, help, label }, read) => {
      const collect = () => {
        counter.reset();
        for (const [of, total] of read()) counter.inc({ [label]: of }, total);
      };
      const counter: Counter<string> = new Counter({ name, help, labelNames: [label], registers, collect });
    },
    gauge: ({ name, help }, read) => {
      const collect = async () => {
        const value = await readInTime(clock, read);
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      };
      const gauge: Gauge = new Gauge({ name, help, registers, collect });
    },
    gaugeBy: ({ name, help, label }, read) => {
      const collect = async () => {
        const values = await readInTime(clock, read);
        gauge.reset();
        for (const [of, value] of values ?? []) gauge.set({ [label]: of }, value);
      };
      const gauge: Gauge<string> = new Gauge({ name, help, labelNames: [label], registers, collect });
    },
    histogram: ({ name, help, labels = [], buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets, registers }),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
