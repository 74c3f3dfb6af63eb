import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Waits for the end of its input. A line means that the server was stopped in order. An end without one means that the
 * process that started this has died: then the server is stopped, if the number still is its own.
 */
const SCRIPT = `
trap '' HUP INT TERM
if ! read -r _; then
  [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -INT "$1"
fi`;

export type Guard = { release(): void };

/**
 * Stops the server when this process dies, however it dies (fast shutdown: nothing committed is lost). A small shell holds
 * one end of a pipe, and the system closes the other end with this process. Not on Windows.
 */
export function guard(pid: number, data: string): Guard {
  if (process.platform === "win32") return { release: () => undefined };
  const shell = spawn("sh", ["-c", SCRIPT, "sh", String(pid), data], {
    detached: true, // a signal to our group must not end it
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => undefined); // no shell: the server stays, and the next start adopts it
  shell.stdin.on("error", () => undefined);
  shell.unref();
  (shell.stdin as Socket).unref();
  return { release: () => shell.stdin.end("stopped\n") };
}
