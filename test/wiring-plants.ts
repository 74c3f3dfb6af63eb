import {
  at,
  EDGES,
  escapes,
  IN_WIRING,
  type Layer,
  NEVER_IN_WIRING,
  NODE,
  ON_RAMP,
  RAMP_PART,
  rooms,
  STREAM_OF_CLIENT,
  UNDER_WAY,
  WIRED_RAMP,
} from "./plant-words.ts";

/** Service, supervisor and commands. */
export const WIRING: readonly Layer[] = [
  {
    files: at("service/worker.ts"),
    may: [...IN_WIRING, ...EDGES],
    mayNot: [
      ...[...ON_RAMP, RAMP_PART, WIRED_RAMP, UNDER_WAY],
      ...[...NODE, ...escapes("..", "service"), ...rooms("service", "supervisor", "cli"), ...NEVER_IN_WIRING],
      ...STREAM_OF_CLIENT,
    ],
  },
  {
    files: at("service/ramp-part.ts", "service/wire-ramp.ts"),
    may: [...IN_WIRING, ...EDGES, ...ON_RAMP, RAMP_PART, WIRED_RAMP],
    mayNot: [
      ...[...NODE, UNDER_WAY, ...escapes("..", "service"), ...rooms("service", "supervisor", "cli")],
      ...[...NEVER_IN_WIRING, ...STREAM_OF_CLIENT],
    ],
  },
  {
    files: at("service/load-ramp.ts", "service/openapi.ts"),
    may: [...IN_WIRING, ...EDGES, RAMP_PART, UNDER_WAY],
    mayNot: [
      ...[...ON_RAMP, WIRED_RAMP, "#slices/ramp/follow-identity.ts", ...NODE, ...escapes("..", "service")],
      ...[...rooms("service", "supervisor", "cli"), ...NEVER_IN_WIRING, ...STREAM_OF_CLIENT],
    ],
  },
  {
    files: at("supervisor/start.ts"),
    may: [...IN_WIRING, ...NODE, ...rooms("service")],
    mayNot: [
      "#ramp",
      "#sandbox",
      ...[...escapes("..", "supervisor"), ...rooms("supervisor", "cli"), ...EDGES, ...NEVER_IN_WIRING],
      ...STREAM_OF_CLIENT,
    ],
  },
  {
    files: at("cli/start.ts"),
    may: [...IN_WIRING, ...NODE, ...rooms("service", "supervisor"), "commander"],
    mayNot: [
      "#ramp",
      "#sandbox",
      ...escapes("..", "cli"),
      ...rooms("cli"),
      ...EDGES,
      ...NEVER_IN_WIRING,
      ...STREAM_OF_CLIENT,
    ],
  },
  {
    files: at("cli/listen.ts"),
    may: [...IN_WIRING, ...NODE, ...rooms("service", "supervisor"), "commander", ...STREAM_OF_CLIENT],
    mayNot: ["#ramp", "#sandbox", ...escapes("..", "cli"), ...rooms("cli"), ...EDGES, ...NEVER_IN_WIRING],
  },
];
