import { z } from "zod";
import { codec } from "#platform/http/index.ts";
import { chargeDescription } from "./model/description.ts";

/** What a charge asks for, as the request says it. */
export function descriptionField(example: string) {
  const text = z.string().meta({ description: "Shown to the payer; at most 639 bytes of UTF-8.", examples: [example] });
  return codec(text, chargeDescription, (description) => description);
}
