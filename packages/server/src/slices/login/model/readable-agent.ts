import type { Reader } from "#texts/reader.ts";

/** In the order in which they are looked for: many name others too. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
] as const;

/** What can be read in what a browser calls itself. */
export function agentParts(userAgent: string): {
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
} {
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return { browser, system };
}

/** "Firefox on Linux": what a browser calls itself, for the person who looks at the own sessions. */
export function readableAgent(userAgent: string, reader: Reader): string {
  const { browser, system } = agentParts(userAgent);
  if (browser === undefined && system === undefined) return reader.text("agent_unknown");
  const named = browser ?? reader.text("agent_some");
  return system === undefined ? named : reader.text("agent_on", { browser: named, system });
}
