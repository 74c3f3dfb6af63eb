import { describe, expect, it } from "vitest";
import { readConfig } from "#config.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { openDoor, placeOfLogs } from "./life.ts";

function stream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

describe("log lines", () => {
  it.each([
    ["a file beside a terminal", true, false],
    ["a file beside a file", false, false],
    ["the terminal beside a file", false, true],
  ])("go to standard error when that is %s", (_where, outputIsTerminal, errorsIsTerminal) => {
    const [output, errors] = [stream(outputIsTerminal), stream(errorsIsTerminal)];
    const printed: string[] = [];

    const { pretty, destination } = placeOfLogs({ output, errors }, { print: (text) => printed.push(text) });
    destination?.write("a line\n");

    expect(errors.written).toEqual(["a line\n"]);
    expect([...output.written, ...printed]).toEqual([]);
    expect(pretty).toBe(errorsIsTerminal);
  });

  it("go through the progress where both streams are the terminal", () => {
    const [output, errors] = [stream(true), stream(true)];
    const printed: string[] = [];

    const { pretty, destination } = placeOfLogs({ output, errors }, { print: (text) => printed.push(text) });
    destination?.write("a line\n");

    expect(printed).toEqual(["a line"]);
    expect([...output.written, ...errors.written]).toEqual([]);
    expect(pretty).toBe(true);
  });
});

it("a life opens its port, and leaves it as one of the steps of its end", async () => {
  const steps: (() => Promise<void> | void)[] = [];
  const machine = { clock: machineClock, random: machineRandom(), log: createLog({ level: "silent", pretty: false }) };
  const life = { ...machine, missing: () => [], shutdown: { add: (step: (typeof steps)[0]) => void steps.push(step) } };
  const { config } = await openDoor(life, readConfig({ LEYDEN_PORT: "0" }));
  expect((await fetch(`${config.baseUrl}/healthz`)).status).toBe(200);
  for (const step of steps) await step();
  await expect(fetch(`${config.baseUrl}/healthz`)).rejects.toThrow();
});
