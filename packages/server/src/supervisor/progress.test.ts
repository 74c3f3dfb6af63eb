import { describe, expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { showProgress } from "./progress.ts";

function screen(isTTY: boolean) {
  const written: string[] = [];
  const progress = showProgress(
    { isTTY, columns: 60, write: (text) => written.push(text) },
    { clock: machineClock, scheduler: machineScheduler({ failed: () => undefined }) },
  );
  return { progress, text: () => written.join("") };
}

/** What stays on a terminal: a line that was cleared is gone. */
function visible(text: string): string {
  return text
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r\u001b[2K") + 1).replace("\u001b[2K", ""))
    .join("\n");
}

describe("progress", () => {
  it("prints one whole line for each step that is done where there is no terminal", async () => {
    const { progress, text } = screen(false);

    await progress.step("database", async (say) => say("recovering"));
    progress.print("a word");
    await progress.end();

    expect(text()).toMatch(/^ +[0-9]+\.[0-9] s {2}database\na word\n$/);
  });

  it("shows at a terminal what is under way below what is done, and leaves nothing of it", async () => {
    const { progress, text } = screen(true);
    const network = Promise.withResolvers<void>();

    const step = progress.step("network", (say) => {
      say("opening channels");
      return network.promise;
    });
    await progress.step("database", async () => undefined);
    expect(visible(text())).toMatch(/^ +[0-9.]+ s {2}database\n… network: opening channels [0-9.]+ s$/);

    network.resolve();
    await step;
    await progress.end();
    expect(visible(text())).toMatch(/^ +[0-9.]+ s {2}database\n +[0-9.]+ s {2}network\n$/);
  });

  it("prints no line for a step that failed, and hands its error on", async () => {
    const { progress, text } = screen(false);

    await expect(progress.step("database", () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");

    expect(text()).toBe("");
  });
});
