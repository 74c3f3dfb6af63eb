import type { RoutesPlugin } from "#platform/http/index.ts";
import { oneClickPages } from "#platform/http/one-click-pages.ts";
import { findUser, type User } from "#users";
import { type EndReceiptMailsDeps, endReceiptMails } from "./end-receipt-mails.ts";
import { isStopToken, type Mac, userOfToken } from "./model/stop-link.ts";

export type ReceiptMailRoutesDeps = EndReceiptMailsDeps & { readonly mac: Mac };

/** `/mails/received/<token>`: the link of each mail that says that money has arrived. */
export function receiptMailRoutes(deps: ReceiptMailRoutesDeps): RoutesPlugin {
  return oneClickPages({
    path: "/mails/received/",
    isKnown: async (token) => (await userOf(deps, token)) !== undefined,
    async end(token) {
      const user = await userOf(deps, token);
      if (user !== undefined) await endReceiptMails(deps, user.id);
      return user !== undefined;
    },
    words: {
      asking: ({ text }) => ({ title: text("received_stop"), what: text("received_stop_what") }),
      ended: ({ text }) => ({ title: text("received_stopped"), what: text("received_stopped_what") }),
      unknown: ({ text }) => ({ title: text("unsubscribe_unknown_title"), what: text("received_unknown_what") }),
    },
  });
}

async function userOf({ db, mac }: ReceiptMailRoutesDeps, token: string): Promise<User | undefined> {
  const id = userOfToken(token);
  const user = id && (await findUser(db, id));
  return user !== undefined && isStopToken(mac, token, user) ? user : undefined;
}
