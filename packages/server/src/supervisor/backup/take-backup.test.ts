import pg from "pg";
import { expect, it } from "vitest";
import { isServerGone } from "./take-backup.ts";

/** What PostgreSQL says under this code. */
const said = (code: string) => Object.assign(new pg.DatabaseError("said", 4, "error"), { code });

it("a backup knows when its server has stopped, however it hears of it", () => {
  const heard = [
    said("57P01"),
    said("57P03"),
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
    new Error("Connection terminated unexpectedly"),
    new Error("Client has encountered a connection error and is not queryable"),
    new Error("unavailable", { cause: said("57P01") }),
  ];
  expect(heard.filter((error) => !isServerGone(error))).toEqual([]);
  expect([said("53100"), said("42P01"), new Error("no such file"), "text"].filter(isServerGone)).toEqual([]);
});
