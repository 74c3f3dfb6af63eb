/** Importing it defines `<leyden-ramp>`. */
import { defineLeydenRamp } from "./leyden-ramp.ts";

defineLeydenRamp();

export { defineLeydenRamp };
