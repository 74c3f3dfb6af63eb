export { presentEntry } from "./model/present-statement.ts";
export { readStatement } from "./read-statement.ts";
