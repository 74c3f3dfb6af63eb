import { sats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { fixedPriceFeed } from "#prices";
import { eventDeps } from "#slices/events/testing/events.harness.ts";
import type { World } from "#slices/payments/testing/world.harness.ts";
import { rampRouteDeps } from "#slices/ramp/testing/ramp-routes.harness.ts";
import { emailDeps } from "#slices/vouchers/testing/email.harness.ts";

/** What the routes about the service itself need, and its name; nothing is asked. */
export const neighbours = {
  baseUrl: "https://leyden.example",
  addressMax: sats(1_000_000n),
  prices: fixedPriceFeed({ clock: machineClock, isDevelopment: () => true }),
  publicIps: ["203.0.113.7"],
  isDenied: (ip: string) => ip === "198.51.100.1",
};

/** What all routes of the API need, in a world without a Lightning network. */
export function routeDeps(world: World) {
  const email = emailDeps(world.pay);
  const ramp = rampRouteDeps({ ...world.pay, log: world.drive.log, baseUrl: neighbours.baseUrl });
  return {
    ...{ ...world.drive, ...world.pay, ...eventDeps(world.drive), ...neighbours },
    ...{ email, ramp, receivable: () => undefined },
  };
}
