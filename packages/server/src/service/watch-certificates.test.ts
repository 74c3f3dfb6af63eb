import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { CERTIFICATE, serveHttps, serveRaw } from "#platform/outbound/outbound.harness.ts";
import { watchCertificates } from "./watch-certificates.ts";

const END_SECONDS = Date.UTC(2120, 0, 1) / 1_000;

function given(settings: { publicUrl?: string; nodeCert?: string }, clock: Clock = machineClock) {
  const loops: { look: (signal: AbortSignal) => Promise<void> }[] = [];
  const scheduler: Scheduler = {
    loop(_name, _everyMs, look) {
      loops.push({ look });
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const metrics = createMetrics({ process: false, clock: machineClock });
  const deps = { metrics, clock, scheduler };
  const { publicUrl, nodeCert } = settings;
  watchCertificates(deps, { publicUrl, nodeCert, ownAddresses: [] }, { ca: CERTIFICATE });
  const shown = async () =>
    (await metrics.render())
      .split("\n")
      .filter((line) => line.startsWith("leyden_certificate_timestamp_seconds{"))
      .map((line) => line.replace("leyden_certificate_timestamp_seconds", ""))
      .toSorted(); // the looks end in any order
  return { loops, shown, look: (signal = new AbortController().signal) => loops[0]?.look(signal) };
}

it("shows until when the certificates of base URL and node are good, as long as that can be seen", async () => {
  const folder = mkdtempSync(join(tmpdir(), "leyden-certificates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const nodeCert = join(folder, "tls.cert");
  writeFileSync(nodeCert, CERTIFICATE);
  const web = await serveHttps((_, response) => response.end());
  const { look, shown } = given({ publicUrl: `https://${web.pair}`, nodeCert });
  expect(await shown()).toEqual([]);
  await look();
  expect(await shown()).toEqual([`{of="base_url"} ${END_SECONDS}`, `{of="node"} ${END_SECONDS}`]);
  await web.close();
  await look();
  expect(await shown()).toEqual([`{of="node"} ${END_SECONDS}`]);
});

it("asks for none where there is no certificate", () => {
  expect(given({ publicUrl: "http://127.0.0.1:8080" }).loops).toEqual([]);
  expect(given({}).loops).toEqual([]);
});

it("does not keep a stop waiting", async () => {
  const silent = await serveRaw(() => undefined);
  onTestFinished(() => silent.close());
  const open = new AbortController();
  onTestFinished(() => open.abort());
  const patient: Clock = { ...machineClock, sleep: () => machineClock.sleep(600_000, open.signal) };
  const stop = new AbortController();
  const looking = given({ publicUrl: `https://${silent.pair}` }, patient).look(stop.signal);
  stop.abort();
  await looking;
});
