/** Where the page in the widget does not run. `npm run texts` gives the widget what it says itself. */
export const widget = {
  widget_no_script: "Please allow scripts",
  widget_no_script_why:
    "This page asks for your card without the card passing through the page around it. That needs JavaScript.",
  widget_not_started: "The purchase could not be shown. Reload this page, or come back later.",
} as const;
