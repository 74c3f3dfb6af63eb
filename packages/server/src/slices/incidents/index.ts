export { closeIncident, closeIncidents } from "./close-incident.ts";
export { measureIncidents } from "./metrics.ts";
export type { IncidentId, IncidentKind } from "./model/incident.ts";
export { keepIncident, recordDecision, recordIncident } from "./record-incident.ts";
export { countOpenIncidents, listIncidentsOf, listOpenIncidents } from "./store.ts";
