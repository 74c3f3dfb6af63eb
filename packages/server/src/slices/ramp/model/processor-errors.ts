import { AppError } from "#kernel/errors.ts";

/**
 * The processor, or who verifies identities, gave no answer that can be used. It says nothing about what the call
 * did: it may be repeated.
 */
export class ProcessorUnavailable extends AppError {
  /** Seconds until another try makes sense. */
  constructor(message = "the payment provider does not answer; try again later", retryAfterSeconds = 5) {
    super("processor_unavailable", message, { retryAfterSeconds });
  }
}

/** A message that the processor did not sign, or signed long ago. Why is not said: who forges learns nothing. */
export class WebhookRefused extends AppError {
  constructor() {
    super("webhook_refused", "the message has no valid signature");
  }
}
