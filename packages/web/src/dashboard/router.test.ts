import { createMemoryHistory } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { PAGES } from "./pages.ts";
import { createDashboardRouter } from "./router.tsx";

describe("the addresses of the dashboard", () => {
  const matchesOf = async (address: string) => {
    const router = createDashboardRouter(createMemoryHistory({ initialEntries: [address] }));
    await router.load();
    const { matches, location } = router.state;
    return { ids: matches.map(({ routeId }) => routeId), last: matches.at(-1), location };
  };

  it("keep ids that look like numbers as they are, in the path and in the query", async () => {
    const query = "?id=723421968459640832&internalId=662E41";
    const { last, location } = await matchesOf(`/dashboard/projects/1/payments/662E41${query}`);
    expect(last?.params).toEqual({ project: "1", id: "662E41" });
    expect(location.search).toEqual({ id: "723421968459640832", internalId: "662E41" });
    expect(location.searchStr).toBe(query);
  });

  it("are one for each page, all different", async () => {
    const paths = PAGES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) {
      const { ids } = await matchesOf(`/dashboard/projects/1${path === "" ? "" : `/${path}`}`);
      expect(ids.at(-1), path).toContain(`/projects/$project/${path}`);
    }
  });
});
