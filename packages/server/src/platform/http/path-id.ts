import { z } from "zod";
import type { Brand } from "#kernel/brand.ts";
import type { AppError } from "#kernel/errors.ts";
import { isUuid } from "#kernel/ids.ts";

const ID = z.string().max(64);

/** A path with an id. What is no id names nothing: it is looked up like one, and not refused as input. */
export const idParams = (example: string) => z.object({ id: ID.meta({ examples: [example] }) });

/** @throws what `missing` makes, when the text is no id. */
export function idOf<Id extends Brand<string, string>>(text: string, missing: () => AppError): Id {
  const lower = text.toLowerCase();
  if (!isUuid(lower)) throw missing();
  return lower as Id;
}
