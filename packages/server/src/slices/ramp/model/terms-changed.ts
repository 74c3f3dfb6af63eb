import { AppError } from "#kernel/errors.ts";

/** There are terms to accept which the page of the session has not shown: it shows them, and asks again. */
export class TermsChanged extends AppError {
  constructor() {
    super("ramp_terms_changed", "the terms of the service have changed; read them, then go on");
  }
}
