import { AppError, InvalidInput, type Message } from "#kernel/errors.ts";
import { english, message } from "#texts/reader.ts";
import { PROVED_MS, type Purpose } from "../model/attempt.ts";
import { LoginGone } from "../model/login-gone.ts";
import { codeMac, codeOf, hashOf, isShortCode, type Mac, newSecret } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { type Checked, updateByCode } from "../store/attempts.ts";
import { type LoginStep, type ProceedDeps, proceed } from "./proceed.ts";

export type CheckCodeDeps = ProceedDeps & { readonly mac: Mac };

export type CheckCode = {
  /** Of the browser's cookie. */
  readonly secret: string;
  /** As a person typed it. */
  readonly code: string;
  readonly visitor: Visitor;
};

/**
 * Takes the code that was sent for this browser, and goes on with the login under another secret of the browser.
 * @throws {InvalidInput} {CodeRefused} nothing but the count of wrong codes is changed then.
 * @throws {LoginGone} with that secret.
 */
export async function checkCode(deps: CheckCodeDeps, { secret, code, visitor }: CheckCode): Promise<LoginStep> {
  const { email, next } = await takeCode(deps, { secret, code, purpose: "log_in" });
  try {
    return await proceed(deps, { secret: next, email, methods: ["email"], visitor });
  } catch (error) {
    // what the browser has, such as another session, has moved to the next secret
    throw error instanceof LoginGone ? new LoginGone(next) : error;
  }
}

/** Uses up the code. `next`: the browser's secret after a login's code. */
export async function takeCode(
  { db, clock, random, mac, log }: Pick<CheckCodeDeps, "db" | "clock" | "random" | "mac" | "log">,
  { secret, code, purpose }: Pick<CheckCode, "secret" | "code"> & { readonly purpose: Purpose },
) {
  const digits = codeOf(code);
  if (digits === undefined)
    throw new InvalidInput("code", "must be the digits of the mail", message("failure_code_digits"));
  const now = clock.now();
  const next = newSecret(random);
  const browserHash = hashOf(secret);
  const checked = await updateByCode(db, now, {
    browserHash,
    purpose,
    nextHash: hashOf(next),
    codeMac: codeMac(mac, browserHash, digits),
    isShort: isShortCode(digits),
    expiresAt: new Date(now.getTime() + PROVED_MS),
  });
  if (checked.kind === "proved") return { email: checked.email, userId: checked.userId, next };
  log.info({ outcome: checked.kind }, "login.code_refused");
  throw new CodeRefused(checked);
}

export class CodeRefused extends AppError {
  constructor(checked: Exclude<Checked, { readonly kind: "proved" }>) {
    const said = messageOf(checked);
    super(checked.kind === "too_short" ? "too_many_login_codes" : "login_code_refused", english(said), {
      forPeople: said,
    });
  }
}

function messageOf(checked: Exclude<Checked, { readonly kind: "proved" }>): Message {
  switch (checked.kind) {
    case "wrong":
      return checked.triesLeft === 0
        ? message("failure_code_last")
        : message("failure_code_wrong", { count: checked.triesLeft });
    case "expired":
      return message("failure_code_expired");
    case "spent":
      return message("failure_code_spent");
    case "none":
      return message("failure_code_none");
    case "too_short":
      return message("failure_code_short");
  }
}
