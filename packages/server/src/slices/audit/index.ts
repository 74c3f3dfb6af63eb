export { auditCommand } from "./audit-command.ts";
export { type AuditLine, runAudit } from "./run-audit.ts";
