/** Pages that say that something did not work. */
export const pages = {
  page_again: "Open the link again in a minute.",
  page_busy: "The service cannot do this at the moment.",
  page_failed: "This did not work",
  page_form_cookie: "The browser sent no cookie. Allow cookies for {origin} and try again.",
  page_form_here: "This form is taken from pages of {origin} only. Open the page there.",
  page_form_old: "This form is too old. Go back, load the page again and send it once more.",
  page_form_site: "This form was sent from another site. Open the page here and send it again.",
  page_many: "You asked for too much in a short time.",
  page_many_title: "Too many requests",
  page_missing: "There is no such page.",
  page_missing_title: "Not found",
  page_number: "Number of this request: {id}",
  page_our_fault:
    "This is a mistake of the service, not yours. Try again; if it happens again, write to who runs this service.",
  page_ramp_off: "This service sells no bitcoin.",
  page_refused: "The page could not do this. Go back, load it again and try once more.",
  page_restarting: "The service is starting again. This page loads by itself in a few seconds.",
  page_restarting_title: "One moment",
  page_web_off: "This service does not show this page.",
  page_wrong: "Something went wrong",
} as const;
