import { addressOf } from "../addresses.ts";
import type { ThingKind } from "./states-of-things.ts";

/** What a kind of thing is called, and where its page is, below the project's; undefined: it has none. */
const KINDS: Readonly<Record<ThingKind, readonly [name: string, path: ((id: string) => string) | undefined]>> = {
  payment: ["Payment", (id) => `payments/${id}`],
  charge: ["Charge", (id) => `charges/${id}`],
  static_charge: ["Static charge", (id) => `charges/static/${id}`],
  voucher: ["Voucher", (id) => `vouchers/${id}`],
  withdrawal: ["Withdrawal request", undefined],
  session: ["On-ramp session", (id) => `ramp/sessions/${id}`],
  purchase: ["On-ramp purchase", (id) => `ramp/${id}`],
  user: ["User", (id) => `users/${id}`],
  app: ["Application", (id) => `oauth2/${id}`],
  key: ["Key", (id) => `keys/${id}`],
  event: ["Event", (id) => `webhooks/events/${id}`],
  endpoint: ["Webhook endpoint", (id) => `webhooks/endpoints/${id}`],
  request: ["Request", (id) => `log/${id}`],
};

export function nameOfKind(kind: ThingKind): string {
  return KINDS[kind][0];
}

/** Of the page of a thing, below the dashboard; undefined: it has none. */
export function addressOfThing(project: string, { kind, id }: { kind: ThingKind; id: string }): string | undefined {
  const path = KINDS[kind][1];
  return path === undefined ? undefined : addressOf(project, path(encodeURIComponent(id)));
}
