import { AppError } from "#kernel/errors.ts";
import { english, message } from "#texts/reader.ts";

const SAID = message("failure_login_gone");

/** The login took too long, or was ended from another page of the same browser. */
export class LoginGone extends AppError {
  /** What the browser's cookie must hold from now on, where that has changed before. */
  readonly secret: string | undefined;

  constructor(secret?: string) {
    super("login_gone", english(SAID), { forPeople: SAID });
    this.secret = secret;
  }
}
