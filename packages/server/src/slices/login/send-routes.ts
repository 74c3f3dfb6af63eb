import type { FastifyReply } from "fastify";
import type { Caller } from "#kernel/caller.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { isUuid } from "#kernel/ids.ts";
import { parseMsats } from "#kernel/money.ts";
import { satText } from "#kernel/readable.ts";
import { browserPages } from "#platform/http/browser-form.ts";
import { hungUp, type RoutesPlugin } from "#platform/http/index.ts";
import { availableOf, type WalletOfUser } from "./model/money.ts";
import type { Notice } from "./templates/forms.ts";
import { confirmPage, sendPage } from "./templates/send-page.ts";
import {
  type AccountPageDeps,
  type Around,
  accountPage,
  type Fields,
  type Shown,
  sendAccountPage,
  sentence,
  type Visit,
} from "./wire.ts";

export type SendRoutesDeps = AccountPageDeps & {
  readonly wallet: WalletOfUser;
  readonly random: { uuid(): string };
};

const PATH = "/account/send";

/** `/account/send`: all that the user's wallet holds goes to a recipient, after a fresh login. */
export function sendRoutes(deps: SendRoutesDeps): RoutesPlugin {
  return browserPages(deps, (pages) => {
    accountPage(deps, pages, PATH, { show, take, needsFresh: true });
  });
}

async function show(
  { wallet }: SendRoutesDeps,
  { request, user }: Visit,
  { notice, sent, error }: Around,
): Promise<Shown> {
  const { csrf } = request.browser;
  const isOfForm = sent?.["decision"] === "quote";
  const wrong = error && sentence(wordsOf(error));
  const said: Notice | undefined = wrong !== undefined && !isOfForm ? { kind: "bad", text: wrong } : notice;
  return {
    title: "Send your money",
    content: sendPage({
      csrf,
      money: await wallet.read(user),
      notice: said,
      sent: sent?.["recipient"],
      wrong: isOfForm ? wrong : undefined,
    }),
  };
}

/** What an application is told by a number or a header, in words. */
const IN_WORDS: Partial<Record<ErrorCode, string>> = {
  insufficient_funds: "your balance has changed, and this is more than you have now; begin again",
  limit_exceeded: "this is more than the spending limits of your account leave now; begin again",
  maybe_paid: "a payment of this amount left before this service was restored; its operator has to look at it first",
};

function wordsOf({ code, message, details: [issue] }: AppError): string {
  return IN_WORDS[code] ?? (issue?.field === "recipient" ? issue.issue : message);
}

async function take(deps: SendRoutesDeps, visit: Visit, fields: Fields): Promise<string | FastifyReply> {
  const { user, session } = visit;
  const caller = await deps.wallet.callerOf(user, session.id);
  if (caller === undefined) throw new AppError("not_found", "There is no such wallet.");
  return fields["decision"] === "send"
    ? await send(deps, visit, { caller, fields })
    : await confirm(deps, visit, { caller, fields });
}

type Asked = { readonly caller: Caller; readonly fields: Fields };

async function confirm(deps: SendRoutesDeps, visit: Visit, { caller, fields }: Asked): Promise<FastifyReply> {
  const { recipient = "" } = fields;
  const money = await deps.wallet.read(visit.user);
  if (money === undefined) throw new AppError("not_found", "There is no such wallet.");
  const quote = await deps.wallet.quoteAll(caller, { recipient, available: availableOf(money) });
  const { csrf } = visit.request.browser;
  const content = confirmPage({ csrf, recipient: recipient.trim(), quote, token: deps.random.uuid() });
  return sendAccountPage(deps, visit, { title: "Send your money", content, within: PATH });
}

async function send(
  deps: SendRoutesDeps,
  visit: Visit,
  { caller, fields: { recipient = "", amount = "", token = "" } }: Asked,
): Promise<string | FastifyReply> {
  if (!isUuid(token)) throw new InvalidInput("token", "is not of this form; begin again");
  const asked = { recipient, amount: parseMsats(amount), token, hungUp: () => hungUp(visit.reply) };
  const { progress, ...payment } = await deps.wallet.pay(caller, asked);
  switch (progress.kind) {
    case "completed":
      return `${satText(payment.amount)} were sent to ${recipient}. Fee: ${satText(progress.fee)}.`;
    case "failed":
      return await sayFailed(deps, visit, `Nothing was sent: ${progress.detail}. The money is in your account.`);
    default:
      return `${satText(payment.amount)} are on their way to ${recipient}. Your account shows whether they arrive; if not, they come back.`;
  }
}

async function sayFailed(deps: SendRoutesDeps, visit: Visit, text: string): Promise<FastifyReply> {
  const shown = await show(deps, visit, { notice: { kind: "bad", text } });
  return sendAccountPage(deps, visit, { ...shown, within: PATH });
}
