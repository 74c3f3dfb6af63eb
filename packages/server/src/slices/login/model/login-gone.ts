import { AppError } from "#kernel/errors.ts";

/** The login took too long, or was ended from another page of the same browser. */
export class LoginGone extends AppError {
  constructor() {
    super("login_gone", "This login took too long. Begin again.");
  }
}
