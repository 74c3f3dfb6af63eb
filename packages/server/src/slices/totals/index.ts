export { invariants } from "./invariants.ts";
