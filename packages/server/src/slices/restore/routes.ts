import { z } from "zod";
import { isoTime } from "#platform/http/index.ts";

/** No route: what the reference shows of the event `service.restored`. */
export const RESTORED = {
  id: "01a1f9d0-7b52-7c1e-8a40-2f6d9e3b5c71",
  from: "2026-11-20T15:58:12.004Z",
  until: "2026-11-20T16:40:31.870Z",
};

export const restoredSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "Of the restore. Its events have the same." }),
    from: isoTime
      .nullable()
      .meta({ description: "What was done before this time is there; null: nothing that was done is." }),
    until: isoTime.meta({ description: "What was done after this time is there. In between all is in question." }),
  })
  .meta({ id: "Restored", examples: [RESTORED] });
