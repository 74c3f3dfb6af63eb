import { bank } from "./bank.ts";
import { claim } from "./claim.ts";
import { common } from "./common.ts";
import { consent } from "./consent.ts";
import { failures } from "./failures.ts";
import { login } from "./login.ts";
import { mails } from "./mails.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { voucherMail } from "./voucher-mail.ts";

export const fr = {
  ...bank,
  ...claim,
  ...common,
  ...consent,
  ...failures,
  ...login,
  ...mails,
  ...unsubscribe,
  ...voucherMail,
};
