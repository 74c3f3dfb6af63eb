import { expect, it } from "vitest";
import { AppError } from "./errors.ts";
import { onKnownFailure } from "./known-failure.ts";

it.each([
  ["a refusal", new AppError("unavailable", "not now"), 1],
  ["a bug", new Error("a bug"), 1],
  ["an outcome that nobody knows", new AppError("outcome_unknown", "it may be done"), 0],
])("what was announced is taken back after %s", async (_, error, times) => {
  let taken = 0;
  const takeBack = async () => {
    taken += 1;
  };
  await expect(onKnownFailure(Promise.reject(error), takeBack)).rejects.toBe(error);
  expect(await onKnownFailure(Promise.resolve(7), takeBack)).toBe(7);
  expect(taken).toBe(times);
});
