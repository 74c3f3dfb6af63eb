import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A process of its own that answers one message with another. */
export type Child = { ask(message: object): Promise<unknown>; close(): Promise<void> };

/** @param file in this folder; its standard output goes nowhere, as a log would that is collected elsewhere. */
export function startChild(file: string): Child {
  const child: ChildProcess = fork(join(import.meta.dirname, file), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return {
    async ask(message) {
      const done = new AbortController();
      const { signal } = done;
      const ended = once(child, "exit", { signal }).then(([code]) =>
        Promise.reject(new Error(`${file} ended: ${code}`)),
      );
      child.send(message);
      try {
        const [answer] = await Promise.race([once(child, "message", { signal }), ended]);
        return answer;
      } finally {
        ended.catch(() => undefined); // of no interest any more
        done.abort();
      }
    },
    async close() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}
