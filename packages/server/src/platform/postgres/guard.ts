import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Patience } from "./end-server.ts";

/**
 * Waits for the end of its input. A line means that the server was stopped in order. An end without one means that the
 * process that started this has died: then the server is ended as far as needed, as `endServer` does, while the number
 * still is its own.
 */
const SCRIPT = `
trap '' HUP INT TERM
pid=$1 file=$2/postmaster.pid
ours() { [ "$(head -n 1 "$file" 2>/dev/null)" = "$pid" ] && kill -0 "$pid" 2>/dev/null; }
end() {
  ours || exit 0
  kill "-$1" "$pid"
  left=$2
  while [ "$left" -gt 0 ] && ours; do sleep 1; left=$((left - 1)); done
}
read -r _ && exit 0
end INT "$3"
end QUIT "$4"
backends=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
end KILL 0
[ -z "$backends" ] || kill -KILL $backends 2>/dev/null`;

export type Guard = { release(): void };

/**
 * Stops the server when this process dies, however it dies (nothing committed is lost). A small shell holds one end of
 * a pipe, and the system closes the other end with this process. Not on Windows.
 */
export function guard(pid: number, data: string, { fastMs, immediateMs }: Patience): Guard {
  if (process.platform === "win32") return { release: () => undefined };
  const seconds = [fastMs, immediateMs].map((ms) => String(Math.ceil(ms / 1_000)));
  const shell = spawn("sh", ["-c", SCRIPT, "sh", String(pid), data, ...seconds], {
    detached: true, // a signal to our group must not end it
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => undefined); // no shell: the server stays, and the next start adopts it
  shell.stdin.on("error", () => undefined);
  shell.unref();
  (shell.stdin as Socket).unref();
  return { release: () => shell.stdin.end("stopped\n") };
}
