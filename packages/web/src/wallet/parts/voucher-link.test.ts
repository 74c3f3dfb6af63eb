import { describe, expect, it } from "vitest";
import { encodeLnurl } from "../../../../server/src/protocol/lnurl.ts";
import { isVoucherLink } from "./voucher-link.ts";

const ORIGIN = "https://pay.example";
const TOKEN = "AZaz09_-AAAAAAAAAAAAAA";
const lnurlOf = (path: string) => encodeLnurl(new URL(path, ORIGIN));

describe("a text that redeems a voucher", () => {
  it.each([
    [TOKEN, true],
    [` ${ORIGIN}/claim#${TOKEN}`, true],
    [`${ORIGIN}/claim?utm_source=mail#${TOKEN.slice(1)}`, true],
    [lnurlOf(`/v0/lnurl/withdraw/${TOKEN}`), true],
    [`lightning:${lnurlOf(`/v0/lnurl/withdraw/${TOKEN}`).toUpperCase()}`, true],
    [`${ORIGIN}/claim`, false],
    [lnurlOf("/v0/lnurl/pay/ann"), false],
    [`https://other.example/claim#${TOKEN}`, false],
    ["lnurl1broken", false],
    ["lnurl1", false],
    ["ann@pay.example", false],
    ["bob", false],
    ["", false],
  ])("%j: %j", (text, isOne) => {
    expect(isVoucherLink(text, ORIGIN)).toBe(isOne);
  });
});
