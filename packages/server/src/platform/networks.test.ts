import { describe, expect, it } from "vitest";
import { createNetworks } from "./networks.ts";

describe("networks", () => {
  const networks = createNetworks(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"]);

  it.each([
    "10.0.0.0",
    "10.255.255.255",
    "192.0.2.7",
    "2001:db8::1",
    "2001:0DB8::1",
    "::ffff:10.1.2.3",
    "::ffff:a01:203",
  ])("contain %s", (address) => {
    expect(networks.contains(address)).toBe(true);
  });

  it.each(["11.0.0.0", "192.0.2.8", "2001:db9::1", "::10.1.2.3", "", "10.0.0", "10.0.0.0/8", "example.com"])(
    "do not contain %j",
    (address) => {
      expect(networks.contains(address)).toBe(false);
    },
  );

  it("contain nothing when there are none, and refuse what is no network", () => {
    expect(createNetworks([]).contains("10.0.0.1")).toBe(false);
    expect(() => createNetworks(["example.com"])).toThrow("not an IP address");
  });
});
