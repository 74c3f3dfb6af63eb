import { expect, it } from "vitest";
import { z } from "zod";
import type { AppError } from "#kernel/errors.ts";
import { validatorCompiler } from "./schema.ts";

it.each([
  [z.string().min(1), "", "must be at least 1 character long"],
  [z.string().min(2), "", "must be at least 2 characters long"],
  [z.string().max(1), "ab", "must be at most 1 character long"],
  [z.array(z.string()).min(1), [], "must be at least 1 item long"],
  [z.array(z.string()).max(20), Array(21).fill(""), "must be at most 20 items long"],
  [z.number().min(1), 0, "must be at least 1"],
])("a refusal says one and several in its numbers (%#)", (field, value, issue) => {
  const validate = validatorCompiler({ schema: z.object({ field }), method: "POST", url: "/", httpPart: "body" });
  const { error } = validate({ field: value }) as { error: AppError };
  expect(error.details).toEqual([{ field: "field", issue }]);
});
