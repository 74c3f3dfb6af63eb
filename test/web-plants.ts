import { type Layer, NEVER_IN_BROWSERS } from "./plant-words.ts";

const REACT = ["react", "react-dom/client"];
const OF_WALLET = ["react", "@tanstack/react-query", "wouter"];
const OF_DASHBOARD = ["react", "@tanstack/react-query", "@tanstack/react-router", "react-aria-components", "uplot"];
const MESSAGE = "../../../server/src/texts/message.ts";
const NUMBERS = "../../../server/src/texts/numbers.ts";
const WALLET_TEXTS = "../../../server/src/texts/progress.ts";
const OPENAPI = "../../../client/src/openapi.ts";
const WIDGET = "../../../widget/src/message.ts";
const LIBRARIES = ["wouter", "@tanstack/react-query", "@tanstack/react-router", "react-aria-components", "qr", "uplot"];
const PRINTS = ["@noble/hashes/sha2.js", "@noble/hashes/utils.js"];
const without = (list: readonly string[], ...left: readonly string[]) => list.filter((one) => !left.includes(one));

/** What a page or room of the web may not import from a file that lies `up` from `packages/web/src`. */
const others = (up: string, ...names: readonly string[]) => names.map((name) => `${up}/${name}/context.ts`);

/** Wallet and dashboard alike, from a file at each depth. */
function pageLayers(page: "wallet" | "dashboard", libraries: readonly string[]): readonly Layer[] {
  const other = page === "wallet" ? "dashboard" : "wallet";
  const src = `packages/web/src/${page}`;
  const never = [...NEVER_IN_BROWSERS, MESSAGE, NUMBERS, OPENAPI, WIDGET, ...without(LIBRARIES, ...libraries)];
  const texts = page === "wallet" ? [WALLET_TEXTS] : [];
  return [
    {
      files: [`${src}/main.tsx`],
      may: ["./context.ts", "./pages/send/route.ts", "../ui/button.tsx", "../api/call.ts", "react-dom/client"].concat(
        libraries,
        texts,
      ),
      mayNot: [...never, ...others("..", other, "ramp"), `./../${other}/context.ts`, "././context.ts", "../build.ts"],
    },
    {
      files: [`${src}/shell/shell.tsx`],
      may: [
        "./nav.tsx",
        "../context.ts",
        "../parts/panel.tsx",
        "../../ui/button.tsx",
        "../../api/call.ts",
        ...libraries,
        ...(page === "wallet" ? ["wouter/use-browser-location"] : []),
      ],
      mayNot: [
        ...[...never, ...others("../..", other, "ramp"), `.././../${other}/context.ts`, "../pages/send/page.tsx"],
        ...["react-dom/client", "../.././ui/button.tsx", "./inner/nav.tsx", WALLET_TEXTS],
        ...["../../other.ts", ".././context.ts"],
      ],
    },
    {
      files: [`${src}/pages/send/page.tsx`],
      may: [
        ...(page === "wallet" ? ["qr/decode.js"] : []),
        "./form.tsx",
        "../../context.ts",
        "../../parts/panel.tsx",
        "../../../ui/button.tsx",
        "../../../api/call.ts",
      ].concat(libraries),
      mayNot: [
        ...[...never, ...others("../../..", other, "ramp"), `../../../${page}/context.ts`, "../history/page.tsx"],
        ...["../../pages/history/page.tsx", "react-dom/client", WALLET_TEXTS, `../../../../${other}/x.ts`],
        ...["../../../other.ts", "../.././context.ts"],
      ],
    },
  ];
}

/** Pages in the browser, their parts, and what calls the service. */
export const WEB: readonly Layer[] = [
  {
    files: ["packages/web/src/ui/button.tsx"],
    may: ["./icon.tsx", "react", "qr", MESSAGE, NUMBERS],
    mayNot: [
      ...[...NEVER_IN_BROWSERS, "react-dom/client", ...without(LIBRARIES, "qr"), OPENAPI, WALLET_TEXTS, WIDGET],
      ...[...others("..", "ramp", "wallet", "dashboard"), "../api/call.ts", "./inner/icon.tsx", "../../build/build.ts"],
    ],
  },
  {
    files: ["packages/web/src/api/call.ts"],
    may: ["./failure.ts", "react", "@tanstack/react-query", OPENAPI],
    mayNot: [
      ...[
        ...NEVER_IN_BROWSERS,
        "react-dom/client",
        ...without(LIBRARIES, "@tanstack/react-query"),
        MESSAGE,
        WALLET_TEXTS,
      ],
      ...[...others("..", "ramp", "wallet", "dashboard"), "../ui/button.tsx", "./inner/x.ts", "@leyden/client"],
      "../../../client/src/client.ts",
    ],
  },
  {
    files: ["packages/web/src/ramp/app.tsx", "packages/web/src/ramp/steps/card.tsx"],
    may: [
      ...["./state.ts", "./steps/card.tsx", "../state.ts", ...REACT, "../ui/button.tsx", "../../ui/button.tsx"],
      ...[WIDGET, "../../../widget/src/options.ts", "../../../server/src/texts/en/ramp.ts"],
    ],
    mayNot: [
      ...[...NEVER_IN_BROWSERS, ...LIBRARIES, "../../../widget/src/ramp.ts", "../inner/state.ts", "../../build.ts"],
      ...["../../../server/src/texts/language.ts", "../../../server/src/texts/en/login.ts", MESSAGE, WALLET_TEXTS],
      ...[...others("..", "wallet", "dashboard"), ...others("../..", "wallet", "dashboard"), "../api/call.ts"],
    ],
  },
  ...pageLayers("wallet", OF_WALLET),
  {
    files: ["packages/web/src/wallet/texts/de.ts"],
    may: ["common", "wallet", "money", "progress"].map((name) => `../../../../server/src/texts/de/${name}.ts`),
    mayNot: [
      ...[...NEVER_IN_BROWSERS, ...LIBRARIES, ...REACT, "../context.ts", "../../ui/text.ts", "./en.ts"],
      ...["language", "de/login", "de/index"].map((name) => `../../../../server/src/texts/${name}.ts`),
    ],
  },
  ...pageLayers("dashboard", OF_DASHBOARD),
  {
    files: ["packages/web/src/dashboard/parts/print-of.ts"],
    may: PRINTS,
    mayNot: [
      ...[...without(NEVER_IN_BROWSERS, ...PRINTS), ...LIBRARIES, ...REACT, MESSAGE, OPENAPI, "./kept.ts"],
      ...["../context.ts", "../../api/call.ts", "@noble/hashes/legacy.js"],
    ],
  },
];
