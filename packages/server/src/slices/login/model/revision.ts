import type { Brand } from "#kernel/brand.ts";

/**
 * How often it was changed how a user logs in, the e-mail address, or a block. Who reads it before a factor is checked
 * can tell, when the session starts, that nothing was changed since. No time says that: a change may be committed after
 * a check that began later, and processes have clocks of their own.
 */
export type Revision = Brand<number, "Revision">;
