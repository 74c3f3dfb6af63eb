import fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal({ numRuns: inject("runs") * 100 }); // 100 is fast-check's own number
