// The health check of a container: ends with 0 when the service answers at the port that it has, else with 1. It gives
// up by itself: not every engine ends a check that is late.
import { get } from "node:http";

const LIMIT_MS = 4_000;

process.exitCode = 1;

// biome-ignore lint/style/noProcessEnv: the port of the service, as the service reads it
const url = `http://127.0.0.1:${process.env.LEYDEN_PORT || 8080}/healthz`;
const request = get(url, { timeout: LIMIT_MS, agent: false }, (answer) => {
  if (answer.statusCode === 200) process.exitCode = 0;
  request.destroy();
});
request.on("timeout", () => request.destroy()).on("error", () => undefined);
