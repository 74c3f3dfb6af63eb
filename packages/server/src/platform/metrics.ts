import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What is measured, in the text format of Prometheus. Names are `leyden_<what>_<unit>`. */
export type Metrics = {
  /** A number that only grows, such as payments by outcome. */
  counter<Label extends string = never>(description: Description<Label>): Counter<Label>;
  /** A number that goes up and down; `read` is asked at each scrape. */
  gauge(description: Description<never>, read: () => number | Promise<number>): void;
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

/** `process`: also memory, processor time, event loop and garbage collection of this process. */
export function createMetrics({ process }: { process: boolean }): Metrics {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    counter: ({ name, help, labels = [] }) => new Counter({ name, help, labelNames: labels, registers }),
    gauge: ({ name, help }, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: async () => gauge.set(await read()) });
    },
    histogram: ({ name, help, labels = [], buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets, registers }),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
