import { SOFTWARE } from "../ui/branding.ts";
import type { Words } from "../ui/words.ts";

/** What the parts say on the dashboard, which is in English alone. */
export const WORDS: Words = {
  about: "about",
  close: "Close",
  copied: "Copied",
  copy: "Copy",
  copySelect: "Your browser did not copy it. Select the text and copy it yourself.",
  failed: "This could not be loaded",
  liveEnded: "Not live any more: you may not see this now. Reload the page",
  liveFull: "Not live: read again when this window is looked at",
  liveLost: "Not live: connecting again",
  loading: "Loading …",
  newest: "Newest",
  older: "Older",
  priceMadeUp: "the made-up price of this test network",
  retry: "Try again",
  unit: "Show amounts in",
  foot: { support: "Help", terms: "Terms", privacy: "Privacy", imprint: "Imprint", software: `Made with ${SOFTWARE}` },
  network: (name) => `${name}: coins of this network are worth nothing`,
  request: (id) => `Request ${id}`,
  failure: ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
};
