/** Made from packages/server/openapi.json by `npm run openapi`. Do not change it by hand. */
export interface paths {
    readonly "/v0/ln-address/send-payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay a Lightning address
         * @description Reserves amount and fee limit, asks the recipient's server for an invoice and pays it. Waits up to 25 s until it is finished (`Prefer: wait=N`); a payment that is still `processing` finishes by itself: read it until it is final, and do not pay again. With an `Idempotency-Key` a repeated request answers the same payment.
         *
         *     A recipient's server on a private address is called only when `LEYDEN_OUTBOUND_ALLOW` names its `host:port`.
         */
        readonly post: operations["sendLightningAddressPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payments
         * @description Newest first. Of `internalId`, `keyId` and `recipient` one can be asked for at a time.
         */
        readonly get: operations["listPayments"];
        readonly put?: never;
        /**
         * Pay an invoice
         * @description Reserves amount and fee limit and pays a BOLT 11 invoice. While another payment of the invoice is pending, and once it is paid, nothing is reserved: 409. Waits up to 25 s until it is finished (`Prefer: wait=N`); a payment that is still `processing` finishes by itself: read it until it is final, and do not pay again. With an `Idempotency-Key` a repeated request answers the same payment.
         *
         *     An invoice of this service is paid inside the ledger, without a fee; one that was paid over Lightning before fails with 400 `invoice_already_paid`.
         */
        readonly post: operations["payInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/payments/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payment
         * @description By its id or by its payment hash (64 hexadecimal digits).
         */
        readonly get: operations["getPayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/internal-transfer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay another wallet
         * @description Moves money to another wallet of this service, inside the ledger and without a fee. With an `Idempotency-Key` a repeated request answers the same transfer.
         */
        readonly post: operations["transferInternally"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/gamertag/send-payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay a gamertag
         * @description Pays the wallet of the user who has this gamertag now, inside the ledger and without a fee. The payment belongs to the user, `receiverId`, whatever the gamertag becomes. A former gamertag and a project's handle find no user: 404. With an `Idempotency-Key` a repeated request answers the same payment.
         */
        readonly post: operations["payGamertag"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/gamertag/transaction/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payment to a gamertag
         * @description By the id of the payment or by its `transactionId`. Payments to others than gamertags are not found here.
         */
        readonly get: operations["getGamertagTransaction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/keysend-payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay a node
         * @description Pays a Lightning node by its public key, without an invoice (keysend). Reserves, waits and repeats as `POST /v0/payments` does. 400 `not_supported` where the connected node cannot do it.
         */
        readonly post: operations["sendKeysendPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/decode-invoice": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decode an invoice
         * @description Verifies a BOLT 11 invoice, of whatever node, and says what is in it. Nothing is paid or stored.
         */
        readonly post: operations["decodeInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/ln-address/validate/{address}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Validate a Lightning address
         * @description Asks the server of the address what it takes. Nothing is paid or stored.
         */
        readonly get: operations["validateLightningAddress"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/ln-address/fetch-charge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Fetch an invoice of a Lightning address
         * @description Asks the server of the address for an invoice over exactly this amount, checks it and hands it out, for somebody else to pay. To pay the address yourself, use `POST /v0/ln-address/send-payment`.
         */
        readonly post: operations["fetchLightningAddressCharge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/charges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List charges
         * @description Newest first. Of `internalId` and `staticChargeId` one can be asked for at a time.
         */
        readonly get: operations["listCharges"];
        readonly put?: never;
        /**
         * Make an invoice
         * @description Makes a BOLT 11 invoice and watches it. What is paid is credited to the project's wallet, also when it is too much, too late, or a second time. With an `Idempotency-Key` a repeated request answers the same charge.
         */
        readonly post: operations["createCharge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/charges/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a charge
         * @description With what came in so far.
         */
        readonly get: operations["getCharge"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/gamertag/charges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make an invoice for a gamertag
         * @description Makes a BOLT 11 invoice whose money goes to the wallet of the user with this gamertag. Your project gets the charge's events and may read it; the invoice can be paid for an hour.
         */
        readonly post: operations["createGamertagCharge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/static-charges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List static charges
         * @description Newest first.
         */
        readonly get: operations["listStaticCharges"];
        readonly put?: never;
        /**
         * Make a static charge
         * @description Makes an LNURL that any Lightning wallet can pay, again and again. Each payment is a charge of its own, with the static charge's `callbackUrl` and `internalId`. With `allowedSlots` it gives out no further invoice once so many were paid; what is paid with an invoice from before is credited and has the flag `no_slot`.
         */
        readonly post: operations["createStaticCharge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/static-charges/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a static charge
         * @description With the number of payments that it has taken. The payments are charges with its `staticChargeId`.
         */
        readonly get: operations["getStaticCharge"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a static charge
         * @description What is left out stays; an empty text removes the one there was, but not the description. Invoices that were given out before stay as they are. The LNURL stays the same.
         */
        readonly patch: operations["changeStaticCharge"];
        readonly trace?: never;
    };
    readonly "/v0/wallet": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the wallet
         * @description The wallet of the project whose key the request has.
         */
        readonly get: operations["getWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/statement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the statement
         * @description Every movement of the wallet with the balance after it, newest first, in one answer of any length: it is written while you read it, each entry in a line of its own. An answer that breaks off is not whole: in JSON its end is missing.
         */
        readonly get: operations["getStatement"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/email/send-payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay to an e-mail address
         * @deprecated
         * @description Deprecated: pay to a Lightning address or a gamertag instead. Credits the wallet of the user who has this address, verified; otherwise mails a voucher to it, which anybody takes with any Lightning wallet within 30 days. What is not taken comes back; the fee does not. The operator may have all answered with a voucher, or have switched the operation off (410).
         */
        readonly post: operations["payToEmail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/create-voucher": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Issue a voucher
         * @description Takes the value out of the project's wallet and issues a voucher for it. Redeeming takes the claim token, which this call alone shows. `/v0/create-voucher` is the same. With an `Idempotency-Key` a repeated request answers the same voucher, without its token.
         */
        readonly post: operations["createVoucher"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/vouchers/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Issue up to 1,000 vouchers
         * @description All of them, or none: also when the wallet holds too little for the last one. A mistake in one is named by its place, from 0: `vouchers.3.amount`. The body may have 1 MiB.
         */
        readonly post: operations["createVouchers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/vouchers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a voucher
         * @description One that the project has issued.
         */
        readonly get: operations["getVoucher"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/vouchers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List vouchers
         * @description Newest first. Of `internalId` and `keyId` one can be asked for at a time.
         */
        readonly get: operations["listVouchers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/revoke-voucher": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke a voucher
         * @description Takes back a voucher that the project has issued and that was not redeemed. Its value returns to the wallet.
         */
        readonly post: operations["revokeVoucher"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/redeem-voucher": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Redeem a voucher into the project's wallet
         * @description With its whole value. It takes the code and the claim token. After five wrong codes in an hour only a code with its own token is taken.
         */
        readonly post: operations["redeemVoucher"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/withdrawal-requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List withdrawal requests
         * @description Newest first.
         */
        readonly get: operations["listWithdrawalRequests"];
        readonly put?: never;
        /**
         * Let somebody withdraw from the wallet
         * @description Makes an LNURL with which any Lightning wallet takes the amount, once. Nothing is reserved before it is claimed. What the route may cost is kept back from the amount: the taker gets the rest.
         */
        readonly post: operations["createWithdrawalRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/withdrawal-requests/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a withdrawal request
         * @description With what became of it so far.
         */
        readonly get: operations["getWithdrawalRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/user-id/gamertag/{gamertag}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find a user's id by gamertag
         * @description Upper and lower case are one. A former gamertag is not found, though payments to its Lightning address still arrive.
         */
        readonly get: operations["getUserId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/gamertag/user-id/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find a user's gamertag by id
         * @description The present gamertag. It may be another one tomorrow; the id never changes.
         */
        readonly get: operations["getGamertag"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/oauth2/user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the profile of a user who has logged in
         * @description Whose access token the request carries. It takes the scope `user`, or `profile` and `email` together. `docs/integrate.md`, "Log in with Leyden", says how an application gets one. Texts that the user did not write are empty. The answer has no `message`.
         */
        readonly get: operations["getUserProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/oauth2/wallet": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the wallet of a user who has logged in
         * @description What the user may spend, and what the limits of the wallet leave. It takes the scope `wallet`, or `user`. All amounts are millisatoshis.
         */
        readonly get: operations["getUserWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/webhook-endpoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first.
         */
        readonly get: operations["listWebhookEndpoints"];
        readonly put?: never;
        /**
         * Register a webhook endpoint
         * @description Events that happen from now on are sent to `url`, signed with the project's secret. A project has at most 20 endpoints.
         */
        readonly post: operations["createWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/webhook-endpoints/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Also says why it is disabled.
         */
        readonly get: operations["getWebhookEndpoint"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a webhook endpoint
         * @description What waits for it is cancelled. Events that were sent to it stay readable. Answers the endpoint as it was; the same call with the same `Idempotency-Key` does so again.
         */
        readonly delete: operations["removeWebhookEndpoint"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a webhook endpoint
         * @description What is left out stays. What waits for the endpoint goes to its new `url`. While it is `disabled` no events are written for it, and what waited is cancelled.
         */
        readonly patch: operations["changeWebhookEndpoint"];
        readonly trace?: never;
    };
    readonly "/v0/webhook-endpoints/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event
         * @description Sends a `webhook.test` event to this endpoint alone, whatever types it takes. Read the event to see what came of it.
         */
        readonly post: operations["testWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/webhook-secret/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a new webhook secret
         * @description The first call makes the project's secret. A later one replaces it, and the one before signs too for 24 hours: two signatures are in the header then. The secret is shown once; only the same call with the same `Idempotency-Key` shows it again.
         */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * @description Newest first. An event is there when somebody receives it: an endpoint, a `callbackUrl`, or a reader of the stream; `deliveries` is empty when only the stream had it.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/events/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an event
         * @description With its body as it is sent, and where it went.
         */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/events/{id}/attempts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the attempts to send an event
         * @description To all receivers, the highest number first. What a receiver answered is not shown, only its status.
         */
        readonly get: operations["listEventAttempts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/events/{id}/resend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send an event again
         * @description To all its receivers, or to one. An endpoint gets it at its present `url`; one that is disabled or removed gets nothing. It is tried as often as at first; the numbers of attempts go on. The event keeps its id, so receivers that drop duplicates drop it when they have read it.
         */
        readonly post: operations["resendEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/events/resend-failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send again what has failed
         * @description Deliveries of the project that have ended as `failed` since a time, the oldest first. One call looks at 500; while `nextSince` is not null, call again with it.
         */
        readonly post: operations["resendFailedEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/events/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read events as they happen
         * @description Server-sent events over a connection that stays open: `id` is the event's id, `event` its type and `data` the body as endpoints get it, on one line. Starts with what happens from now on, or after the event that is named, in the order in which things became true. The first `id`, without `data`, is the place where it starts. Without an event for 15 seconds a comment is sent. The service may end the stream at any time: connect again with the last id. While a project reads, and for 1 hour afterwards, its events are written also without an endpoint. At most 20 streams of a project.
         */
        readonly get: operations["streamEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/callback-hosts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List callback hosts
         * @description Newest first, also those that are not verified.
         */
        readonly get: operations["listCallbackHosts"];
        readonly put?: never;
        /**
         * Claim a callback host
         * @description The first step to keep other projects of this service from sending callbacks to your host: answers a token and where to put it. At most 20 hosts a project.
         */
        readonly post: operations["claimCallbackHost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/callback-hosts/{host}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Verify a callback host
         * @description Reads the challenge file. With the token in it the host is the project's alone: endpoints of other projects at this host are disabled, what waits for them is cancelled, and new ones are refused. The file may be removed afterwards.
         */
        readonly post: operations["verifyCallbackHost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/callback-hosts/{host}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Give up a callback host
         * @description Other projects may name the host again. Answers the claim as it was; the same call with the same `Idempotency-Key` does so again.
         */
        readonly delete: operations["removeCallbackHost"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/ramp-widget": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List sessions
         * @description Newest first.
         */
        readonly get: operations["listRampSessions"];
        readonly put?: never;
        /**
         * Create a session of the widget
         * @description A session lasts 15 minutes. The widget is shown with its token, to one browser. `/v1/ramp-widget` is the same. With an `Idempotency-Key` a repeated request answers the same session and token.
         */
        readonly post: operations["createRampSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/ramp-widget/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a session
         * @description Without its token. `success` in the browser is a hint: this, or the webhook, says what is true.
         */
        readonly get: operations["getRampSession"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/ramp-widget/{id}/expire": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End a session
         * @description Before its 15 minutes are over. A purchase that has begun goes on.
         */
        readonly post: operations["expireRampSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/ramp-quote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask what an amount buys
         * @description For showing it before a session is created. It fixes no price.
         */
        readonly get: operations["getRampQuote"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/ramp-limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what a new person may buy
         * @description What a person has bought in the last 7 and 30 days counts on it.
         */
        readonly get: operations["getRampLimits"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/btcusd": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the price of a bitcoin
         * @description In US dollars, as the operator's sources say: the median of them, never older than ten minutes. For showing amounts; nothing in the service is converted by it.
         */
        readonly get: operations["getBtcUsd"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/prod-ips": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the addresses of the service
         * @description From which it calls webhooks and callbacks, for a firewall that lets them in. An address is no proof of a sender: verify the signature.
         */
        readonly get: operations["listOwnIps"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v0/is-supported-region/{ip}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask whether an address is served
         * @description By the operator's list of networks that are not; without one every address is served.
         */
        readonly get: operations["getRegion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "payment.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * payment.completed
         * @description A payment was paid.
         */
        readonly post: operations["onPaymentCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * payment.failed
         * @description A payment failed; nothing was paid, and what was reserved is back in the wallet.
         */
        readonly post: operations["onPaymentFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "charge.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * charge.completed
         * @description A charge has received what it asked for.
         */
        readonly post: operations["onChargeCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "charge.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * charge.expired
         * @description A charge expired unpaid.
         */
        readonly post: operations["onChargeExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "receipt.credited": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * receipt.credited
         * @description Money arrived in the wallet: for a charge, also late, in parts, or a second time; or from another wallet of the service.
         */
        readonly post: operations["onReceiptCredited"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "voucher.redeemed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * voucher.redeemed
         * @description A voucher was redeemed: into a wallet, or over Lightning.
         */
        readonly post: operations["onVoucherRedeemed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "voucher.revoked": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * voucher.revoked
         * @description A voucher was revoked; its value is back in the wallet.
         */
        readonly post: operations["onVoucherRevoked"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "voucher.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * voucher.expired
         * @description A voucher expired; its value is back in the wallet.
         */
        readonly post: operations["onVoucherExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "withdrawal.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * withdrawal.completed
         * @description A withdrawal request was paid out.
         */
        readonly post: operations["onWithdrawalCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "withdrawal.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * withdrawal.expired
         * @description A withdrawal request expired; nothing was paid.
         */
        readonly post: operations["onWithdrawalExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "ramp.purchase.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * ramp.purchase.completed
         * @description Bitcoin that was bought in the widget has arrived.
         */
        readonly post: operations["onRampPurchaseCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "ramp.purchase.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * ramp.purchase.failed
         * @description A purchase in the widget failed; what was paid is given back.
         */
        readonly post: operations["onRampPurchaseFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "ramp.kyc.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * ramp.kyc.completed
         * @description The identity of a user was verified.
         */
        readonly post: operations["onRampKycCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "service.restored": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * service.restored
         * @description The service was restored from a copy: what was done between two times may be gone. What is written again comes with events of its own.
         */
        readonly post: operations["onServiceRestored"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * webhook.test
         * @description Sent by the call that asks for it, to try a receiver.
         */
        readonly post: operations["onWebhookTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        readonly Payment: {
            /** Format: uuid */
            readonly id: string;
            /** @description What the route took; `0` until the payment has completed. */
            readonly fee: string;
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @description BOLT 11; empty until it is known, and for a wallet, a gamertag or a node. */
            readonly invoice: string;
            /** @description Proof of payment, 64 hexadecimal digits; its SHA-256 is the payment hash. */
            readonly preimage: string | null;
            /** Format: uuid */
            readonly walletId: string;
            /** Format: uuid */
            readonly transactionId: string;
            /** @description Only of a payment to an address or LNURL. */
            readonly lnAddress?: string;
            readonly callbackUrl: string | null;
            readonly internalId: string | null;
            readonly comment: string | null;
            readonly processedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @enum {string} */
            readonly status: "processing" | "completed" | "failed";
            /** @description Only of a payment of an invoice: your description of it. */
            readonly description?: string | null;
            /** @description Only of a payment of an invoice: when it was paid. */
            readonly confirmedAt?: string | null;
            /**
             * Format: uuid
             * @description Only of a payment to a wallet of this service.
             */
            readonly receiverWalletId?: string;
            /**
             * Format: uuid
             * @description Only of a payment to a gamertag, as the next one: the user that was paid.
             */
            readonly receiverId?: string;
            /** @description As the request had it: it may have changed since. */
            readonly gamertag?: string;
            /** @description Only of a payment to a node, as the next two. */
            readonly pubkey?: string;
            readonly tlvRecords?: readonly {
                readonly type: number;
                readonly value: string;
            }[];
            readonly metadata?: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description Only of a payment that was brought back after a restore of the service's database: the record that it was brought back from may lack its recipient, invoice, comment and `callbackUrl`, and its `transactionId` is new.
             * @constant
             */
            readonly restored?: true;
            /** @description Why nothing was paid; only when `status` is `failed`. */
            readonly failure?: {
                readonly code: string;
                readonly message: string;
            };
            /** @description Only while the payment is processing: why, when it is checked next, and when it is finished at the latest if the Lightning node answers, also where the recipient holds it (null: before the recipient's invoice is known, or where the node sets no limit). */
            readonly statusDetail?: {
                /** @enum {string} */
                readonly code: "about_to_send" | "asked_before" | "asked_expired" | "asked_once_more" | "asking_recipient" | "brought_back" | "brought_back_unknown" | "called_failed" | "called_failed_large" | "earlier_attempt" | "held" | "history_lost" | "in_no_channel" | "may_be_forgotten" | "node_not_ready" | "node_replaced" | "node_silent" | "node_unclear" | "node_went_back" | "not_known" | "not_known_again" | "not_known_expiring" | "not_known_tried" | "not_known_yet" | "not_sent" | "on_hold" | "paused" | "sent" | "wrong_proof";
                /** @description The same in plain words, for people. */
                readonly reason: string;
                /** Format: date-time */
                readonly nextCheckAt: string;
                readonly finishedBy: string | null;
            };
        };
        readonly Failure: {
            /** @constant */
            readonly success: false;
            /** @description What to do, in plain words. */
            readonly message: string;
            readonly error: {
                /** @description Stable. One of the codes of the error catalogue. */
                readonly code: string;
                readonly message: string;
                /** @description What is wrong, field by field. */
                readonly details?: readonly {
                    readonly field: string;
                    readonly issue: string;
                }[];
                /** @description The same as in the header `X-Request-Id`. */
                readonly request_id: string;
                /**
                 * Format: uri
                 * @description The code in the error catalogue.
                 */
                readonly doc_url: string;
            };
            /** @description Fields of the body that the request does not have; they were ignored. */
            readonly warnings?: readonly {
                readonly field: string;
                readonly issue: string;
            }[];
        };
        readonly InternalTransfer: {
            /**
             * Format: uuid
             * @description Of the payment: `GET /v0/payments/{id}` reads it.
             */
            readonly id: string;
            /** Format: uuid */
            readonly senderWalletId: string;
            /** Format: uuid */
            readonly receiverWalletId: string;
            /**
             * Format: uuid
             * @description The same as `receiverWalletId`.
             */
            readonly receivedWalletId: string;
            /**
             * Format: uuid
             * @description The owner of the wallet that sends.
             */
            readonly userId: string;
            /**
             * Format: uuid
             * @description The transfer.
             */
            readonly sendTxId: string;
            /**
             * Format: uuid
             * @description The same transfer: one moves the money.
             */
            readonly receiveTxId: string;
            /**
             * @description A transfer is final in the answer, or refused.
             * @constant
             */
            readonly status: "TRANSFER_STATUS_COMPLETED";
            /** @description Millisatoshis. */
            readonly amount: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly GamertagTransaction: {
            /**
             * Format: uuid
             * @description Of the payment: `GET /v0/payments/{id}` reads it too.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The same as `receiverId`.
             */
            readonly receivedId: string;
            /**
             * Format: uuid
             * @description The user that was paid.
             */
            readonly receiverId: string;
            /** Format: uuid */
            readonly transactionId: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @description Millisatoshis. */
            readonly fee: string;
            /** @constant */
            readonly unit: "msats";
            /** @description `description` of the request. */
            readonly comment: string | null;
            /** @enum {string} */
            readonly status: "processing" | "completed" | "failed";
            readonly confirmedAt: string | null;
            readonly processedAt: string | null;
        };
        readonly Keysend: {
            /**
             * Format: uuid
             * @description The same as `paymentId`.
             */
            readonly keysendId: string;
            /**
             * Format: uuid
             * @description `GET /v0/payments/{id}` reads it.
             */
            readonly paymentId: string;
            readonly transaction: {
                /** Format: uuid */
                readonly id: string;
                /** Format: uuid */
                readonly walletId: string;
                /** @constant */
                readonly type: "KEYSEND_PAYMENT";
                /** @description Amount and fee. */
                readonly totalAmount: string;
                /** @description What the route took; `0` until the payment has completed. */
                readonly fee: string;
                /** @description Millisatoshis. */
                readonly amount: string;
                readonly description: string;
                /** @enum {string} */
                readonly status: "TRANSACTION_STATUS_PROCESSING" | "TRANSACTION_STATUS_COMPLETED" | "TRANSACTION_STATUS_FAILED";
                readonly confirmedAt: string | null;
            };
        };
        readonly DecodedInvoice: {
            /** @description Millisatoshis; null when the payer chooses. */
            readonly amount: string | null;
            /** @description The invoice, in lower case. */
            readonly lnRequest: string;
            /** Format: date-time */
            readonly lnExpiresAt: string;
            /** @enum {string} */
            readonly network: "bitcoin" | "testnet" | "signet" | "regtest";
            readonly description: string | null;
            /** @description SHA-256 of a description that is not in the invoice. */
            readonly descriptionHash: string | null;
            /** @description Hexadecimal digits. */
            readonly paymentHash: string;
            /** @description Hexadecimal digits. */
            readonly paymentSecret: string;
            /** @description Public key of the node that made it. */
            readonly payee: string;
            /** @description Hexadecimal digits. */
            readonly signature: string;
        };
        readonly AskedAddress: {
            readonly valid: boolean;
            /** @description What its server answered; null when it is not valid. */
            readonly metadata: {
                /** @constant */
                readonly tag: "payRequest";
                /** @description Millisatoshis. */
                readonly minSendable: number;
                /** @description Millisatoshis. */
                readonly maxSendable: number;
                /** @description Characters of a comment; 0 when it takes none. */
                readonly commentAllowed: number;
                /** @description As its server wrote it (LUD-06). Escape it where you show it. */
                readonly metadata: string;
                readonly callback: string;
                /** @description What it asks payers for (LUD-18). */
                readonly payerData: {
                    readonly [key: string]: {
                        readonly mandatory: boolean;
                    };
                };
                readonly disposable: boolean;
            } | null;
            /** @description Why it is not valid. */
            readonly reason: string | null;
        };
        readonly FetchedCharge: {
            readonly lnaddress: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            readonly invoice: {
                /** @description BOLT 11. */
                readonly request: string;
                readonly uri: string;
            };
        };
        readonly Charge: {
            /** Format: uuid */
            readonly id: string;
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis. */
            readonly amount: string;
            readonly description: string;
            /** @enum {string} */
            readonly status: "pending" | "completed" | "expired";
            readonly invoice: {
                /** @description BOLT 11. */
                readonly request: string;
                /** @description The same, for a link or a QR code. */
                readonly uri: string;
            };
            /** @description What came in, in millisatoshis: more than `amount` when the payer overpaid or paid twice. All of it is in the wallet. */
            readonly received: string;
            /** Format: uuid */
            readonly walletId: string;
            /**
             * Format: uuid
             * @description The static charge that gave the invoice out.
             */
            readonly staticChargeId: string | null;
            /** @description What the payer wrote (LUD-12): at most 280 characters of plain text. Escape it where you show it. */
            readonly comment: string | null;
            /** @description What the payer says that it is (LUD-18). Nothing of it is checked. Escape it. */
            readonly payerData: {
                readonly name?: string;
                readonly identifier?: string;
                readonly email?: string;
            } | null;
            readonly callbackUrl: string | null;
            readonly internalId: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly confirmedAt: string | null;
        };
        readonly GamertagCharge: {
            /**
             * Format: uuid
             * @description Of the charge: `GET /v0/charges/{id}` reads it.
             */
            readonly id: string;
            /** @constant */
            readonly unit: "msats";
            /** @enum {string} */
            readonly status: "pending" | "completed" | "expired";
            /** @description Millisatoshis. */
            readonly amount: string;
            readonly description: string;
            readonly internalId: string | null;
            readonly callbackUrl: string | null;
            /** @description BOLT 11. */
            readonly invoiceRequest: string;
            /** Format: date-time */
            readonly invoiceExpiresAt: string;
            /** @description Always null: the description is in the invoice. */
            readonly invoiceDescriptionHash: null;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly StaticCharge: {
            /** Format: uuid */
            readonly id: string;
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis. */
            readonly minAmount: string;
            /** @description Millisatoshis. */
            readonly maxAmount: string;
            readonly description: string;
            readonly successMessage: string;
            /**
             * @description `full`: it has taken all its payments and gives out no further invoice.
             * @enum {string}
             */
            readonly status: "active" | "full";
            /** @description How many payments it has taken. */
            readonly slots: string;
            /** @description How many payments it takes; null: any number. */
            readonly allowedSlots: string | null;
            readonly invoice: {
                /** @description LNURL-pay, in bech32 (LUD-01). */
                readonly request: string;
                /** @description The same, for a link or a QR code. */
                readonly uri: string;
            };
            /** @description Millisatoshis. */
            readonly fee: string;
            /** Format: uuid */
            readonly walletId: string;
            readonly callbackUrl: string | null;
            readonly internalId: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description Always null: it does not expire. */
            readonly expiresAt: string | null;
            /** @description Always null: each of its payments is a charge of its own. */
            readonly confirmedAt: string | null;
        };
        readonly Wallet: {
            /** @constant */
            readonly unit: "msats";
            /** @description What may be spent: amounts that are reserved for pending payments are not in it. */
            readonly balance: string;
        };
        readonly StatementEntry: {
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * @description `payment`: amount and fee limit left for a payment. `refund`: all of it came back, the payment failed. `fee_refund`: what the route did not take of the fee limit. `charge`: paid for a charge. `receipt`: received otherwise. `voucher`: the value of a voucher that was issued, or redeemed into the wallet. `voucher_refund`: what came back of one. `fee`: ours, on a payment to an e-mail address. `transfer`: anything else.
             * @enum {string}
             */
            readonly type: "payment" | "refund" | "fee_refund" | "charge" | "receipt" | "voucher" | "voucher_refund" | "fee" | "transfer";
            /** @description Millisatoshis; below zero when they left the wallet. */
            readonly amount: string;
            /** @description The balance of the wallet after it, in millisatoshis. */
            readonly balance: string;
            /** @constant */
            readonly unit: "msats";
            /** Format: uuid */
            readonly transactionId: string;
            readonly paymentId: string | null;
            readonly chargeId: string | null;
            readonly voucherId: string | null;
            /** @description The withdrawal request that the payment has paid out. */
            readonly withdrawalRequestId: string | null;
            /** @description Of the payment, the charge, or the voucher or withdrawal request that the wallet has issued. */
            readonly internalId: string | null;
            /** @description The Lightning address, gamertag, wallet or node that was paid. */
            readonly counterparty: string | null;
            /** @description True where it had happened before the service's database was restored, and was written again after it. */
            readonly restored: true | null;
        };
        readonly EmailPayment: {
            /**
             * Format: uuid
             * @description Of the voucher; one that was credited at once can be read as a voucher, too.
             */
            readonly id: string;
            /** @description Of the voucher that was mailed: it revokes, and redeems nothing alone. Null when the wallet of a user was credited. */
            readonly code: string | null;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @description On top of the amount: 1 % of it, rounded up, and at least 1,000 msats. */
            readonly fee: string;
            /** @constant */
            readonly unit: "msats";
            /** @description The comment. */
            readonly description: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly createTransactionId: string;
            /**
             * Format: uuid
             * @description The wallet that paid.
             */
            readonly walletId: string;
            /**
             * Format: uuid
             * @description The user who has the address. Only when the wallet of a user was credited.
             */
            readonly receiverId?: string;
            /**
             * Format: date-time
             * @description When the wallet was credited. Only when the wallet of a user was credited.
             */
            readonly settledAt?: string;
            /**
             * Format: uuid
             * @description Of the credit. Only when the wallet of a user was credited.
             */
            readonly transactionId?: string;
            /**
             * @description Only when the wallet of a user was credited.
             * @constant
             */
            readonly status?: "completed";
        };
        readonly IssuedVoucher: {
            /** Format: uuid */
            readonly id: string;
            /** @description 8 upper-case hexadecimal digits. It revokes; alone it redeems nothing. */
            readonly code: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @constant */
            readonly unit: "msats";
            readonly description: string;
            /**
             * @description `claiming`: it is being paid out over Lightning; `open` again if that fails.
             * @enum {string}
             */
            readonly status: "open" | "claiming" | "redeemed" | "revoked" | "expired";
            /**
             * Format: uuid
             * @description The wallet that paid for it.
             */
            readonly walletId: string;
            readonly internalId: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly createTransactionId: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly redeemedAt: string | null;
            /** @description The wallet that got it; null when it was paid over Lightning. */
            readonly redeemedById: string | null;
            readonly redeemedTransactionId: string | null;
            /** @description Also of one that has expired: the system revokes it. */
            readonly revokedAt: string | null;
            /** @description The wallet that revoked it; null: the operator, its mail could not be sent, or it has expired. */
            readonly revokedById: string | null;
            readonly revokedTransactionId: string | null;
            /** @description Who has it can take the money. Shown once: null when a repeated request is answered again. */
            readonly claimToken: string | null;
            /** @description A page for the taker: what the voucher is worth, and a QR code for any wallet. The token is in it. */
            readonly claimUrl: string | null;
            /** @description LNURL-withdraw, for any Lightning wallet. The token is in it. */
            readonly lnurl: string | null;
        };
        readonly Voucher: {
            /** Format: uuid */
            readonly id: string;
            /** @description 8 upper-case hexadecimal digits. It revokes; alone it redeems nothing. */
            readonly code: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @constant */
            readonly unit: "msats";
            readonly description: string;
            /**
             * @description `claiming`: it is being paid out over Lightning; `open` again if that fails.
             * @enum {string}
             */
            readonly status: "open" | "claiming" | "redeemed" | "revoked" | "expired";
            /**
             * Format: uuid
             * @description The wallet that paid for it.
             */
            readonly walletId: string;
            readonly internalId: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly createTransactionId: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly redeemedAt: string | null;
            /** @description The wallet that got it; null when it was paid over Lightning. */
            readonly redeemedById: string | null;
            readonly redeemedTransactionId: string | null;
            /** @description Also of one that has expired: the system revokes it. */
            readonly revokedAt: string | null;
            /** @description The wallet that revoked it; null: the operator, its mail could not be sent, or it has expired. */
            readonly revokedById: string | null;
            readonly revokedTransactionId: string | null;
        };
        readonly RedeemedVoucher: {
            /** Format: uuid */
            readonly id: string;
            /** @description 8 upper-case hexadecimal digits. It revokes; alone it redeems nothing. */
            readonly code: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @constant */
            readonly unit: "msats";
            readonly description: string;
            /**
             * @description `claiming`: it is being paid out over Lightning; `open` again if that fails.
             * @enum {string}
             */
            readonly status: "open" | "claiming" | "redeemed" | "revoked" | "expired";
            readonly redeemedAt: string | null;
            /** @description The wallet that got it; null when it was paid over Lightning. */
            readonly redeemedById: string | null;
            readonly redeemedTransactionId: string | null;
        };
        readonly WithdrawalRequest: {
            /** Format: uuid */
            readonly id: string;
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis that leave the wallet at most: what is paid out, and its fee. */
            readonly amount: string;
            /** @description Millisatoshis that the route took; 0 before it is completed. */
            readonly fee: string;
            readonly description: string;
            /**
             * @description `processing`: it is being paid out; `pending` again if that fails.
             * @enum {string}
             */
            readonly status: "pending" | "processing" | "completed" | "expired";
            /** @description For a QR code or a link. Null in events, and for a key that has a policy in all but the answer that creates the request. */
            readonly invoice: {
                /** @description LNURL-withdraw. Who has it can take the money. */
                readonly request: string;
                /** @description The same with its terms in it (LUD-08), which saves wallets a request. */
                readonly fastRequest: string;
                readonly uri: string;
                readonly fastUri: string;
            } | null;
            /** Format: uuid */
            readonly walletId: string;
            readonly callbackUrl: string | null;
            readonly internalId: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly confirmedAt: string | null;
            /**
             * Format: uuid
             * @description That pays it out; null as long as no wallet has claimed it.
             */
            readonly paymentId: string | null;
        };
        readonly UserId: {
            /**
             * Format: uuid
             * @description Never changes. Keep this one in your database: a gamertag may change.
             */
            readonly id: string;
        };
        readonly UserGamertag: {
            /** @description As its owner typed it; upper and lower case are one. */
            readonly gamertag: string;
        };
        readonly UserProfile: {
            /**
             * Format: uuid
             * @description Never changes. Keep this one in your database.
             */
            readonly id: string;
            readonly email: string;
            /** @description As its owner typed it. It may change. */
            readonly gamertag: string;
            /**
             * Format: uri
             * @description A picture; drawn from the id where the user has none.
             */
            readonly image: string;
            /** @description Whether the identity is verified. */
            readonly isVerified: boolean;
            /** @description Any Lightning wallet can pay it. */
            readonly lightningAddress: string;
            /** @description Empty where the user wrote none. */
            readonly publicBio: string;
            /** @description An LNURL that any Lightning wallet can pay. */
            readonly publicStaticCharge: string;
            /** @description Empty where there is none. */
            readonly social: {
                readonly twitter: string;
                readonly website: string;
            };
        };
        readonly UserWallet: {
            /** @description What may be spent, in millisatoshis. */
            readonly balance: string;
            readonly remainingAmountLimits: {
                /** @description What may still be sent in the current 24 hours. */
                readonly daily: string;
                /** @description In the current 7 days. */
                readonly weekly: string;
                /** @description In the current 30 days. */
                readonly monthly: string;
                /** @description What the wallet may still receive. */
                readonly maxCredit: string;
            };
        };
        readonly WebhookEndpoint: {
            /** Format: uuid */
            readonly id: string;
            readonly url: string;
            /** @description Types of events that it gets; `*` is every type. */
            readonly types: readonly string[];
            readonly description: string;
            /** @enum {string} */
            readonly state: "enabled" | "disabled";
            readonly disabledReason: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly EventWithBody: {
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly type: "payment.completed" | "payment.failed" | "charge.completed" | "charge.expired" | "receipt.credited" | "voucher.redeemed" | "voucher.revoked" | "voucher.expired" | "withdrawal.completed" | "withdrawal.expired" | "ramp.purchase.completed" | "ramp.purchase.failed" | "ramp.kyc.completed" | "service.restored" | "webhook.test";
            /**
             * Format: uuid
             * @description The payment, charge, receipt or endpoint.
             */
            readonly objectId: string;
            /** @description Grows with each event of the object. */
            readonly sequence: number;
            /** Format: date-time */
            readonly createdAt: string;
            readonly deliveries: readonly {
                /**
                 * Format: uuid
                 * @description The endpoint; the event's own id for a `callbackUrl`.
                 */
                readonly receiverId: string;
                /** @description Null for a `callbackUrl`. */
                readonly endpointId: string | null;
                readonly url: string;
                /** @enum {string} */
                readonly state: "waiting" | "delivered" | "failed" | "cancelled";
                readonly attempts: number;
                /** @description The next attempt; null when there is none to come. */
                readonly dueAt: string | null;
                readonly finishedAt: string | null;
            }[];
            /** @description What endpoints get, byte for byte. */
            readonly body: string | null;
            /** @description What a `callbackUrl` gets, byte for byte; null when the event has none. */
            readonly callbackBody: string | null;
        };
        readonly WebhookSecret: {
            /** @description `whsec_` and base64, as Standard Webhooks wants it. Shown here only. */
            readonly secret: string;
            /** @description Until then the secret before signs too; null: there was none. */
            readonly previousUntil: string | null;
        };
        readonly Event: {
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly type: "payment.completed" | "payment.failed" | "charge.completed" | "charge.expired" | "receipt.credited" | "voucher.redeemed" | "voucher.revoked" | "voucher.expired" | "withdrawal.completed" | "withdrawal.expired" | "ramp.purchase.completed" | "ramp.purchase.failed" | "ramp.kyc.completed" | "service.restored" | "webhook.test";
            /**
             * Format: uuid
             * @description The payment, charge, receipt or endpoint.
             */
            readonly objectId: string;
            /** @description Grows with each event of the object. */
            readonly sequence: number;
            /** Format: date-time */
            readonly createdAt: string;
            readonly deliveries: readonly {
                /**
                 * Format: uuid
                 * @description The endpoint; the event's own id for a `callbackUrl`.
                 */
                readonly receiverId: string;
                /** @description Null for a `callbackUrl`. */
                readonly endpointId: string | null;
                readonly url: string;
                /** @enum {string} */
                readonly state: "waiting" | "delivered" | "failed" | "cancelled";
                readonly attempts: number;
                /** @description The next attempt; null when there is none to come. */
                readonly dueAt: string | null;
                readonly finishedAt: string | null;
            }[];
        };
        readonly DeliveryAttempt: {
            /** Format: uuid */
            readonly receiverId: string;
            /** @description 1 is the first to this receiver. */
            readonly number: number;
            /** Format: date-time */
            readonly startedAt: string;
            readonly durationMs: number;
            /** @description HTTP status of the answer; null when there was none. */
            readonly status: number | null;
            /** @description Why there was no answer. */
            readonly error: string | null;
        };
        readonly ResentFailed: {
            /** @description Deliveries that are sent again. */
            readonly resent: number;
            /** @description `since` of the next call; null when nothing is left. */
            readonly nextSince: string | null;
        };
        readonly CallbackHost: {
            readonly host: string;
            /** @description What the challenge file must hold, and nothing else. */
            readonly token: string;
            /** @description Where the challenge file must lie. */
            readonly challengeUrl: string;
            /** @description From then on others are refused the host; null: they are not. */
            readonly verifiedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly CreatedRampSession: {
            /** @description For the widget. Who has it can open the session, once. */
            readonly session_token: string;
            /** Format: uuid */
            readonly session_id: string;
            /** @description The page that the widget shows; it takes the token after `#token=`. */
            readonly widget_url: string;
            /** @description The same page with its token: send a person there where you show no widget. */
            readonly hosted_url: string;
            /**
             * Format: date-time
             * @description 15 minutes after the creation.
             */
            readonly expires_at: string;
        };
        readonly RampSession: {
            /** Format: uuid */
            readonly session_id: string;
            /**
             * @description `active`: a browser has opened it.
             * @enum {string}
             */
            readonly state: "open" | "active" | "completed" | "expired" | "canceled";
            readonly email: string;
            readonly webhook_url: string;
            /** @description Null: the person's own wallet. */
            readonly destination: string | null;
            /** @description Null: the person chooses. */
            readonly quote_currency: string | null;
            /** @constant */
            readonly base_currency: "BTC";
            readonly reference_id: string | null;
            readonly metadata: {
                readonly [key: string]: unknown;
            } | null;
            readonly return_url: string | null;
            /** @description As soon as it is known who buys. */
            readonly user_id: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly expires_at: string;
            readonly ended_at: string | null;
        };
        readonly RampQuote: {
            readonly source_amount: string;
            readonly source_currency: string;
            /** @description In the amount. */
            readonly fee_amount: string;
            /** @description Millisatoshis that miners get, taken off what is delivered; null over Lightning. */
            readonly network_fee: string | null;
            /** @description Millisatoshis that would be delivered. */
            readonly amount: string;
            /** @description Of one bitcoin. */
            readonly price: string;
            /**
             * @description `fixed`: made up, on test networks.
             * @enum {string}
             */
            readonly price_source: "market" | "fixed";
            /** Format: date-time */
            readonly quote_expires_at: string;
        };
        readonly RampLimits: {
            readonly currency: string;
            readonly minimum: string;
            readonly week_left: string;
            readonly month_left: string;
            readonly needs_identity_above: string | null;
        };
        readonly BtcUsd: {
            /** @description Dollars that one bitcoin costs, with two decimals. */
            readonly btcUsdPrice: string;
            /** @description When that was read, in seconds since 1970. */
            readonly btcUsdTimestamp: string;
            /**
             * @description `fixed`: made up, for development on regtest; no source is configured.
             * @enum {string}
             */
            readonly source: "market" | "fixed";
        };
        readonly OwnIps: {
            /** @description Empty when the operator has named none. */
            readonly ips: readonly string[];
        };
        readonly Region: {
            readonly ipAddress: string;
            readonly isSupported: boolean;
            /** @description Always empty: the service has no map of addresses. */
            readonly ipCountry: string;
            /** @description Always empty, as `ipCountry`. */
            readonly ipRegion: string;
        };
        readonly Receipt: {
            /** Format: uuid */
            readonly id: string;
            /** @description The charge that was paid; null for money that another wallet of the service sent without one. */
            readonly chargeId: string | null;
            /** Format: uuid */
            readonly walletId: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @constant */
            readonly unit: "msats";
            /** @description What is unusual about it: `late`, `overpaid`, `underpaid`, `second`, `no_slot`, `over_maximum`. */
            readonly flags: readonly string[];
            /** @description What the payer wrote (LUD-12): at most 280 characters of plain text. Escape it where you show it. */
            readonly comment: string | null;
            /** @description What the payer says that it is (LUD-18). Nothing of it is checked. Escape it. */
            readonly payerData: {
                readonly name?: string;
                readonly identifier?: string;
                readonly email?: string;
            } | null;
            /**
             * Format: date-time
             * @description When the node had the money, or the wallet what another wallet sent.
             */
            readonly settledAt: string;
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly RampPurchaseCompleted: {
            /** @description Delivered, in millisatoshis. */
            readonly amount: string;
            /** @constant */
            readonly currency: "BTC";
            /** @constant */
            readonly unit: "msats";
            /** @description What the card was asked for, our fee included. */
            readonly source_amount: string;
            readonly source_currency: string;
            readonly reference_id: string | null;
            /** Format: uuid */
            readonly session_id: string;
            readonly metadata: {
                readonly [key: string]: unknown;
            } | null;
            /** Format: uuid */
            readonly purchase_id: string;
            /** Format: uuid */
            readonly user_id: string;
        };
        readonly RampPurchaseFailed: {
            readonly code: string | null;
            /** @description What the card was asked for, our fee included. */
            readonly source_amount: string;
            readonly source_currency: string;
            readonly reference_id: string | null;
            /** Format: uuid */
            readonly session_id: string;
            readonly metadata: {
                readonly [key: string]: unknown;
            } | null;
            /** Format: uuid */
            readonly purchase_id: string;
            /** Format: uuid */
            readonly user_id: string;
        };
        readonly RampKycCompleted: {
            readonly reference_id: string | null;
            /** Format: uuid */
            readonly session_id: string;
            readonly metadata: {
                readonly [key: string]: unknown;
            } | null;
            /** Format: uuid */
            readonly user_id: string;
        };
        readonly Restored: {
            /**
             * Format: uuid
             * @description Of the restore. Its events have the same.
             */
            readonly id: string;
            /** @description What was done before this time is there; null: nothing that was done is. */
            readonly from: string | null;
            /**
             * Format: date-time
             * @description What was done after this time is there. In between all is in question.
             */
            readonly until: string;
        };
    };
    responses: {
        /** @description - `body_too_large`: Keep the body below 64 KiB. */
        readonly body_too_large: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "body_too_large";
                    };
                };
            };
        };
        /** @description - `unsupported_media_type`: Send `Content-Type: application/json`. */
        readonly unsupported_media_type: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "unsupported_media_type";
                    };
                };
            };
        };
        /** @description - `invalid_key`: Send a valid project key in the `apikey` header. `leyden key create` makes one. */
        readonly invalid_key: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "invalid_key";
                    };
                };
            };
        };
        /** @description - `idempotency_mismatch`: This Idempotency-Key was used with another body. Use a new key for a new request. */
        readonly idempotency_mismatch: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "idempotency_mismatch";
                    };
                };
            };
        };
        /** @description - `maybe_paid`: The service was restored from a copy, and its node had made a payment of this amount that is not in it: `details` has the payment hashes. Nothing was reserved. Did you ask for this payment before the restore? Then it may be paid: look for its preimage or ask the recipient. If it is another one, send it again with `Leyden-Pay-Anyway: <hash>`. */
        readonly maybe_paid: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "maybe_paid";
                    };
                };
            };
        };
        /** @description - `internal_error`: A bug in Leyden. Report it with the `request_id`. Read the payment before you send it again. */
        readonly internal_error: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "internal_error";
                    };
                };
            };
        };
        /** @description - `invalid_input`: Correct the fields named in `details` and send the request again. */
        readonly invalid_input: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "invalid_input";
                    };
                };
            };
        };
        /** @description - `payment_not_found`: The wallet has no such payment. */
        readonly payment_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "payment_not_found";
                    };
                };
            };
        };
        /** @description - `rate_limited`: Wait for the seconds in `Retry-After`. */
        readonly rate_limited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "rate_limited";
                    };
                };
            };
        };
        /** @description - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`. */
        readonly unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "unavailable";
                    };
                };
            };
        };
        /** @description - `wallet_not_found`: There is no wallet with this id in this service. */
        readonly wallet_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "wallet_not_found";
                    };
                };
            };
        };
        /** @description - `user_not_found`: There is no such user. Ask for the present gamertag: it may have changed. The id of a user never does, so keep that. */
        readonly user_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "user_not_found";
                    };
                };
            };
        };
        /**
         * @description - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
         *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
         */
        readonly unavailable_or_restoring: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "unavailable" | "restoring";
                    };
                };
            };
        };
        /** @description - `charge_not_found`: The wallet has no such charge. */
        readonly charge_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "charge_not_found";
                    };
                };
            };
        };
        /** @description - `static_charge_not_found`: The wallet has no such static charge. */
        readonly static_charge_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "static_charge_not_found";
                    };
                };
            };
        };
        /**
         * @description - `mail_limit_exceeded`: An e-mail address gets, and a project sends, only so many mails in 24 hours. Nothing was sent or reserved; try again later.
         *     - `rate_limited`: Wait for the seconds in `Retry-After`.
         */
        readonly mail_limit_exceeded_or_rate_limited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "mail_limit_exceeded" | "rate_limited";
                    };
                };
            };
        };
        /** @description - `endpoint_removed`: The operator has switched this operation off. Pay to a Lightning address or a gamertag instead. */
        readonly endpoint_removed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "endpoint_removed";
                    };
                };
            };
        };
        /** @description - `voucher_not_found`: There is no such voucher, or not with this claim token. A code alone redeems nothing. */
        readonly voucher_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "voucher_not_found";
                    };
                };
            };
        };
        /**
         * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
         *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
         */
        readonly invalid_input_or_invalid_json: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "invalid_input" | "invalid_json";
                    };
                };
            };
        };
        /**
         * @description - `too_many_wrong_codes`: Wait for the seconds in `Retry-After`. The code with its claim token is still taken.
         *     - `rate_limited`: Wait for the seconds in `Retry-After`.
         */
        readonly too_many_wrong_codes_or_rate_limited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_wrong_codes" | "rate_limited";
                    };
                };
            };
        };
        /** @description - `withdrawal_not_found`: The wallet has no such withdrawal request. */
        readonly withdrawal_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "withdrawal_not_found";
                    };
                };
            };
        };
        /** @description - `invalid_token`: Send a valid access token as `Authorization: Bearer …`. Refresh it, or have the user log in again. */
        readonly invalid_token: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "invalid_token";
                    };
                };
            };
        };
        /** @description - `token_scope_missing`: The user did not allow the application this; the message names the scope. Ask for it when the user logs in. */
        readonly token_scope_missing: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "token_scope_missing";
                    };
                };
            };
        };
        /** @description - `too_many_webhook_endpoints`: A project has at most 20 webhook endpoints. Remove one first. */
        readonly too_many_webhook_endpoints: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_webhook_endpoints";
                    };
                };
            };
        };
        /** @description - `webhook_endpoint_not_found`: The project has no such webhook endpoint. */
        readonly webhook_endpoint_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "webhook_endpoint_not_found";
                    };
                };
            };
        };
        /**
         * @description - `webhook_endpoint_not_found`: The project has no such webhook endpoint.
         *     - `event_not_found`: The project has no such event. Events are kept for 90 days.
         */
        readonly webhook_endpoint_not_found_or_event_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "webhook_endpoint_not_found" | "event_not_found";
                    };
                };
            };
        };
        /** @description - `webhook_endpoint_disabled`: Enable the webhook endpoint: `PATCH` it with `state` `enabled`. */
        readonly webhook_endpoint_disabled: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "webhook_endpoint_disabled";
                    };
                };
            };
        };
        /** @description - `webhook_secret_superseded`: A newer secret has replaced the one that this Idempotency-Key made. Rotate with a new key. */
        readonly webhook_secret_superseded: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "webhook_secret_superseded";
                    };
                };
            };
        };
        /** @description - `event_not_found`: The project has no such event. Events are kept for 90 days. */
        readonly event_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "event_not_found";
                    };
                };
            };
        };
        /** @description - `no_receiver`: The event can be sent to none of the receivers that are asked for. Enable the endpoint, or make another one. */
        readonly no_receiver: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "no_receiver";
                    };
                };
            };
        };
        /**
         * @description - `too_many_listeners`: A project can read its events over at most 20 connections at once. Close one, or wait until one has ended.
         *     - `rate_limited`: Wait for the seconds in `Retry-After`.
         */
        readonly too_many_listeners_or_rate_limited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_listeners" | "rate_limited";
                    };
                };
            };
        };
        /** @description - `too_many_callback_hosts`: A project can claim at most 20 hosts. Remove one first. */
        readonly too_many_callback_hosts: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_callback_hosts";
                    };
                };
            };
        };
        /** @description - `callback_host_not_found`: The project has not claimed this host. */
        readonly callback_host_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "callback_host_not_found";
                    };
                };
            };
        };
        /** @description - `UNAUTHORIZED`: Send a valid project key in the `apikey` header. `leyden key create` makes one. */
        readonly UNAUTHORIZED: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "UNAUTHORIZED";
                    };
                };
            };
        };
        /** @description - `RATE_LIMITED`: Wait for the seconds in `Retry-After`. */
        readonly RATE_LIMITED: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "RATE_LIMITED";
                    };
                };
            };
        };
        /** @description - `ramp_session_not_found`: The project has no session with this id, or the token is not valid. */
        readonly ramp_session_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "ramp_session_not_found";
                    };
                };
            };
        };
        /** @description - `ramp_session_ended`: Create another session: one lasts 15 minutes. */
        readonly ramp_session_ended: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "ramp_session_ended";
                    };
                };
            };
        };
        /**
         * @description - `ramp_unavailable`: Nothing was begun. Try again after the seconds in `Retry-After`.
         *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
         */
        readonly ramp_unavailable_or_unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "ramp_unavailable" | "unavailable";
                    };
                };
            };
        };
        /**
         * @description - `price_unavailable`: No price of the last ten minutes is known. Try again later.
         *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
         */
        readonly price_unavailable_or_unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "price_unavailable" | "unavailable";
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request in our log. */
        readonly "X-Request-Id": string;
        /** @description Requests a minute. */
        readonly "RateLimit-Limit": number;
        /** @description Requests left in this minute. */
        readonly "RateLimit-Remaining": number;
        /** @description Seconds until the minute ends. */
        readonly "RateLimit-Reset": number;
        /** @description Seconds to wait before another try. */
        readonly "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly sendLightningAddressPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description After a 409 `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is another one. */
                readonly "Leyden-Pay-Anyway"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Lightning address, or an LNURL in bech32. */
                    readonly lnAddress: string;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Sent to recipients that take comments (LUD-12). */
                    readonly comment?: string | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                    /** @description The most the route may cost, up to the project's ceiling. */
                    readonly maxFee?: (string | number) | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Payment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             *     - `not_supported`: The connected Lightning node cannot do this.
             *     - `address_not_found`: The recipient's server does not know this Lightning address.
             *     - `comment_too_long`: Shorten the comment to what the recipient takes.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             *     - `address_unreachable`: The recipient's server did not answer as LNURL-pay requires. Try again later.
             *     - `amount_out_of_range`: The recipient takes only the amounts that the message names.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             *     - `final_cltv_too_large`: The invoice asks for more blocks at the last hop than we allow (288).
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `invoice_in_use`: Another payment of the same invoice is pending.
             *     - `invoice_already_paid`: This invoice was paid before.
             *     - `no_route`: No route to the recipient with enough liquidity was found. Try a smaller amount or later.
             *     - `fee_limit`: Every route costs more than the fee limit. Raise `maxFee`.
             *     - `recipient_rejected`: The recipient's node refused the payment.
             *     - `node_unavailable`: The Lightning node could not send. Nothing was paid; try again later.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly data?: components["schemas"]["Payment"];
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "callback_host_claimed" | "not_supported" | "address_not_found" | "comment_too_long" | "self_payment" | "receive_limit_exceeded" | "address_unreachable" | "amount_out_of_range" | "invoice_invalid" | "final_cltv_too_large" | "invoice_expired" | "invoice_in_use" | "invoice_already_paid" | "no_route" | "fee_limit" | "recipient_rejected" | "node_unavailable";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             *     - `over_service_payment`: One payment of this service may not send this much: a limit of its operator. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed" | "over_service_payment";
                        };
                    };
                };
            };
            readonly 409: components["responses"]["maybe_paid"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            /**
             * @description - `too_many_pending`: Wait until some of the pending payments are finished.
             *     - `over_service_day`: All payments of this service together may not send this much in 24 hours: a limit of its operator; `details` has what it leaves in msats. Nothing was reserved.
             *     - `rate_limited`: Wait for the seconds in `Retry-After`.
             */
            readonly 429: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "too_many_pending" | "over_service_day" | "rate_limited";
                        };
                    };
                };
            };
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly listPayments: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only payments with this status. */
                readonly status?: "processing" | "completed" | "failed";
                /** @description Only payments with this `internalId`. */
                readonly internalId?: string;
                /** @description Only payments made at this time or later. */
                readonly from?: string;
                /** @description Only payments made before this time. */
                readonly to?: string;
                /** @description Only payments that this key asked for, or one that took over from it or it from; none of a key without a policy. */
                readonly keyId?: string;
                /** @description Only payments to this address or LNURL, to the wallet or node with this id, or to the gamertag of the user with this id. */
                readonly recipient?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["Payment"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly payInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description After a 409 `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is another one. */
                readonly "Leyden-Pay-Anyway"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description BOLT 11. */
                    readonly invoice: string;
                    /** @description Needed for an invoice without an amount; else that of the invoice. */
                    readonly amount?: (string | number) | null;
                    /** @description For your own use; echoed, not sent. */
                    readonly description?: string | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                    /** @description The most the route may cost, up to the project's ceiling. */
                    readonly maxFee?: (string | number) | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Payment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             *     - `not_supported`: The connected Lightning node cannot do this.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             *     - `final_cltv_too_large`: The invoice asks for more blocks at the last hop than we allow (288).
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `invoice_already_paid`: This invoice was paid before.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `no_route`: No route to the recipient with enough liquidity was found. Try a smaller amount or later.
             *     - `fee_limit`: Every route costs more than the fee limit. Raise `maxFee`.
             *     - `recipient_rejected`: The recipient's node refused the payment.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             *     - `node_unavailable`: The Lightning node could not send. Nothing was paid; try again later.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly data?: components["schemas"]["Payment"];
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "callback_host_claimed" | "not_supported" | "invoice_invalid" | "final_cltv_too_large" | "invoice_expired" | "invoice_already_paid" | "self_payment" | "no_route" | "fee_limit" | "recipient_rejected" | "receive_limit_exceeded" | "node_unavailable";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             *     - `over_service_payment`: One payment of this service may not send this much: a limit of its operator. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed" | "over_service_payment";
                        };
                    };
                };
            };
            /**
             * @description - `maybe_paid`: The service was restored from a copy, and its node had made a payment of this amount that is not in it: `details` has the payment hashes. Nothing was reserved. Did you ask for this payment before the restore? Then it may be paid: look for its preimage or ask the recipient. If it is another one, send it again with `Leyden-Pay-Anyway: <hash>`.
             *     - `invoice_in_use`: Another payment of the same invoice is pending.
             *     - `invoice_already_paid`: This invoice was paid before.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "maybe_paid" | "invoice_in_use" | "invoice_already_paid";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            /**
             * @description - `too_many_pending`: Wait until some of the pending payments are finished.
             *     - `over_service_day`: All payments of this service together may not send this much in 24 hours: a limit of its operator; `details` has what it leaves in msats. Nothing was reserved.
             *     - `rate_limited`: Wait for the seconds in `Retry-After`.
             */
            readonly 429: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "too_many_pending" | "over_service_day" | "rate_limited";
                        };
                    };
                };
            };
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly getPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Payment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["payment_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly transferInternally: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description After a 409 `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is another one. */
                readonly "Leyden-Pay-Anyway"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description `walletId` of the recipient.
                     */
                    readonly receiverWalletId: string;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description For your own use; echoed. */
                    readonly comment?: string | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["InternalTransfer"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "callback_host_claimed" | "self_payment" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["wallet_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly payGamertag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description After a 409 `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is another one. */
                readonly "Leyden-Pay-Anyway"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Present gamertag of a user, upper and lower case alike. */
                    readonly gamertag: string;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description For your own use; answered as `comment`. */
                    readonly description?: string | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Payment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "callback_host_claimed" | "self_payment" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["user_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly getGamertagTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["GamertagTransaction"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["payment_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly sendKeysendPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description After a 409 `maybe_paid`: one of the payment hashes that its `details` name. You say with it that this payment is another one. */
                readonly "Leyden-Pay-Anyway"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Public key of the node, 66 hexadecimal digits. */
                    readonly pubkey: string;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Sent to the recipient; each type once. */
                    readonly tlvRecords?: readonly {
                        /** @description 65536 or more. */
                        readonly type: number;
                        /** @description Hexadecimal digits. */
                        readonly value: string;
                    }[] | null;
                    /** @description Your own JSON object; echoed, not sent. */
                    readonly metadata?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /** @description For your own use; echoed, not sent. */
                    readonly comment?: string | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                    /** @description The most the route may cost, up to the project's ceiling. */
                    readonly maxFee?: (string | number) | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Keysend"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             *     - `not_supported`: The connected Lightning node cannot do this.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `no_route`: No route to the recipient with enough liquidity was found. Try a smaller amount or later.
             *     - `fee_limit`: Every route costs more than the fee limit. Raise `maxFee`.
             *     - `recipient_rejected`: The recipient's node refused the payment.
             *     - `node_unavailable`: The Lightning node could not send. Nothing was paid; try again later.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly data?: components["schemas"]["Payment"];
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "callback_host_claimed" | "not_supported" | "self_payment" | "invoice_expired" | "no_route" | "fee_limit" | "recipient_rejected" | "node_unavailable";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             *     - `over_service_payment`: One payment of this service may not send this much: a limit of its operator. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed" | "over_service_payment";
                        };
                    };
                };
            };
            readonly 409: components["responses"]["maybe_paid"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            /**
             * @description - `too_many_pending`: Wait until some of the pending payments are finished.
             *     - `over_service_day`: All payments of this service together may not send this much in 24 hours: a limit of its operator; `details` has what it leaves in msats. Nothing was reserved.
             *     - `rate_limited`: Wait for the seconds in `Retry-After`.
             */
            readonly 429: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "too_many_pending" | "over_service_day" | "rate_limited";
                        };
                    };
                };
            };
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly decodeInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description BOLT 11, of any Bitcoin network. */
                    readonly invoice: string;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["DecodedInvoice"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invoice_invalid";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly validateLightningAddress: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly address: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["AskedAddress"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `address_unreachable`: The recipient's server did not answer as LNURL-pay requires. Try again later.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "address_unreachable" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly fetchLightningAddressCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The Lightning address; `lnAddress` is read too. */
                    readonly lnaddress?: string | null;
                    /** @description The same as `lnaddress`. */
                    readonly lnAddress?: string | null;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Sent as the comment (LUD-12) where the recipient takes comments, and else left out. */
                    readonly description?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["FetchedCharge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `address_not_found`: The recipient's server does not know this Lightning address.
             *     - `address_unreachable`: The recipient's server did not answer as LNURL-pay requires. Try again later.
             *     - `amount_out_of_range`: The recipient takes only the amounts that the message names.
             *     - `comment_too_long`: Shorten the comment to what the recipient takes.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             *     - `final_cltv_too_large`: The invoice asks for more blocks at the last hop than we allow (288).
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "address_not_found" | "address_unreachable" | "amount_out_of_range" | "comment_too_long" | "invoice_invalid" | "final_cltv_too_large" | "invoice_expired" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listCharges: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only charges with this status. */
                readonly status?: "pending" | "completed" | "expired";
                /** @description Only charges with this `internalId`. */
                readonly internalId?: string;
                /** @description Only charges made at this time or later. */
                readonly from?: string;
                /** @description Only charges made before this time. */
                readonly to?: string;
                /** @description Only charges that this static charge gave out. */
                readonly staticChargeId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["Charge"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Shown to the payer; at most 639 bytes of UTF-8. */
                    readonly description: string;
                    readonly expiresIn?: number | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Charge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "receive_limit_exceeded" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `service_full`: The wallets of this service may not hold this much more: a limit of its operator. No invoice was made.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "service_full";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly getCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Charge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["charge_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createGamertagCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Of the user that gets the money; upper and lower case are one. */
                    readonly gamertag: string;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Shown to the payer; at most 639 bytes of UTF-8. */
                    readonly description: string;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["GamertagCharge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "receive_limit_exceeded" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `service_full`: The wallets of this service may not hold this much more: a limit of its operator. No invoice was made.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "service_full";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["user_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly listStaticCharges: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only static charges with this status. */
                readonly status?: "active" | "full";
                /** @description Only static charges with this `internalId`. */
                readonly internalId?: string;
                /** @description Only static charges made at this time or later. */
                readonly from?: string;
                /** @description Only static charges made before this time. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["StaticCharge"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createStaticCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly minAmount: string | number;
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly maxAmount: string | number;
                    /** @description Shown to the payer; at most 639 bytes of UTF-8, and not empty. */
                    readonly description: string;
                    readonly successMessage?: string | null;
                    /** @description Yours; echoed, also in each of its charges. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                    readonly allowedSlots?: (string | number) | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["StaticCharge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly getStaticCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["StaticCharge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["static_charge_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeStaticCharge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly minAmount?: (string | number) | null;
                    readonly maxAmount?: (string | number) | null;
                    readonly description?: string | null;
                    readonly successMessage?: string | null;
                    /** @description Yours; echoed, also in each of its charges. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                    readonly allowedSlots?: (string | number) | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["StaticCharge"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["static_charge_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Wallet"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getStatement: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what happened at this time or later. */
                readonly from?: string;
                /** @description Only what happened before this time. */
                readonly to?: string;
                /** @description `csv`: RFC 4180 with a header line, the fields as columns; cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["StatementEntry"][];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly payToEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    /** @description Msats that arrive. */
                    readonly amount: string | number;
                    /** @description Shown to the recipient as plain text, without links. It may be empty. */
                    readonly comment: string;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["EmailPayment"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             *     - `recipient_unsubscribed`: The owner of the e-mail address wants no mails of this service. Pay in another way.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "receive_limit_exceeded" | "recipient_unsubscribed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed";
                        };
                    };
                };
            };
            readonly 410: components["responses"]["endpoint_removed"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["mail_limit_exceeded_or_rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `mail_not_configured`: Nothing was sent or reserved. The operator has to name a mail server (`LEYDEN_SMTP_URL`).
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "mail_not_configured" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly createVoucher: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                    readonly amount: string | number;
                    /** @description Shown to those who redeem it. */
                    readonly description?: string | null;
                    readonly expiresIn?: number | null;
                    /** @description Yours; echoed, and not shown to those who redeem it. */
                    readonly internalId?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["IssuedVoucher"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly createVouchers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly vouchers: readonly {
                        /** @description Millisatoshis. A string of digits; an integer is accepted too. */
                        readonly amount: string | number;
                        /** @description Shown to those who redeem it. */
                        readonly description?: string | null;
                        readonly expiresIn?: number | null;
                        /** @description Yours; echoed, and not shown to those who redeem it. */
                        readonly internalId?: string | null;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["IssuedVoucher"][];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "insufficient_funds" | "limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly getVoucher: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Voucher"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["voucher_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listVouchers: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only vouchers with this status. */
                readonly status?: "open" | "claiming" | "redeemed" | "revoked" | "expired";
                /** @description Only vouchers with this `internalId`. */
                readonly internalId?: string;
                /** @description Only vouchers made at this time or later. */
                readonly from?: string;
                /** @description Only vouchers made before this time. */
                readonly to?: string;
                /** @description Only vouchers that this key asked for, or one that took over from it or it from; none of a key without a policy. */
                readonly keyId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["Voucher"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly revokeVoucher: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly code: string;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Voucher"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input_or_invalid_json"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["voucher_not_found"];
            /**
             * @description - `voucher_claiming`: The voucher is being paid out over Lightning. Read it again: if the payment fails, it is open again.
             *     - `voucher_redeemed`: The voucher was redeemed before.
             *     - `voucher_revoked`: The voucher was revoked before; its value is back in the wallet that paid for it.
             *     - `voucher_expired`: The voucher has expired; its value is back in the wallet that paid for it.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "voucher_claiming" | "voucher_redeemed" | "voucher_revoked" | "voucher_expired";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly redeemVoucher: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly code: string;
                    /** @description From the answer that issued the voucher. */
                    readonly claimToken?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["RedeemedVoucher"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `receive_limit_exceeded`: The wallet may not hold this much more.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["voucher_not_found"];
            /**
             * @description - `voucher_claiming`: The voucher is being paid out over Lightning. Read it again: if the payment fails, it is open again.
             *     - `voucher_redeemed`: The voucher was redeemed before.
             *     - `voucher_revoked`: The voucher was revoked before; its value is back in the wallet that paid for it.
             *     - `voucher_expired`: The voucher has expired; its value is back in the wallet that paid for it.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "voucher_claiming" | "voucher_redeemed" | "voucher_revoked" | "voucher_expired";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["too_many_wrong_codes_or_rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "sending_paused" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly listWithdrawalRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description Only withdrawal requests with this status. */
                readonly status?: "pending" | "processing" | "completed" | "expired";
                /** @description Only withdrawal requests with this `internalId`. */
                readonly internalId?: string;
                /** @description Only withdrawal requests made at this time or later. */
                readonly from?: string;
                /** @description Only withdrawal requests made before this time. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["WithdrawalRequest"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createWithdrawalRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Millisatoshis that leave the wallet at most: what is kept back for the route is part of it. */
                    readonly amount: string | number;
                    /** @description Shown to the taker by the wallet. */
                    readonly description?: string | null;
                    readonly expiresIn?: number | null;
                    /** @description Yours; echoed. */
                    readonly internalId?: string | null;
                    /** @description An http or https address; echoed. It is called when what was made is final. */
                    readonly callbackUrl?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WithdrawalRequest"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             *     - `over_key_cap`: One payment of this project key may not send this much. Nothing was reserved.
             *     - `over_key_budget`: A budget of this project key would be exceeded; `details` has what each leaves in msats, and from when on more comes. Nothing was reserved.
             *     - `destination_not_allowed`: This project key may not pay this destination. Nothing was reserved.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "over_key_cap" | "over_key_budget" | "destination_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly getWithdrawalRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WithdrawalRequest"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["withdrawal_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getUserId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly gamertag: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["UserId"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["user_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getGamertag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["UserGamertag"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["user_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getUserProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["UserProfile"];
                    };
                };
            };
            readonly 401: components["responses"]["invalid_token"];
            readonly 403: components["responses"]["token_scope_missing"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getUserWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["UserWallet"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 401: components["responses"]["invalid_token"];
            readonly 403: components["responses"]["token_scope_missing"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listWebhookEndpoints: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["WebhookEndpoint"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description An https address on port 443, or a `host:port` that the operator allows. Without user, password and fragment, and at no private address. */
                    readonly url: string;
                    readonly types?: readonly string[] | null;
                    /** @description Yours, for people. */
                    readonly description?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WebhookEndpoint"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["webhook_endpoint_not_found"];
            readonly 409: components["responses"]["too_many_webhook_endpoints"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly getWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WebhookEndpoint"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["webhook_endpoint_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly removeWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WebhookEndpoint"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["webhook_endpoint_not_found"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly changeWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly url?: string | null;
                    readonly types?: readonly string[] | null;
                    readonly description?: string | null;
                    readonly state?: ("enabled" | "disabled") | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WebhookEndpoint"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["webhook_endpoint_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly testWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["EventWithBody"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["webhook_endpoint_not_found_or_event_not_found"];
            readonly 409: components["responses"]["webhook_endpoint_disabled"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["WebhookSecret"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 409: components["responses"]["webhook_secret_superseded"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description Only events of this type. */
                readonly type?: "payment.completed" | "payment.failed" | "charge.completed" | "charge.expired" | "receipt.credited" | "voucher.redeemed" | "voucher.revoked" | "voucher.expired" | "withdrawal.completed" | "withdrawal.expired" | "ramp.purchase.completed" | "ramp.purchase.failed" | "ramp.kyc.completed" | "service.restored" | "webhook.test";
                /** @description Only events with a delivery in this state. */
                readonly state?: "waiting" | "delivered" | "failed" | "cancelled";
                /** @description Only events of this payment, charge, receipt or endpoint. */
                readonly objectId?: string;
                /** @description Only events of this time or later. */
                readonly from?: string;
                /** @description Only events before this time. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["Event"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["EventWithBody"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["event_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listEventAttempts: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["DeliveryAttempt"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["event_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly resendEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description `receiverId` of a delivery; without it all. */
                    readonly receiverId?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["EventWithBody"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input_or_invalid_json"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["event_not_found"];
            readonly 409: components["responses"]["no_receiver"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly resendFailedEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: date-time
                     * @description When the first of them failed.
                     */
                    readonly since: string;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["ResentFailed"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input_or_invalid_json"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly streamEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events of these types, with commas between: `payment.completed`, `payment.failed`, `charge.completed`, `charge.expired`, `receipt.credited`, `voucher.redeemed`, `voucher.revoked`, `voucher.expired`, `withdrawal.completed`, `withdrawal.expired`, `ramp.purchase.completed`, `ramp.purchase.failed`, `ramp.kyc.completed`, `service.restored`, `webhook.test`. Without it every type. */
                readonly types?: string;
                /** @description The id of an event: only what happened after it. `Last-Event-ID` wins. */
                readonly after?: string;
            };
            readonly header?: {
                /** @description The id of the last event that was read: the stream goes on after it. */
                readonly "Last-Event-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["event_not_found"];
            readonly 429: components["responses"]["too_many_listeners_or_rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listCallbackHosts: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["CallbackHost"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly claimCallbackHost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Name of the host, without scheme and path. */
                    readonly host: string;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["CallbackHost"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_json" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["callback_host_not_found"];
            readonly 409: components["responses"]["too_many_callback_hosts"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly verifyCallbackHost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly host: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["CallbackHost"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `callback_host_not_verified`: Put the token of the claim, and nothing else, into the challenge file. It must answer 200 within 5 seconds, without a redirect.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "callback_host_not_verified" | "callback_host_claimed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["callback_host_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly removeCallbackHost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                readonly host: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["CallbackHost"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["callback_host_not_found"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly listRampSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only sessions in this state. */
                readonly state?: "open" | "active" | "completed" | "expired" | "canceled";
                /** @description Only sessions with this `reference_id`. */
                readonly reference_id?: string;
                /** @description Only sessions made at this time or later. */
                readonly from?: string;
                /** @description Only sessions made before this time. */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: readonly components["schemas"]["RampSession"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["RATE_LIMITED"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createRampSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    /** @description An https address; it gets the events of the session. */
                    readonly webhook_url: string;
                    /** @description A Lightning address, or an address of the chain where the node can pay one. Without it the bitcoin goes to the person's own wallet here. */
                    readonly destination?: string | null;
                    /** @description What is paid with. Without it the person chooses. */
                    readonly quote_currency?: ("EUR" | "USD" | "GBP" | "CHF" | "CAD" | "AUD" | "BRL") | null;
                    readonly base_currency?: "BTC" | null;
                    /** @description Yours; in events. */
                    readonly reference_id?: string | null;
                    /** @description Your own JSON object; in events. */
                    readonly metadata?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /** @description An https address to which the page at `hosted_url` leads back. */
                    readonly return_url?: string | null;
                    /** @description An access token that the person gave to an application of yours, and that may read the e-mail address `email`. Then the person is not asked for a code. */
                    readonly usertoken?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["CreatedRampSession"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `INVALID_EMAIL`: Correct the fields named in `details` and send the request again.
             *     - `INVALID_WEBHOOK_URL`: Correct the fields named in `details` and send the request again.
             *     - `invalid_json`: Send one JSON object in UTF-8, without duplicate keys, at most 32 levels deep.
             *     - `callback_host_claimed`: Another project has shown that this host is its own. Send callbacks to a host of yours.
             *     - `not_supported`: The connected Lightning node cannot do this.
             *     - `ramp_user_token_refused`: Send the access token of the user whose address is `email`, given to an application of your project with the scope `user` or `email`; or none.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "INVALID_EMAIL" | "INVALID_WEBHOOK_URL" | "invalid_json" | "callback_host_claimed" | "not_supported" | "ramp_user_token_refused";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["RATE_LIMITED"];
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `ramp_unavailable`: Nothing was begun. Try again after the seconds in `Retry-After`.
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
             *     - `restoring`: The service is checking what was done before its database was restored, or has just started. Nothing was done. Try again later.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "ramp_unavailable" | "unavailable" | "restoring";
                        };
                    };
                };
            };
        };
    };
    readonly getRampSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["RampSession"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["ramp_session_not_found"];
            readonly 429: components["responses"]["RATE_LIMITED"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly expireRampSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["RampSession"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["ramp_session_not_found"];
            readonly 409: components["responses"]["ramp_session_ended"];
            readonly 429: components["responses"]["RATE_LIMITED"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getRampQuote: {
        readonly parameters: {
            readonly query: {
                /** @description What the card pays. */
                readonly amount: string;
                readonly currency: "EUR" | "USD" | "GBP" | "CHF" | "CAD" | "AUD" | "BRL";
                /** @description Where it would go. Without it: over Lightning. */
                readonly destination?: string | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["RampQuote"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            /**
             * @description - `invalid_input`: Correct the fields named in `details` and send the request again.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `not_supported`: The connected Lightning node cannot do this.
             *     - `ramp_limit_exceeded`: Buy less, or later: limits hold for 7 and 30 days.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "invalid_input" | "invalid_amount" | "not_supported" | "ramp_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["RATE_LIMITED"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["ramp_unavailable_or_unavailable"];
        };
    };
    readonly getRampLimits: {
        readonly parameters: {
            readonly query: {
                readonly currency: "EUR" | "USD" | "GBP" | "CHF" | "CAD" | "AUD" | "BRL";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["RampLimits"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["UNAUTHORIZED"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["RATE_LIMITED"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["ramp_unavailable_or_unavailable"];
        };
    };
    readonly getBtcUsd: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["BtcUsd"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["price_unavailable_or_unavailable"];
        };
    };
    readonly listOwnIps: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["OwnIps"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getRegion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description IPv4 or IPv6. */
                readonly ip: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly success: true;
                        readonly data: components["schemas"]["Region"];
                        /** @description What was done, in plain words. */
                        readonly message: string;
                        /** @description Fields of the body that the request does not have; they were ignored. */
                        readonly warnings?: readonly {
                            readonly field: string;
                            readonly issue: string;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["invalid_key"];
            /**
             * @description - `scope_missing`: The project key may not be used for this; the message names the scope. The operator can give it another policy.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
             *     - `address_not_allowed`: The project key may not be used from this address.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "scope_missing" | "key_unconfirmed" | "address_not_allowed";
                        };
                    };
                };
            };
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly onPaymentCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "payment.completed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 5,
                 *       "data": {
                 *         "id": "01a1f9ba-a0a8-7169-bb85-f785abe3de6f",
                 *         "fee": "1001",
                 *         "unit": "msats",
                 *         "amount": "10000",
                 *         "invoice": "lnbcrt100n1p4squgxhp5cr2dum5k255za7jnt6kz23aw9wdg4fgseta43d…",
                 *         "preimage": "a0b6d6edc4c4a0bd718321fff135793669570aa64240179ecc4c6571a3ecab5f",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "transactionId": "01a1f9ba-a0a8-716a-b2de-522ef9b5e182",
                 *         "lnAddress": "merchant@127.0.0.1:30906",
                 *         "callbackUrl": null,
                 *         "internalId": null,
                 *         "comment": "My first payment",
                 *         "processedAt": "2026-11-20T16:12:00.711Z",
                 *         "createdAt": "2026-11-20T16:12:00.043Z",
                 *         "status": "completed"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "payment.completed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Payment"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onPaymentFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "payment.failed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 3,
                 *       "data": {
                 *         "id": "01a1f9ba-a0a8-7169-bb85-f785abe3de6f",
                 *         "fee": "0",
                 *         "unit": "msats",
                 *         "amount": "10000",
                 *         "invoice": "lnbcrt100n1p4squgxhp5cr2dum5k255za7jnt6kz23aw9wdg4fgseta43d…",
                 *         "preimage": null,
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "transactionId": "01a1f9ba-a0a8-716a-b2de-522ef9b5e182",
                 *         "lnAddress": "merchant@127.0.0.1:30906",
                 *         "callbackUrl": null,
                 *         "internalId": null,
                 *         "comment": "My first payment",
                 *         "processedAt": "2026-11-20T16:12:00.711Z",
                 *         "createdAt": "2026-11-20T16:12:00.043Z",
                 *         "status": "failed",
                 *         "failure": {
                 *           "code": "no_route",
                 *           "message": "no route to the recipient could carry the payment"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "payment.failed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Payment"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChargeCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "charge.completed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f9ba-a42f-71e3-a134-0a9b28d69202",
                 *         "unit": "msats",
                 *         "amount": "50000",
                 *         "description": "Order 4711",
                 *         "status": "completed",
                 *         "invoice": {
                 *           "request": "lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…",
                 *           "uri": "lightning:lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…"
                 *         },
                 *         "received": "50000",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "staticChargeId": null,
                 *         "comment": null,
                 *         "payerData": null,
                 *         "callbackUrl": null,
                 *         "internalId": null,
                 *         "createdAt": "2026-11-20T16:12:00.943Z",
                 *         "expiresAt": "2026-11-20T17:12:00.000Z",
                 *         "confirmedAt": "2026-11-20T16:12:09.310Z"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "charge.completed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Charge"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onChargeExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "charge.expired",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f9ba-a42f-71e3-a134-0a9b28d69202",
                 *         "unit": "msats",
                 *         "amount": "50000",
                 *         "description": "Order 4711",
                 *         "status": "expired",
                 *         "invoice": {
                 *           "request": "lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…",
                 *           "uri": "lightning:lnbcrt500n1p4squgxdqsfaexgetjyq6rwvf3np4q0syujdlwdxw96eap76h8ct…"
                 *         },
                 *         "received": "0",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "staticChargeId": null,
                 *         "comment": null,
                 *         "payerData": null,
                 *         "callbackUrl": null,
                 *         "internalId": null,
                 *         "createdAt": "2026-11-20T16:12:00.943Z",
                 *         "expiresAt": "2026-11-20T17:12:00.000Z",
                 *         "confirmedAt": null
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "charge.expired";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Charge"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onReceiptCredited: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "receipt.credited",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f9ba-c3e0-7d02-b7a5-6f1d2c3b4a59",
                 *         "chargeId": "01a1f9ba-a42f-71e3-a134-0a9b28d69202",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "amount": "50000",
                 *         "unit": "msats",
                 *         "flags": [],
                 *         "comment": null,
                 *         "payerData": null,
                 *         "settledAt": "2026-11-20T16:12:09.000Z",
                 *         "createdAt": "2026-11-20T16:12:09.310Z"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "receipt.credited";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Receipt"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onVoucherRedeemed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "voucher.redeemed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
                 *         "code": "0A1B2C3D",
                 *         "amount": "500000",
                 *         "unit": "msats",
                 *         "description": "Thank you",
                 *         "status": "redeemed",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "internalId": "player-7",
                 *         "createdAt": "2026-11-20T16:12:00.943Z",
                 *         "createTransactionId": "01a1f9c4-51d1-7a3d-8a55-7f2f0e6c9b10",
                 *         "expiresAt": "2026-12-20T16:12:00.943Z",
                 *         "redeemedAt": "2026-11-21T09:30:12.004Z",
                 *         "redeemedById": "01a1f9b9-9a0c-7e15-8d0a-2c1f88a0b6f4",
                 *         "redeemedTransactionId": "01a1fd7a-3ae4-7c51-b1ce-90a4c83ad2f7",
                 *         "revokedAt": null,
                 *         "revokedById": null,
                 *         "revokedTransactionId": null
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "voucher.redeemed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Voucher"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onVoucherRevoked: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "voucher.revoked",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
                 *         "code": "0A1B2C3D",
                 *         "amount": "500000",
                 *         "unit": "msats",
                 *         "description": "Thank you",
                 *         "status": "revoked",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "internalId": "player-7",
                 *         "createdAt": "2026-11-20T16:12:00.943Z",
                 *         "createTransactionId": "01a1f9c4-51d1-7a3d-8a55-7f2f0e6c9b10",
                 *         "expiresAt": "2026-12-20T16:12:00.943Z",
                 *         "redeemedAt": null,
                 *         "redeemedById": null,
                 *         "redeemedTransactionId": null,
                 *         "revokedAt": "2026-11-21T09:30:12.004Z",
                 *         "revokedById": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "revokedTransactionId": "01a1fd7a-3ae4-7c51-b1ce-90a4c83ad2f7"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "voucher.revoked";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Voucher"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onVoucherExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "voucher.expired",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
                 *         "code": "0A1B2C3D",
                 *         "amount": "500000",
                 *         "unit": "msats",
                 *         "description": "Thank you",
                 *         "status": "expired",
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "internalId": "player-7",
                 *         "createdAt": "2026-11-20T16:12:00.943Z",
                 *         "createTransactionId": "01a1f9c4-51d1-7a3d-8a55-7f2f0e6c9b10",
                 *         "expiresAt": "2026-12-20T16:12:00.943Z",
                 *         "redeemedAt": null,
                 *         "redeemedById": null,
                 *         "redeemedTransactionId": null,
                 *         "revokedAt": "2026-11-21T09:30:12.004Z",
                 *         "revokedById": null,
                 *         "revokedTransactionId": "01a1fd7a-3ae4-7c51-b1ce-90a4c83ad2f7"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "voucher.expired";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Voucher"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onWithdrawalCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "withdrawal.completed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 3,
                 *       "data": {
                 *         "id": "01a1f9d0-0c4e-7b11-a6d2-41f0c9e7d35a",
                 *         "unit": "msats",
                 *         "amount": "100000",
                 *         "fee": "1000",
                 *         "description": "Prize of round 7",
                 *         "status": "completed",
                 *         "invoice": null,
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "callbackUrl": null,
                 *         "internalId": "round-7",
                 *         "createdAt": "2026-11-20T16:25:00.110Z",
                 *         "expiresAt": "2026-11-20T17:25:00.110Z",
                 *         "confirmedAt": "2026-11-20T16:26:31.502Z",
                 *         "paymentId": "01a1f9d1-5a30-7c44-8b1e-6d2f9c0e7a15"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "withdrawal.completed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["WithdrawalRequest"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onWithdrawalExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "withdrawal.expired",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 2,
                 *       "data": {
                 *         "id": "01a1f9d0-0c4e-7b11-a6d2-41f0c9e7d35a",
                 *         "unit": "msats",
                 *         "amount": "100000",
                 *         "fee": "0",
                 *         "description": "Prize of round 7",
                 *         "status": "expired",
                 *         "invoice": null,
                 *         "walletId": "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
                 *         "callbackUrl": null,
                 *         "internalId": "round-7",
                 *         "createdAt": "2026-11-20T16:25:00.110Z",
                 *         "expiresAt": "2026-11-20T17:25:00.110Z",
                 *         "confirmedAt": null,
                 *         "paymentId": null
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "withdrawal.expired";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["WithdrawalRequest"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRampPurchaseCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "ramp.purchase.completed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 7,
                 *       "data": {
                 *         "amount": "26630000",
                 *         "currency": "BTC",
                 *         "unit": "msats",
                 *         "source_amount": "25.00",
                 *         "source_currency": "EUR",
                 *         "reference_id": "order-7",
                 *         "session_id": "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
                 *         "metadata": {
                 *           "player": "7"
                 *         },
                 *         "purchase_id": "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20",
                 *         "user_id": "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "ramp.purchase.completed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["RampPurchaseCompleted"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRampPurchaseFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "ramp.purchase.failed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 8,
                 *       "data": {
                 *         "code": "delivery_failed",
                 *         "source_amount": "25.00",
                 *         "source_currency": "EUR",
                 *         "reference_id": "order-7",
                 *         "session_id": "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
                 *         "metadata": {
                 *           "player": "7"
                 *         },
                 *         "purchase_id": "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20",
                 *         "user_id": "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "ramp.purchase.failed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["RampPurchaseFailed"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onRampKycCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "ramp.kyc.completed",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 3,
                 *       "data": {
                 *         "reference_id": "order-7",
                 *         "session_id": "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11",
                 *         "metadata": {
                 *           "player": "7"
                 *         },
                 *         "user_id": "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "ramp.kyc.completed";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["RampKycCompleted"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onServiceRestored: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "service.restored",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 1,
                 *       "data": {
                 *         "id": "01a1f9d0-7b52-7c1e-8a40-2f6d9e3b5c71",
                 *         "from": "2026-11-20T15:58:12.004Z",
                 *         "until": "2026-11-20T16:40:31.870Z"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "service.restored";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: components["schemas"]["Restored"];
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly onWebhookTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description The id of the event, the same in every attempt: drop what you have read already. */
                readonly "webhook-id": string;
                /** @description Seconds since 1970 at this attempt. */
                readonly "webhook-timestamp": string;
                /** @description `v1,` and a signature in base64; for a day after a rotation two of them, with a space between. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10",
                 *       "type": "webhook.test",
                 *       "created_at": "2026-11-20T16:12:00.711Z",
                 *       "livemode": false,
                 *       "sequence": 1,
                 *       "data": {
                 *         "webhookEndpointId": "01a1f9bb-0c4e-7a10-9d3f-5b8f2f0c61aa"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description The same in every attempt; also in the header `webhook-id`.
                     */
                    readonly id: string;
                    /** @constant */
                    readonly type: "webhook.test";
                    /** Format: date-time */
                    readonly created_at: string;
                    /** @description False on test networks. */
                    readonly livemode: boolean;
                    /** @description Grows with each event of the object: drop what has a smaller one than the last that you read. */
                    readonly sequence: number;
                    readonly data: {
                        /**
                         * Format: uuid
                         * @description The endpoint that is tried.
                         */
                        readonly webhookEndpointId: string;
                    };
                };
            };
        };
        readonly responses: {
            /** @description Read. With any other status the event is sent again. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
