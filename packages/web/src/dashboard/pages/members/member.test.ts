import { describe, expect, it } from "vitest";
import { nameOf, operationText } from "./member.ts";

describe("the history of a project", () => {
  it("says operations of the API in words, and who is gone", () => {
    expect(operationText("changeMember")).toBe("Change member");
    expect(operationText("endOldClientSecrets")).toBe("End old client secrets");
    expect([nameOf({ gamertag: "ann" }), nameOf({ gamertag: "" })]).toEqual(["ann", "somebody who is gone"]);
  });
});
