/**
 * A rune that is the node's, and of which one restriction is not met now (common/jsonrpc_errors.h). clnrest asks
 * `checkrune` before it hands a command on, so the command has not begun.
 */
export const NOT_PERMITTED = 1_502;

/**
 * Which one. `rate`: so many calls in a time, `rate` or `per`: it passes by itself. `time`: the rune has expired, or
 * begins later. `call`: this command, or with these parameters, is not for it.
 */
export type Unmet = "rate" | "time" | "call";

/** What lightningd says of `rate` and `per` (lightningd/runes.c, `last_time_check`). */
const TOO_SOON = "too soon";
/** Of a condition on the field `time` (ccan/rune, `cond_test`). */
const TIME = /^time /;
const BEFORE_REASON = "Not permitted: ";
/** Between what each alternative of the restriction lacks (ccan/rune, `rune_restr_test`). */
const AND = " AND ";

export function unmetIn(message: string): Unmet {
  const at = message.indexOf(BEFORE_REASON);
  const reasons = at < 0 ? [] : message.slice(at + BEFORE_REASON.length).split(AND);
  if (reasons.includes(TOO_SOON)) return "rate";
  return reasons.length > 0 && reasons.every((reason) => TIME.test(reason)) ? "time" : "call";
}
