import { AppError } from "#kernel/errors.ts";

/** What was shown is not what was asked for. The message says no more than that. */
export class FactorRefused extends AppError {
  constructor(message: string) {
    super("factor_refused", message);
  }
}

/** It was not checked: there were too many wrong tries lately, over all browsers. */
export class TooManyTries extends AppError {
  constructor(until: Date, now: Date) {
    const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
    const minutes = Math.ceil(seconds / 60);
    super(
      "rate_limited",
      `There were many wrong tries lately. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or log in another way.`,
      { retryAfterSeconds: seconds },
    );
  }
}
