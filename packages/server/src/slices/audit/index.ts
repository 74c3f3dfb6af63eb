export { auditCommand } from "./audit-command.ts";
export { auditDaily } from "./audit-daily.ts";
export { checkSolvency, readBooks, solvencyLine } from "./check-solvency.ts";
export { compareLists, LISTS } from "./compare-lists.ts";
export { type AuditWatch, measureAudit, measureFullAudit } from "./metrics.ts";
export { type AuditLine, brokenMoney, runAudit } from "./run-audit.ts";
