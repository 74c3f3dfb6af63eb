import { AppError } from "#kernel/errors.ts";
import { missingPages } from "#platform/http/failure-page.ts";
import type { Ramp } from "./load-ramp.ts";
import { together } from "./worker.ts";

const off = () => new AppError("ramp_off", "this service sells no bitcoin");

/** In place of the on-ramp, where it is switched off: whatever is asked of it is answered with the same code. */
export const RAMP_OFF: Ramp = {
  finders: [],
  timelines: {},
  lists: [],
  api: [missingPages("/api/v1", off)],
  pages: [missingPages("/ramp", off), missingPages("/widget", off)],
  choose: () => undefined,
  sells: () => false,
  openForUser: async () => {
    throw off();
  },
  bought: async () => new Map(),
  start: () => together([]),
};
