import { AppError, type Message, waitUntil } from "#kernel/errors.ts";
import { english, message } from "#texts/reader.ts";

/** What was shown is not what was asked for. What is said says no more than that. */
export class FactorRefused extends AppError {
  constructor(said: Message) {
    super("factor_refused", english(said), { forPeople: said });
  }
}

/** It was not checked: there were too many wrong tries lately, over all browsers. */
export class TooManyTries extends AppError {
  constructor(until: Date, now: Date) {
    const said = message("failure_tries", { wait: waitUntil(until, now) });
    const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
    super("rate_limited", english(said), { retryAfterSeconds: seconds, forPeople: said });
  }
}
