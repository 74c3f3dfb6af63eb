import { account } from "./account.ts";
import { common } from "./common.ts";
import { failures } from "./failures.ts";
import { login } from "./login.ts";
import { mails } from "./mails.ts";
import { money } from "./money.ts";
import { notices } from "./notices.ts";
import { pages } from "./pages.ts";
import { security } from "./security.ts";
import { sessions } from "./sessions.ts";

export const fr = {
  ...account,
  ...common,
  ...failures,
  ...login,
  ...mails,
  ...money,
  ...notices,
  ...pages,
  ...security,
  ...sessions,
};
