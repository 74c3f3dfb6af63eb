export { challengePages } from "./challenge-routes.ts";
export { type SimulateDeps, simulatePages } from "./simulate-routes.ts";
