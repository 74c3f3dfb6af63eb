import { sats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { fixedPriceFeed } from "#prices";
import { eventDeps } from "#slices/events/testing/events.harness.ts";
import type { World } from "#slices/payments/testing/world.harness.ts";
import { sessionRoutes } from "#slices/ramp/routes.ts";
import { rampRouteDeps } from "#slices/ramp/testing/ramp-routes.harness.ts";
import { emailDeps } from "#slices/vouchers/testing/email.harness.ts";
import type { ApiDeps } from "../routes.ts";

/** What the routes about the service itself need, and its name; nothing is asked. */
export const neighbours = {
  baseUrl: "https://leyden.example",
  addressMax: sats(1_000_000n),
  prices: fixedPriceFeed({ clock: machineClock, isDevelopment: () => true }),
  publicIps: ["203.0.113.7"],
  isDenied: (ip: string) => ip === "198.51.100.1",
};

type Outside = Partial<Pick<ApiDeps["events"], "outbound" | "bodies">> &
  Partial<Pick<ApiDeps["charging"], "node">> &
  Partial<Pick<ApiDeps["neighbours"], "prices">>;

/** What all routes of the API need, in a world without a Lightning network. */
export function routeDeps({ drive, pay }: World, { outbound, bodies, node, prices }: Outside = {}): ApiDeps {
  const { baseUrl, addressMax } = neighbours;
  const charging = { ...drive, ...pay, addressMax, receivable: () => undefined, ...(node && { node }) };
  const sessions = rampRouteDeps({ ...pay, baseUrl });
  return {
    machine: { ...drive, baseUrl },
    paying: pay,
    charging,
    asking: { ...charging, outbound: outbound ?? drive.outbound },
    vouchers: { ...pay, email: emailDeps(pay) },
    events: { outbound: outbound ?? drive.outbound, ...eventDeps(drive), ...(bodies && { bodies }) },
    neighbours: { ...neighbours, ...(prices && { prices }) },
    ramp: { api: [sessionRoutes({ ...sessions, ...(outbound && { outbound }) })] },
  };
}
