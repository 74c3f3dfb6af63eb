/** All pages of the wallet, in the order of the navigation. A page is a folder; here it gets one line. */
import type { PageSpec } from "./page-spec.ts";
import { history } from "./pages/history/route.ts";
import { home } from "./pages/home/route.ts";
import { receive } from "./pages/receive/route.ts";
import { send } from "./pages/send/route.ts";
import { settings } from "./pages/settings/route.ts";
import { vouchers } from "./pages/vouchers/route.ts";

export const PAGES: readonly PageSpec[] = [home, receive, send, history, settings, vouchers];

/** The first page, with the focus on the button that buys. */
export const BUY_PATH = "/?buy";
