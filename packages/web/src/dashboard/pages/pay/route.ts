import type { PageSpec } from "../../page-spec.ts";

export const pay: PageSpec = {
  path: "pay",
  label: "Pay",
  group: "money",
  isInside: true,
  load: async () => (await import("./page.tsx")).PayPage,
};

export const payFile: PageSpec = {
  path: "pay/file",
  label: "Pay from a file",
  group: "money",
  isInside: true,
  load: async () => (await import("./file-page.tsx")).PayFilePage,
};
