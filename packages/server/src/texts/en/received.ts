/** Mails that say that money has arrived, and turning them on and off. */
export const received = {
  received_card: "When money arrives",
  received_card_off: "You get no mail when money arrives in your account.",
  received_card_on: "You get a mail when money arrives in your account, at most one in an hour.",
  received_from_here: "From within this service",
  received_from_invoice: "An invoice of yours was paid",
  received_from_link: "To your Lightning address or your payment link",
  received_from_project: "To an invoice that {project} asked for",
  received_is_off: "You get no more mails when money arrives.",
  received_is_on: "You get a mail when money arrives.",
  received_left: { one: "And {count} more payment.", other: "And {count} more payments." },
  received_many: {
    one: "You received {amount} in {count} payment",
    other: "You received {amount} in {count} payments",
  },
  received_one: "You received {amount}",
  received_stop: "No more mails when money arrives",
  received_stop_what: "Your account still gets the money, and shows it. You can turn these mails on again there.",
  received_stopped: "Mails are turned off",
  received_stopped_what:
    "You get no more mails when money arrives. Your account shows it, and you can turn them on again there.",
  received_turn_off: "Send me no more",
  received_turn_on: "Send me a mail",
  received_unknown_what:
    "This link is not complete, or is of an address that the account has left. Your account has the same switch.",
  received_what: "It is in your wallet at {name}.",
  received_why: "You get this mail because you turned it on in your account.",
} as const;
