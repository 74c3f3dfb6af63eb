/**
 * A program: ends processes when the one that has started them is gone, however that went, and removes their folder,
 * its argument. It reads ids from its standard input, one a line: of one that runs from now on, with a minus of one
 * that has ended.
 */
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

// Ctrl-C reaches all of a terminal: this one ends when its input does.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const running = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line);
  if (id > 0) running.add(id);
  else running.delete(-id);
}
for (const pid of running)
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has gone
  }
const [, , folder] = process.argv;
if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
