import { describe, expect, it } from "vitest";
import { OutboundRefused } from "./errors.ts";
import { createPolicy, interfaceAddresses, isPublicUnicast } from "./policy.ts";

describe("isPublicUnicast", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81c::200e",
    "2001:4860:4860::8888",
  ])("takes %s", (address) => {
    expect(isPublicUnicast(address)).toBe(true);
  });

  it.each([
    ["this network", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["shared (CGNAT)", "100.64.0.1"],
    ["shared (CGNAT)", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.255"],
    ["link-local, where clouds keep their secrets", "169.254.169.254"],
    ["protocol assignments", "192.0.0.8"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.1"],
    ["6to4 relay", "192.88.99.1"],
    ["AS112", "192.31.196.1"],
    ["AS112", "192.175.48.1"],
    ["AMT", "192.52.193.1"],
    ["benchmarking", "198.18.0.1"],
    ["benchmarking", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["compatible", "::127.0.0.1"],
    ["compatible, public inside", "::8.8.8.8"],
    ["mapped", "::ffff:127.0.0.1"],
    ["mapped, in hex", "::ffff:7f00:1"],
    ["mapped, public inside", "::ffff:8.8.8.8"],
    ["translated", "::ffff:0:127.0.0.1"],
    ["NAT64", "64:ff9b::127.0.0.1"],
    ["NAT64, public inside", "64:ff9b::808:808"],
    ["NAT64, local", "64:ff9b:1::1"],
    ["discard", "100::1"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["benchmarking", "2001:2::1"],
    ["AMT", "2001:3::1"],
    ["AS112", "2001:4:112::1"],
    ["ORCHID", "2001:10::1"],
    ["ORCHID", "2001:20::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["6to4 of a private address", "2002:c0a8:101::1"],
    ["6to4 of a public address", "2002:808:808::1"],
    ["segment routing", "5f00::1"],
    ["not assigned", "4000::1"],
    ["unique local", "fc00::1"],
    ["unique local", "fd12:3456::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["public with a zone", "2606:4700:4700::1111%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["a name", "example.com"],
    ["an old spelling", "127.1"],
    ["an old spelling", "0x7f000001"],
    ["an old spelling", "134744072"],
    ["nothing", ""],
  ])("refuses %s: %s", (_, address) => {
    expect(isPublicUnicast(address)).toBe(false);
  });
});

describe("a policy", () => {
  const policy = createPolicy({
    allow: ["127.0.0.1:9737", "[::1]:9738", "Merchant.Test:8443"],
    ownAddresses: ["1.2.3.4", "5.6.7.0/24", "2a00:1::5", "2a00:2::/48"],
  });
  const refusal = (check: () => void) => {
    try {
      check();
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(OutboundRefused);
      return (error as OutboundRefused).reason;
    }
  };

  it.each([
    "https://example.com/",
    "https://example.com:443/path?x#y",
    "https://8.8.8.8/",
    "http://127.0.0.1:9737/",
    "https://127.0.0.1:9737/",
    "http://2130706433:9737/",
    "http://[::1]:9738/",
    "http://[0:0::1]:9738/",
    "http://merchant.test:8443/",
  ])("takes %s", (url) => {
    expect(refusal(() => policy.checkUrl(new URL(url)))).toBeUndefined();
    expect(policy.mayCall(new URL(url))).toBe(true);
  });

  it.each([
    ["http://example.com/", "scheme"],
    ["ftp://example.com/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["http://merchant.test/", "scheme"],
    ["http://127.0.0.1:9738/", "scheme"],
    ["http://127.0.0.2:9737/", "scheme"],
    ["http://localhost:9737/", "scheme"],
    ["https://user@example.com/", "userinfo"],
    ["https://user:password@example.com/", "userinfo"],
    ["http://user@127.0.0.1:9737/", "userinfo"],
    ["https://example.com:80/", "port"],
    ["https://example.com:8443/", "port"],
    ["https://merchant.test.:8443/", "port"],
    ["https://example.com./", "host"],
    ["https://example.onion/", "host"],
    ["https://127.0.0.1/", "address"],
    ["https://127.0.0.1./", "address"],
    ["https://127.1/", "address"],
    ["https://2130706433/", "address"],
    ["https://0x7f000001/", "address"],
    ["https://0x7f.0x0.0x0.0x1/", "address"],
    ["https://017700000001/", "address"],
    ["https://0177.0.0.01/", "address"],
    ["https://１２７.0.0.1/", "address"],
    ["https://127。0。0。1/", "address"],
    ["https://%31%32%37.0.0.1/", "address"],
    ["https://0/", "address"],
    ["https://[::1]/", "address"],
    ["https://[::]/", "address"],
    ["https://[0:0:0:0:0:ffff:127.0.0.1]/", "address"],
    ["https://[::ffff:7f00:1]/", "address"],
    ["https://[64:ff9b::a9fe:a9fe]/", "address"],
    ["https://[2002:7f00:1::]/", "address"],
    ["https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/", "address"],
    ["https://[fe80::1]/", "address"],
    ["https://1.2.3.4/", "address"],
    ["https://5.6.7.255/", "address"],
    ["https://[2a00:1::5]/", "address"],
    ["https://[2a00:2::ffff]/", "address"],
  ])("refuses %s", (url, reason) => {
    expect(refusal(() => policy.checkUrl(new URL(url)))).toBe(reason);
    expect(policy.mayCall(new URL(url))).toBe(false);
    expect(policy.refusalOf(new URL(url))).toBe(reason);
  });

  it("checks where a connection goes, except for the pairs that the operator named", () => {
    expect(refusal(() => policy.checkAddress("example.com", 443, "8.8.8.8"))).toBeUndefined();
    expect(refusal(() => policy.checkAddress("merchant.test", 8443, "10.0.0.1"))).toBeUndefined();
    expect(refusal(() => policy.checkAddress("::1", 9738, "::1"))).toBeUndefined();
    expect(refusal(() => policy.checkAddress("merchant.test", 443, "10.0.0.1"))).toBe("address");
    expect(refusal(() => policy.checkAddress("example.com", 443, "10.0.0.1"))).toBe("address");
    expect(refusal(() => policy.checkAddress("example.com", 443, "1.2.3.4"))).toBe("address");
    expect(refusal(() => policy.checkAddress("example.com", 443, "::ffff:1.2.3.4"))).toBe("address");
  });

  it.each([
    "",
    "127.0.0.1",
    "127.0.0.1:",
    ":80",
    "127.0.0.1:0",
    "127.0.0.1:99999",
    "http://a:80",
    "a/b:80",
    "u@a:80",
    "a:80:80",
  ])("is not made from the pair %j", (pair) => {
    expect(() => createPolicy({ allow: [pair], ownAddresses: [] })).toThrow("host:port");
  });

  it.each(["example.com", "1.2.3", ""])("is not made from the own address %j", (address) => {
    expect(() => createPolicy({ allow: [], ownAddresses: [address] })).toThrow("IP address");
  });

  it("can be made from the addresses of this machine", () => {
    expect(interfaceAddresses()).toContain("127.0.0.1");
    createPolicy({ allow: [], ownAddresses: interfaceAddresses() });
  });
});
