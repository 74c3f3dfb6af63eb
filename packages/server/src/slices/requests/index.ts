export { createRefusedLog, type RefusedLog } from "./keep-refused.ts";
