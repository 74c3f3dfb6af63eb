/** What the page says before its script runs, or without it. The script says the same in English (packages/web). */
export const HEAD = "Buy bitcoin";
export const UNKNOWN_TITLE = "This link does not work";
export const UNKNOWN_TEXT = "This link opens no purchase. Go back to where you came from and begin again.";
