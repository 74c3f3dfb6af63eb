export { closeIncident } from "./close-incident.ts";
export { measureIncidents } from "./metrics.ts";
export {
  INCIDENT_KINDS,
  type Incident,
  type IncidentId,
  type IncidentKind,
  IncidentNotFound,
} from "./model/incident.ts";
export { recordDecision, recordIncident } from "./record-incident.ts";
export { countOpenIncidents, listIncidentsOf, listOpenIncidents } from "./store.ts";
