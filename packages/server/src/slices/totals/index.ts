export { countNew } from "./count-new.ts";
export { invariants } from "./invariants.ts";
