import { describe, expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { showProgress } from "./progress.ts";

function screen(isTTY: boolean, scheduler: Scheduler = machineScheduler({ failed: () => undefined })) {
  const written: string[] = [];
  const progress = showProgress(
    { isTTY, columns: 60, write: (text) => written.push(text) },
    { clock: machineClock, scheduler },
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

  /** A terminal whose line is drawn again when the test says so. */
  function drawnByHand() {
    let redraw = async () => undefined as unknown;
    const loop: Scheduler["loop"] = (_, __, task) => {
      redraw = () => task(new AbortController().signal);
      return { wake: () => undefined, stop: async () => undefined };
    };
    return { ...screen(true, { loop, spawn: () => undefined }), redraw: () => redraw() };
  }

  it("shows a step that failed no longer", async () => {
    const { progress, text, redraw } = drawnByHand();
    const step = Promise.withResolvers<void>();
    const node = progress.step("node", () => step.promise);
    await redraw();
    expect(visible(text())).toContain("… node");
    step.reject(new Error("away"));
    await expect(node).rejects.toThrow("away");
    await redraw();
    expect(visible(text())).toBe("");
  });

  it("leaves a question and its answer alone while no step is under way", async () => {
    const { progress, text, redraw } = drawnByHand();
    const step = Promise.withResolvers<void>();
    const node = progress.step("node", () => step.promise);
    await redraw();
    step.resolve();
    await node;
    progress.print("Real money.");

    const before = text();
    await redraw();
    await progress.end();

    expect(text()).toBe(before);
  });
});
