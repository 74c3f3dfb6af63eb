import { account } from "./account.ts";
import { bank } from "./bank.ts";
import { claim } from "./claim.ts";
import { common } from "./common.ts";
import { consent } from "./consent.ts";
import { failures } from "./failures.ts";
import { login } from "./login.ts";
import { mails } from "./mails.ts";
import { money } from "./money.ts";
import { notices } from "./notices.ts";
import { pages } from "./pages.ts";
import { progress } from "./progress.ts";
import { ramp } from "./ramp.ts";
import { receipts } from "./receipts.ts";
import { received } from "./received.ts";
import { search } from "./search.ts";
import { security } from "./security.ts";
import { sessions } from "./sessions.ts";
import { terms } from "./terms.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { voucherMail } from "./voucher-mail.ts";
import { wallet } from "./wallet.ts";
import { widget } from "./widget.ts";

export const en = {
  ...account,
  ...bank,
  ...claim,
  ...common,
  ...consent,
  ...failures,
  ...login,
  ...mails,
  ...money,
  ...notices,
  ...pages,
  ...progress,
  ...ramp,
  ...receipts,
  ...received,
  ...search,
  ...security,
  ...sessions,
  ...terms,
  ...unsubscribe,
  ...voucherMail,
  ...wallet,
  ...widget,
};
