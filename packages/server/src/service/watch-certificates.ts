import type { Config } from "#config.ts";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { certificateFileEnd } from "#platform/machine/certificate-file.ts";
import type { Metrics } from "#platform/metrics.ts";
import { readCertificateEnd } from "#platform/outbound/look-from-here.ts";
import type { OutboundOptions } from "#platform/outbound/outbound.ts";
import type { Worker } from "./worker.ts";

type Settings = Pick<Config, "publicUrl" | "nodeCert" | "ownAddresses">;
type WatchDeps = { readonly metrics: Metrics; readonly clock: Clock; readonly scheduler: Scheduler };

const LOOK_EVERY_MS = 3_600_000;

/** Looks once an hour until when our certificates are good: that of the base URL, and that of the node. */
export function watchCertificates(
  { metrics, clock, scheduler }: WatchDeps,
  settings: Settings,
  outbound: Pick<OutboundOptions, "lookup" | "ca"> = {},
): Worker {
  const ends = new Map<string, number>();
  metrics.gaugeBy(
    {
      name: "leyden_certificate_timestamp_seconds",
      help: "Until when the certificate of the `base_url` and of the `node` is good. Left out where that is not known. Alarm 14 days before.",
      label: "of",
    },
    () => ends,
  );
  const { publicUrl, nodeCert, ownAddresses } = settings;
  const url = publicUrl?.startsWith("https:") ? new URL(publicUrl) : undefined;
  const looks = new Map<string, () => Promise<Date>>([
    ...(url ? [["base_url", () => readCertificateEnd(url, { ownAddresses, clock, ...outbound })] as const] : []),
    ...(nodeCert === undefined ? [] : [["node", () => certificateFileEnd(nodeCert)] as const]),
  ]);
  if (looks.size === 0) return { stop: async () => undefined };
  const look = async (of: string, end: () => Promise<Date>) => {
    try {
      ends.set(of, Math.floor((await end()).getTime() / 1_000));
    } catch {
      ends.delete(of); // `leyden doctor` says why
    }
  };
  return scheduler.loop("service.watch_certificates", LOOK_EVERY_MS, async (signal) => {
    const all = Promise.all([...looks].map(([of, end]) => look(of, end)));
    await Promise.race([all, aborted(signal)]); // a stop does not wait for an answer from outside
  });
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
