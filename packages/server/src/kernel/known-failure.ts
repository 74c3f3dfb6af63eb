import { AppError } from "./errors.ts";

/**
 * Does `after` when `work` fails and is known to have changed nothing. Where nobody knows whether it was carried out
 * (`outcome_unknown`), nothing is done.
 */
export async function onKnownFailure<T>(work: Promise<T>, after: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "outcome_unknown")) await after();
    throw error;
  }
}
