/** The pages behind the link by which somebody unsubscribes. */
export const unsubscribe = {
  unsubscribe_button: "Send me no more mails",
  unsubscribe_done_title: "Unsubscribed",
  unsubscribe_done_what: "Projects that use this service send nothing more to your address.",
  unsubscribe_title: "No more mails",
  unsubscribe_unknown_title: "Unknown link",
  unsubscribe_unknown_what: "This link belongs to no mail of the last 90 days. Take the link of a newer mail.",
  unsubscribe_what: "Projects that use this service then send nothing more to your address, also no money.",
} as const;
