/** All pages of a project, in the order of the navigation. A page is a folder; here it gets one line. */
import type { PageSpec } from "./page-spec.ts";
import { charges, staticCharges } from "./pages/charges/route.ts";
import { apiConsole } from "./pages/console/route.ts";
import { keys } from "./pages/keys/route.ts";
import { log } from "./pages/log/route.ts";
import { members } from "./pages/members/route.ts";
import { oauth2 } from "./pages/oauth2/route.ts";
import { overview } from "./pages/overview/route.ts";
import { pay, payFile } from "./pages/pay/route.ts";
import { payments } from "./pages/payments/route.ts";
import { ramp, rampSessions } from "./pages/ramp/route.ts";
import { settings } from "./pages/settings/route.ts";
import { users } from "./pages/users/route.ts";
import { voucherBatch, vouchers } from "./pages/vouchers/route.ts";
import { webhookEndpoints, webhookEvents, webhooks } from "./pages/webhooks/route.ts";

export const PAGES: readonly PageSpec[] = [
  overview,
  payments,
  pay,
  payFile,
  charges,
  staticCharges,
  vouchers,
  voucherBatch,
  users,
  ramp,
  rampSessions,
  webhooks,
  webhookEvents,
  webhookEndpoints,
  keys,
  oauth2,
  members,
  log,
  apiConsole,
  settings,
];
