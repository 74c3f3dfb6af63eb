import { common } from "./common.ts";
import { failures } from "./failures.ts";
import { login } from "./login.ts";
import { mails } from "./mails.ts";
import { notices } from "./notices.ts";

export const de = { ...common, ...failures, ...login, ...mails, ...notices };
