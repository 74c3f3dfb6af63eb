/** Mails, as text and as HTML. */
export const mails = {
  code_app_login: "A login to the app {app} was asked for, with an account at {host} and this address.",
  code_buy: "Somebody wants to buy bitcoin with this address at {app}, through {host}.",
  code_change_email: "An account at {host} is to get this address.",
  code_how: "Type it on the page that asked for it, in the same browser. It is good for 10 minutes, and only once.",
  code_lead: "Your code:",
  code_login: "A login to an account at {host} was asked for with this address.",
  code_never:
    "We never ask you for this code by phone, by chat or by mail. Do not give it to anyone, also not to us. We never ask for the recovery words of a wallet.",
  code_not_you: "If that was not you, do nothing: without the code nothing happens.",
  code_subject_buy: "{code} is your code to buy bitcoin",
  code_subject_change_email: "{code} is your code for the new address",
  code_subject_log_in: "{code} is your code to log in",
  code_title: "Your code",
  code_where: "The code is asked for on pages of {host} and nowhere else.",
  mail_fact: "{name}: {value}",
  new_login_browser: "Browser",
  new_login_network: "Network",
  new_login_not_you: "If that was not you, log out everywhere on this page, and change how you log in.",
  new_login_time: "When",
  new_login_title: "A new browser has logged in",
  new_login_what: "A browser that your account at {host} did not know has logged in.",
} as const;
