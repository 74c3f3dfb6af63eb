import { describe, expect, it } from "vitest";
import { nameOf, operationText, placeText } from "./member.ts";

describe("the history of a project", () => {
  it("says operations of the API in words, and who is gone", () => {
    expect(operationText("changeMember")).toBe("Change member");
    expect(operationText("endOldClientSecrets")).toBe("End old client secrets");
    expect([nameOf({ gamertag: "ann" }), nameOf({ gamertag: "" })]).toEqual(["ann", "somebody who is gone"]);
  });

  it("says where a call came from", () => {
    const places = ["::/64", "127.0.0.1", "192.0.2.7", "2001:db8:0:1::/64"];
    expect(places.map(placeText)).toEqual(["this machine", "this machine", "192.0.2.7", "2001:db8:0:1::/64"]);
  });
});
