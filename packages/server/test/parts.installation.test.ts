import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createInstallation, type Installation } from "./installation.harness.ts";
import { startOnOwnNode } from "./own-node.harness.ts";

const START_MS = 100_000;
const LIBRARIES = /node_modules\/(?:stripe|react|react-dom|vite|rolldown)\//;
const ON_RAMP =
  /packages\/server\/src\/(?:slices\/(?:ramp|sandbox)|adapters\/(?:processors|identity)|service\/(?:ramp-part|wire-ramp))/;
/** What is loaded of a ramp that is off: it refuses to leave purchases behind. */
const KEPT = /slices\/ramp\/(?:refuse-under-way|store\/under-way)\.ts$/;
const PACKAGES = ["stripe", "@leyden/web", "react", "react-dom", "vite"];

describe.runIf(process.platform === "linux")("parts of an installation that are left out", () => {
  let installation: Installation;
  beforeEach(() => {
    installation = createInstallation();
  });
  afterEach(() => installation.remove());

  it("are not loaded, and need not be installed, when both are switched off", { timeout: START_MS }, async () => {
    const running = await startOnOwnNode(installation, { LEYDEN_RAMP: "off", LEYDEN_WEB: "off" }, PACKAGES);
    expect(running.loaded().filter((url) => LIBRARIES.test(url) || /packages\/web\//.test(url))).toEqual([]);
    expect(running.loaded().filter((url) => ON_RAMP.test(url) && !KEPT.test(url))).toEqual([]);
    const answer = await fetch(`${running.baseUrl}/api/v1/ramp-widget`, { method: "POST" });
    expect([answer.status, (await answer.json()).error.code]).toEqual([410, "ramp_off"]);
    expect(await running.stop()).toBe(0);
  });

  it("are the libraries and the bundler also when both are switched on, until a page or Stripe is wanted", {
    timeout: START_MS,
  }, async () => {
    const running = await startOnOwnNode(installation);
    const loaded = running.loaded();
    expect(loaded.filter((url) => LIBRARIES.test(url) || /packages\/web\//.test(url))).toEqual([]);
    expect(loaded.some((url) => ON_RAMP.test(url) && !KEPT.test(url))).toBe(true);

    const loader = await fetch(`${running.baseUrl}/widget/v1/leyden-ramp.js`);
    expect([loader.status, loader.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(running.loaded().filter((url) => LIBRARIES.test(url))).toEqual([]);
    expect(await running.stop()).toBe(0);
  });

  it.each([
    ["@leyden/web", {}, "LEYDEN_WEB=off"],
    ["stripe", { LEYDEN_RAMP_PROCESSOR: "stripe" }, "LEYDEN_RAMP=off"],
  ])(
    "are asked for when %s is switched on and not installed",
    { timeout: START_MS },
    async (name, settings, advice) => {
      const failed = await startOnOwnNode(installation, settings as Readonly<Record<string, string>>, [name]).then(
        () => "it started",
        (error: Error) => error.message,
      );
      expect(failed).toContain(`(${name}) is not installed`);
      expect(failed).toContain(advice);
    },
  );
});
