import { expect, it } from "vitest";
import { isDocument, linkedWithin } from "./documents.ts";

it("a release has what operators and integrators read, and nothing of how the house is built", () => {
  const read = ["CHANGELOG.md", "SECURITY.md", "LICENSE", "docs/operate.md", "docs/nodes/lnd.md"];
  const rest = ["docs/monitoring/leyden-alerts.yml", "docs/monitoring/leyden-dashboard.json"];
  expect([...read, ...rest].filter((path) => !isDocument(path))).toEqual([]);
  const house = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/reading.md",
    "docs/decisions/README.md",
    "docs/releases/README.md",
  ];
  expect([...house, "docs/reference.png", "packages/client/README.md"].filter(isDocument)).toEqual([]);
});

it("a link of a document leads to what the release has, or is its text", () => {
  const within = (text: string) => linkedWithin("docs/a/page.txt", text, (path) => path === "docs/b.txt");
  const kept = "[a](../b.txt), [a b](../b.txt#part), [w](https://a.example/b), [p](#part)";
  expect(within(kept)).toBe(kept);
  expect(within("See [decision\n0052](../c.txt#x) and [d](b.txt).")).toBe("See decision\n0052 and d.");
});
