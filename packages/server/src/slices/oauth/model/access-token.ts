import { AppError } from "#kernel/errors.ts";

/** Source of the words: docs/contract.md, Profile: clients look for them. */
export class InvalidToken extends AppError {
  constructor() {
    super("invalid_token", "Token is either invalid or expired");
  }
}

/** RFC 6750, section 2.1. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/**
 * The token of a request: `Authorization: Bearer`, or the header `usertoken` that clients of this interface also send.
 */
export function tokenOf({
  authorization,
  usertoken,
}: {
  readonly authorization?: string | undefined;
  readonly usertoken?: string | undefined;
}): string | undefined {
  return authorization === undefined ? usertoken : BEARER.exec(authorization)?.[1];
}
