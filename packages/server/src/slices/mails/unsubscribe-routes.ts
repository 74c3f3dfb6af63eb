import type { RoutesPlugin } from "#platform/http/index.ts";
import { oneClickPages } from "#platform/http/one-click-pages.ts";
import { sha256 } from "./model/mail.ts";
import { findUnsubscribable } from "./store.ts";
import { unsubscribe } from "./unsubscribe.ts";

/** `/unsubscribe/<token>`, the link of every mail in the name of a project. */
export function unsubscribeRoutes(deps: Parameters<typeof unsubscribe>[0]): RoutesPlugin {
  return oneClickPages({
    path: "/unsubscribe/",
    isKnown: async (token) => (await findUnsubscribable(deps.db, sha256(token))) !== undefined,
    end: (token) => unsubscribe(deps, token),
    words: {
      asking: ({ text }) => ({ title: text("unsubscribe_title"), what: text("unsubscribe_what") }),
      ended: ({ text }) => ({ title: text("unsubscribe_done_title"), what: text("unsubscribe_done_what") }),
      unknown: ({ text }) => ({ title: text("unsubscribe_unknown_title"), what: text("unsubscribe_unknown_what") }),
    },
  });
}
