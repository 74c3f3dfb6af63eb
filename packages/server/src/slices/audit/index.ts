export { auditCommand } from "./audit-command.ts";
export { checkSolvency, solvencyLine } from "./check-solvency.ts";
export { type AuditWatch, measureAudit } from "./metrics.ts";
export { type AuditLine, runAudit } from "./run-audit.ts";
