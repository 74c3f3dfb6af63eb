/** The mail with a voucher, for somebody who may never have heard of this service. */
export const voucherMail = {
  voucher_account:
    "No wallet? On the same page you can add the money to an account here, which you open with your e-mail address.",
  voucher_bitcoin: "It is bitcoin: one bitcoin is {sats} sat.",
  voucher_button: "Get your money",
  voucher_comment: "They write:",
  voucher_from: "{sender} has sent you money.",
  voucher_here: "Get it here:",
  voucher_host: "The link of this mail leads to {host}.",
  voucher_never:
    "We never ask you for the password of your e-mail, for the recovery words of a wallet, for a payment, or for your bank. A page that does is not ours.",
  voucher_secret: "The link is like cash: anyone who opens it can get the money. Do not pass it on.",
  voucher_step_confirm: "The wallet shows the amount. Confirm, and it is yours.",
  voucher_step_open: "Open the link on your phone, or on a computer beside it.",
  voucher_step_wallet:
    "Choose your Lightning wallet there, or scan the code with it. Any Lightning wallet will do; app stores have many that are free.",
  voucher_stop: "No more mails like this, from any sender",
  voucher_subject: "You have received {amount}",
  voucher_until: "Get it before {time}. After that it goes back to its sender.",
} as const;
