export { presentEntry } from "./model/present-statement.ts";
export type { StatementEntry } from "./model/statement.ts";
export { type Incoming, type Received, readReceived } from "./read-received.ts";
export { findPlaceBefore, isOver, readEntries, readStatement } from "./read-statement.ts";
