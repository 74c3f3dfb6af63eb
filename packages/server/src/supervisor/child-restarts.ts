/** How often each child process was started again since this process began. */
export type ChildRestarts = {
  /** A child that is kept running: it has a count from now on, so that its first restart is a change. */
  keep(child: string): void;
  count(child: string): void;
  byChild(): ReadonlyMap<string, number>;
};

export function countChildRestarts(): ChildRestarts {
  const counts = new Map<string, number>();
  const add = (child: string, restarts: number) => counts.set(child, (counts.get(child) ?? 0) + restarts);
  return {
    keep: (child) => void add(child, 0),
    count: (child) => void add(child, 1),
    byChild: () => counts,
  };
}
