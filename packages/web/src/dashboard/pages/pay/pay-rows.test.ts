import { describe, expect, it } from "vitest";
import { readCsv } from "../../parts/csv.ts";
import { rowsOf } from "../../parts/kept-file.ts";
import {
  LINES_MAX,
  type Line,
  namesIn,
  type Row,
  readPayFile,
  resultsCsv,
  TEMPLATE,
  totalOf,
  withUnknown,
} from "./pay-rows.ts";

const INVOICE = "lnbcrt100n1p4squ2ssp56n3ejle0wzdvnr0d0gy3q7h0yem2zy5vxfstkys8a2tfht79d2wq";

const linesOf = (text: string, cap?: string): readonly Line[] => {
  const read = readPayFile(text, cap);
  return "lines" in read ? read.lines : [];
};
const wrongOf = (text: string) => {
  const read = readPayFile(text);
  return "wrong" in read ? read.wrong : undefined;
};

describe("a file of payments", () => {
  it("has the same keys with empty lines and without", () => {
    const keysOf = (text: string) => rowsOf(linesOf(text), "k").map(({ key, body }) => [key, body.to]);
    expect(keysOf("to,sats\n\nann,1\n,\nbob,2\n")).toEqual(keysOf("to,sats\nann,1\nbob,2"));
  });

  it("names whom it pays by the head of the column, or by what it looks like", () => {
    const text = `Recipient;Amount (sats);Note;Internal ID\r\nann@example.com;1 000;"a;b";7\r\nbob;0.5;;\r\n${INVOICE};;;`;
    expect(linesOf(`\uFEFF${text}`).map(({ number, body, wrong }) => [number, body, wrong])).toEqual([
      [
        2,
        { kind: "address", to: "ann@example.com", amount: "1000000", description: "a;b", internalId: "7" },
        undefined,
      ],
      [3, { kind: "gamertag", to: "bob", amount: "500" }, undefined],
      [4, { kind: "invoice", to: INVOICE }, undefined],
    ]);
    expect(linesOf("e-mail,sats\nann@example.com,1").map(({ body }) => body.kind)).toEqual(["email"]);
    expect(linesOf("to,type,sats\nann@example.com,E-Mail,1").map(({ body }) => body.kind)).toEqual(["email"]);
    expect(totalOf(linesOf(`to,sats\nbob,1\n${INVOICE},`))).toBe("11000");
    expect(linesOf(TEMPLATE).every(({ wrong }) => wrong === undefined)).toBe(true);
  });

  it("has msats where it says so, as an export of payments does", () => {
    const exported = "lnAddress,amount,unit\nann@example.com,1500,msats";
    expect(linesOf(exported).map(({ body }) => body.amount)).toEqual(["1500"]);
    expect(linesOf("to,msats\nbob,1500").map(({ body }) => body.amount)).toEqual(["1500"]);
  });

  it.each([
    ["to,sats\n,1", "The recipient is missing."],
    ["to,sats\nann smith,1", "This is no recipient that can be paid."],
    ["to,kind,sats\nbob,address,1", "This is no recipient that can be paid."],
    ["to,kind,sats\nbob,bank,1", "The kind must be"],
    ["to,email,sats\nbob,ann@example.com,1", "There is more than one recipient."],
    ["to,sats\nbob,0", "The amount must be"],
    ['to,sats\nbob,"1,00"', "The amount must be"],
    ["to,msats\nbob,1.5", "The amount must be"],
    ["to,amount,unit\nbob,1,usd", "The unit must be"],
    ["to,sats\nbob,", "The amount is missing."],
    [`invoice,sats\n${INVOICE},11`, "The invoice asks for another amount."],
    ["to,sats\nbob,1,2", "It has more cells"],
    ["to,sats\nbob,101", "That is more than one payment"],
    ["to,sats,status\nbob,1,paid", "The file says that this was paid."],
    [`email,sats,note\nann@example.com,1,${"x".repeat(151)}`, "The description has more than 150"],
    ["email,sats,internalId\nann@example.com,1,7", "A payment to an e-mail address takes no internalId."],
  ])("says of %j: %s", (text, wrong) => {
    expect(linesOf(text, "100000").map((line) => line.wrong?.startsWith(wrong))).toEqual([true]);
  });

  it("says of a line that nobody here has its gamertag or its address", () => {
    const HERE = "pay.example";
    const to = ["Bob,1", "ann@other.example,1", "bobb,1", "BOBB,1", "bob,0", "bobb@Pay.example,1", "a+b@pay.example,1"];
    const lines = linesOf(`to,sats\n${to.join("\n")}`);
    expect(namesIn(lines, HERE).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "gamertag bob",
      "gamertag bobb",
      "address bobb",
      "address a+b",
    ]);
    const said = (unknown: Parameters<typeof withUnknown>[1]) =>
      withUnknown(lines, unknown, HERE).map(({ wrong, odd }) => (wrong === undefined ? odd : "wrong")?.slice(0, 16));
    const [wrong, twice] = ["wrong", "The same recipie"];
    expect(said([{ kind: "gamertag", name: "bobb" }])).toEqual([
      undefined,
      undefined,
      "No user has this",
      "No user has this",
      wrong,
      undefined,
      undefined,
    ]);
    const ofAddress = said([{ kind: "address", name: "bobb" }]);
    expect(ofAddress.slice(2)).toEqual([undefined, twice, wrong, "Nobody has this ", undefined]);
  });

  it("says of a line that one before it is alike", () => {
    const text = "to,sats,internalId\nbob,1,a\nBOB,1,b\nann,1,a\nann,2,\n";
    expect(linesOf(text).map(({ odd }) => odd)).toEqual([
      undefined,
      "The same recipient and amount as in line 2.",
      "The same internalId as in line 2.",
      undefined,
    ]);
  });

  it("cannot be read without recipients or lines, with too many, with two columns for one thing, or an open quote", () => {
    expect(wrongOf("name,sats\nbob,1")).toContain("recipients");
    expect(wrongOf("to,recipient,sats\nbob,ann,1")).toContain("recipient");
    expect(wrongOf("to,sats,msats\nbob,1,1")).toContain("sats or msats");
    expect(wrongOf("to,sats\n")).toContain("no line");
    expect(wrongOf('to,sats,note\nbob,1,"x\nann,2,y\n')).toContain("not closed");
    expect(wrongOf(`to,sats\n${"bob,1\n".repeat(LINES_MAX + 1)}`)).toContain(String(LINES_MAX + 1));
  });

  it("leaves columns alone that it does not know, and says so", () => {
    const read = readPayFile("to,sats,team\nbob,1,red");
    expect("ignored" in read && read.ignored).toEqual(["team"]);
  });
});

describe("what became of a file", () => {
  const KEY = "0f".repeat(16);
  const rowKey = (i: number) => `row-${KEY}-${i}`;
  const rows: readonly Row[] = linesOf("to,sats,note\nbob,1,=x\nann,2,\neve,3,\nzoe,4,").map(({ number, body }) => ({
    number,
    body,
    key: `${KEY}-${number - 2}`,
  }));
  const text = resultsCsv(
    rows,
    new Map([
      [0, { kind: "sent", turn: 0, thing: "payment", id: "p1", status: "completed", fee: "5", createdAt: "" }],
      [1, { kind: "refused", turn: 0, isUsed: false, message: "there is no such user" }],
      [2, { kind: "asked", turn: 0 }],
    ]),
  );

  it("is a file as well, with a formula as text", () => {
    expect(readCsv(text)).toEqual([
      ["line", "kind", "to", "msats", "description", "internalId", "status", "feeMsats", "id", "error", "rowKey"],
      ["2", "gamertag", "bob", "1000", "'=x", "", "paid", "5", "p1", "", rowKey(0)],
      ["3", "gamertag", "ann", "2000", "", "", "not paid", "", "", "there is no such user", rowKey(1)],
      ["4", "gamertag", "eve", "3000", "", "", "not known", "", "", "", rowKey(2)],
      ["5", "gamertag", "zoe", "4000", "", "", "not sent", "", "", "", rowKey(3)],
    ]);
  });

  it("pays nothing twice when it is read as a file of payments", () => {
    expect(linesOf(text).map(({ wrong }) => wrong)).toEqual([
      "The file says that this was paid.",
      undefined,
      "The file does not say whether this was paid.",
      undefined,
    ]);
  });

  it("is not paid as a file of its own, when the names of its rows are gone", () => {
    const bare = text.replaceAll(/,(?:rowKey|row-[^,\r]*)(?=\r)/g, "");
    expect(wrongOf(bare)).toContain("open the file that they are of");
    expect(linesOf(bare.replace("feeMsats", "x"))).toHaveLength(4);
  });

  it("says of each line whether it is a row of the file, as the others", () => {
    const [head, , second, , fourth] = text.split("\r\n");
    const both = linesOf([head, second, fourth, second, "9,gamertag,new,1,,,,,,,"].join("\n"));
    expect(both.map(({ named, wrong }) => [named?.index, wrong?.split(" ").slice(0, 4).join(" ")])).toEqual([
      [1, undefined],
      [3, undefined],
      [1, "Its rowKey is that"],
      [undefined, "It has no rowKey"],
    ]);
  });
});
