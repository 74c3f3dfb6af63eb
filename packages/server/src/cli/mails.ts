import type { Command } from "commander";
import { type KeptMail, listKept } from "#mails";
import { readCount } from "./count.ts";
import { JSON_OPTION, type Json, print, printJson } from "./output.ts";
import { withDatabase } from "./session.ts";

const LIST_DEFAULT = 3;
const LIST_MAX = 100;

type Asked = Json & { readonly to?: string; readonly limit: number };

/** The mails that `/dev/mail` shows, in the terminal. */
export function addMailCommand(program: Command): void {
  program
    .command("mail")
    .description(
      "show the text of the mails that were kept because there is no mail server, newest last; on regtest alone",
    )
    .option("--to <address>", "only those to this e-mail address")
    .option("--limit <number>", `how many, at most ${LIST_MAX}`, readCount(LIST_MAX), LIST_DEFAULT)
    .option(...JSON_OPTION)
    .action(({ to, limit, json }: Asked) =>
      withDatabase(async ({ db }) => {
        const mails = await listKept(db, { recipient: to?.trim().toLowerCase(), limit });
        if (json) return printJson(mails.map(present));
        if (mails.length === 0) return print("No mail was kept.");
        print(mails.toReversed().map(asText).join("\n"));
      }),
    );
}

function present({ id, kind, recipient, content: { subject, text }, createdAt }: KeptMail) {
  return { id, kind, to: recipient, subject, text, createdAt: createdAt.toISOString() };
}

function asText({ recipient, content: { subject, text }, createdAt }: KeptMail): string {
  return [`Date: ${createdAt.toISOString()}`, `To: ${recipient}`, `Subject: ${subject}`, "", text].join("\n");
}
