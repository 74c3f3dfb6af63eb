export { presentEntry } from "./model/present-statement.ts";
export type { StatementEntry } from "./model/statement.ts";
export { readStatement } from "./read-statement.ts";
