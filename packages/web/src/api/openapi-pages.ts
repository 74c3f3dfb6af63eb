/** Made from packages/server/openapi-pages.json by `npm run openapi`. Do not change it by hand. */
export interface paths {
    readonly "/dashboard/api/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who is logged in
         * @description With the projects that the person is a member of, and open invitations to the person's address.
         */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a project
         * @description With an empty wallet; the person is its owner. Only where the operator allows it.
         */
        readonly post: operations["openProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/invitations/{id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept an invitation
         * @description The person becomes a member of the project that has invited the address of the account.
         */
        readonly post: operations["acceptInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/invitations/{id}": {
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
         * Decline an invitation
         * @description It is over then; the project can invite again.
         */
        readonly delete: operations["declineInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List members
         * @description And the open invitations, which owners alone see.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invite a member
         * @description Whoever logs in with the address within 7 days can accept. The address gets a mail.
         */
        readonly post: operations["inviteMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/invitations/{id}": {
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
         * Take an invitation back
         * @description It cannot be accepted any more.
         */
        readonly delete: operations["endInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/members/{id}": {
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
         * Remove a member
         * @description The next call of the member is refused.
         */
        readonly delete: operations["removeMember"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a member
         * @description The role, and the most that the member may send as the project. It holds from the next call on.
         */
        readonly patch: operations["changeMember"];
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/membership": {
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
         * Leave the project
         * @description The person is no member any more. The last owner cannot leave.
         */
        readonly delete: operations["leaveProject"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what people changed
         * @description Every call by a person that could change something, newest first; also those that were refused.
         */
        readonly get: operations["listChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/payments/{id}/record": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what is written down of a payment
         * @description Beside what its own answer has. It was ordered by a member, or by a key that has a policy; of keys that took over from each other the first.
         */
        readonly get: operations["getPaymentRecord"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the settings of a project
         * @description Those that its members change; the operator has more.
         */
        readonly get: operations["getProjectSettings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the settings of a project
         * @description What is left out stays.
         */
        readonly patch: operations["changeProjectSettings"];
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the keys of a project
         * @description Newest first, with those that have ended or were revoked.
         */
        readonly get: operations["listKeys"];
        readonly put?: never;
        /**
         * Make a key
         * @description What is left out is not bound. A key that might do more than the member who makes it is refused, and never made narrower than it was asked for. A project has at most 10 valid keys.
         */
        readonly post: operations["createKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/keys/{id}": {
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
         * Revoke a key
         * @description It is refused immediately, in other processes within 5 seconds. A key that took over from it stays.
         */
        readonly delete: operations["revokeKey"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a key
         * @description What is left out stays. Answers when it holds in every process, after up to 5 seconds. Keys that took over from each other share their rules.
         */
        readonly patch: operations["changeKey"];
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/keys/{id}/roll": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Roll a key over
         * @description Makes a key with the same name, rules and end, on the same budgets. The former key stays valid until `formerEndsAt`. Each key hands over once.
         */
        readonly post: operations["rollKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List applications
         * @description Those that log people in for this project, the revoked ones too, oldest first.
         */
        readonly get: operations["listApplications"];
        readonly put?: never;
        /**
         * Make an application
         * @description Its client secret is in this answer and nowhere else.
         */
        readonly post: operations["createApplication"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/apps/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an application
         * @description With the id, the last four characters and the times of each client secret that is valid.
         */
        readonly get: operations["getApplication"];
        readonly put?: never;
        readonly post?: never;
        /**
         * End an application
         * @description Nobody logs in through it any more, and the tokens that it has are worth nothing.
         */
        readonly delete: operations["revokeApplication"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change an application
         * @description What people read, and where logins lead back to. A logo of `""` is none.
         */
        readonly patch: operations["changeApplication"];
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/apps/{id}/secrets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make another client secret
         * @description The one before stays valid beside it until it is ended. While two are valid none is made: both may be in use.
         */
        readonly post: operations["rotateClientSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/apps/{id}/secrets/{secret}": {
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
         * End a client secret
         * @description Requests with it are refused from now on. The only one that is valid cannot be ended.
         */
        readonly delete: operations["endClientSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description To all receivers: endpoints, `webhook_url` of ramp sessions, `callbackUrl` of payments, charges and withdrawal requests. Those of the newest event first.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/deliveries/{eventId}/{receiverId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a delivery
         * @description With its last 100 attempts, the last one first.
         */
        readonly get: operations["getDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/deliveries/{eventId}/{receiverId}/attempts/{number}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what was sent and answered in an attempt
         * @description Body and headers as they were sent, the signature included, and the first KiB of the answer where the operator lets members read it.
         */
        readonly get: operations["getAttempt"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/deliveries/{eventId}/{receiverId}/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the request of a delivery
         * @description As it would be sent now, with a signature of now: for a receiver on a developer's machine.
         */
        readonly get: operations["getDeliveryRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read which endpoints do not work
         * @description Those that have taken nothing since the first of three attempts that failed, and those that the service has disabled. The longest first.
         */
        readonly get: operations["getWebhookHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/recover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count what would be sent again since a time
         * @description What `POST` of the same address would make due, called until nothing is left. Nothing is sent.
         */
        readonly get: operations["previewRecover"];
        readonly put?: never;
        /**
         * Send again what was not accepted since a time
         * @description Makes due now what waits for a later attempt, of events since then, and what was given up since then. Two calls at once send nothing twice. One call looks at 500 of each; while `nextSince` is not null, call again with it.
         */
        readonly post: operations["recoverDeliveries"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read how old the webhook secret is
         * @description Not the secret itself, which is shown once when it is made.
         */
        readonly get: operations["getWebhookSecretState"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/webhooks/check-signature": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find out why a signature does not fit
         * @description Takes a request as a receiver got it and says which part is wrong. The secret of the receiver is compared where it is given; nothing of it is kept.
         */
        readonly post: operations["checkWebhookSignature"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/events/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Stream of changes
         * @description Server-sent events for an open page. `change` says by the id of a thing that it is another one than the page shows: `data` has the type of the event, `wallet.changed` when money has moved, `project.changed` when a key, a setting, a member or another thing of the project was changed, or `everything.changed` for more than 200 changes. `heartbeat` comes when nothing was sent for 30 seconds. With the last id the stream begins with what was missed. It ends within 5 seconds when the session or the membership has ended. One person has 10 streams at most, and all have a share of the connections: 503 `page_streams_full` then.
         */
        readonly get: operations["streamChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/overview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the overview
         * @description Balance and first steps: with `/totals` what the first page of the dashboard shows.
         */
        readonly get: operations["getOverview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List refused and failed requests
         * @description Newest first, of 30 days. Not each is kept: of one code five a minute for each key, twenty in all, and 300 an hour for the project.
         */
        readonly get: operations["listRefusedRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/requests/{requestId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find a request
         * @description What it made, or why it was refused.
         */
        readonly get: operations["getRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/totals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what was paid and received
         * @description By the hour or by the day in UTC, oldest first; a period in which nothing happened is left out. Payments count when they are finished, what came in when it was recorded.
         */
        readonly get: operations["listTotals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin a file of payments or vouchers
         * @description Call it before the first row is sent. The same file begun again by anybody of the project within 14 days has the same key, so that its rows ask for the same payments and vouchers.
         */
        readonly post: operations["beginFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/files/{kind}/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find a file that was begun
         * @description For a part of a file, such as the results of a former day, whose rows say which keys they have: they are asked for with these while the file is known.
         */
        readonly get: operations["findFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users
         * @description Who has logged in to an application of the project and still lets it, once for each application. The newest first.
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a user
         * @description As each application of the project knows the user.
         */
        readonly get: operations["getUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/purchases": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List purchases
         * @description Those that somebody decided to pay, newest first. Of `session_id` and `user_id` one can be asked for at a time.
         */
        readonly get: operations["listPurchases"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/purchases/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a purchase
         * @description One that was begun in a session of the project.
         */
        readonly get: operations["getPurchase"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/quote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask what a payment would take
         * @description The most that a payment costs, and what its invoice says, before it is made. Nothing is moved, and no server of others is asked.
         */
        readonly get: operations["quotePayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/recipients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask which recipients there are
         * @description For a file of payments, before the first one is made. Upper and lower case are one. A former gamertag is unknown; the Lightning address of it is not.
         */
        readonly get: operations["checkRecipients"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/payments/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a payment
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getPaymentTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/charges/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a charge
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getChargeTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/vouchers/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a voucher
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getVoucherTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/purchases/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a purchase
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getPurchaseTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/api/projects/{project}/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search
         * @description By an id of anything, a payment hash, a preimage, an invoice, an address of a recipient, a gamertag, a voucher's code, a purchase's number, a transaction of the chain, an `internalId`, or the id of a request. A part of a name finds nothing. Of each kind at most ten, the newest first.
         */
        readonly get: operations["search"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who is logged in, and the wallet
         * @description Balance, limits, where the wallet is paid, and what this service offers.
         */
        readonly get: operations["getOwnWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Look at a recipient
         * @description What a text is: a Lightning address, an LNURL, an invoice, a gamertag, or an e-mail address where this service pays to some. With what it would cost, and payments to the same recipient that are under way. Nothing is moved. The server of the recipient is asked; one person may have 20 of them asked in a minute.
         */
        readonly post: operations["previewPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a payment
         * @description Waits up to 10 s for the outcome (less with `Prefer: wait=N`) and answers the payment as it stands: one that is `processing` finishes by itself. The page makes the key and keeps it until it has read the answer: the same key answers the same payment, also after a crash on either side. It asks for a login of the last 10 minutes. Above a tenth of the daily limit `repeatedAmount` is the amount once more.
         */
        readonly post: operations["sendPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/payments/by-key/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find the payment of a key
         * @description For a page that has sent a payment and lost the answer. Keys are remembered for 30 days or more.
         */
        readonly get: operations["findPaymentByKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/payments/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payment
         * @description One that this wallet has sent.
         */
        readonly get: operations["getOwnPayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/people": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whom this wallet has paid before
         * @description Each recipient once, the one paid last first; of the newest 500 payments.
         */
        readonly get: operations["listPeople"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What came and went
         * @description Newest first, one line for each thing: what a route did not cost and what a failed payment gave back is in the payment's own line. A search looks at 2,000 movements and then answers with what it has, and a cursor to go on with: a page may be short or empty and still have a next one.
         */
        readonly get: operations["listHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/history.csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The history as a file
         * @description CSV (RFC 4180) with a byte order mark: every movement with the balance after it, and notes. With filters it has the movements of the things that the list has with them. Cells that could be formulas begin with an apostrophe.
         */
        readonly get: operations["exportHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/notes/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Write a note on a line of the history
         * @description Over the one before; an empty text takes it away. Nobody else sees it.
         */
        readonly put: operations["writeNote"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the settings of a project
         * @description Those that its members change; the operator has more.
         */
        readonly get: operations["getProjectSettingsOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the settings of a project
         * @description What is left out stays.
         */
        readonly patch: operations["changeProjectSettingsOfWallet"];
        readonly trace?: never;
    };
    readonly "/wallet/api/charges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make an invoice
         * @description For an amount; without one show the address of the wallet. It can be paid for an hour.
         */
        readonly post: operations["askToBePaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/charges/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an invoice of this wallet
         * @description With what came in so far.
         */
        readonly get: operations["getOwnCharge"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/vouchers/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Look at a voucher
         * @description Nothing is taken. Links that lead nowhere are counted.
         */
        readonly post: operations["previewVoucher"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/vouchers/redeem": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take a voucher into the wallet
         * @description With its whole value. A link is taken once: taken again by the same person it answers the same. A code does so with the same `Idempotency-Key`. Codes and links that lead nowhere are counted.
         */
        readonly post: operations["takeVoucher"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Connected applications
         * @description That the person has logged in to, with what they may read.
         */
        readonly get: operations["listConnectedApps"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/apps/{id}": {
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
         * Disconnect an application
         * @description Its tokens are worth nothing from now on, and it has to ask again.
         */
        readonly delete: operations["disconnectApp"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Where the person is logged in
         * @description Newest first.
         */
        readonly get: operations["listOwnSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/sessions/{id}": {
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
         * End a session
         * @description Of another browser, which is not known any more afterwards. This browser logs out at `/logout`.
         */
        readonly delete: operations["endOwnSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/sessions/end-others": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End all other sessions
         * @description This browser alone stays logged in.
         */
        readonly post: operations["endOtherSessions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change texts of the profile
         * @description Applications and strangers see them. One that is not named stays, and an empty one is taken away.
         */
        readonly patch: operations["changeOwnProfile"];
        readonly trace?: never;
    };
    readonly "/wallet/api/gamertag": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change the gamertag
         * @description Once in 24 hours. The Lightning address follows; what is paid to the former one still arrives.
         */
        readonly put: operations["changeOwnGamertag"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/language": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Choose a language
         * @description Of pages and mails.
         */
        readonly put: operations["chooseLanguage"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/buy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open the page on which bitcoin is bought
         * @description A session of the on-ramp for this wallet, for 15 minutes. The page at `url` asks for no second proof of the e-mail address: the login of this browser counts there. With an `Idempotency-Key` a repeated request answers the same page.
         */
        readonly post: operations["buyBitcoin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/events/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Stream of changes
         * @description Server-sent events for an open page. `change` says by the id of a thing that it is another one than the page shows: `data` has the type of the event, `wallet.changed` when money has moved, `project.changed` when a key, a setting, a member or another thing of the project was changed, or `everything.changed` for more than 200 changes. `heartbeat` comes when nothing was sent for 30 seconds. With the last id the stream begins with what was missed. It ends within 5 seconds when the session or the membership has ended. One person has 10 streams at most, and all have a share of the connections: 503 `page_streams_full` then.
         */
        readonly get: operations["streamChangesOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/payments/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a payment
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getPaymentTimelineOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/charges/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a charge
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getChargeTimelineOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/vouchers/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a voucher
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getVoucherTimelineOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/purchases/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read what became of a purchase
         * @description Where its money is, why, what happens next and when it has ended at the latest; and all that happened.
         */
        readonly get: operations["getPurchaseTimelineOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/wallet/api/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search
         * @description By an id of anything, a payment hash, a preimage, an invoice, an address of a recipient, a gamertag, a voucher's code, a purchase's number, a transaction of the chain, an `internalId`, or the id of a request. A part of a name finds nothing. Of each kind at most ten, the newest first.
         */
        readonly get: operations["searchOfWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Me: {
            readonly user: {
                readonly id: string;
                readonly gamertag: string;
                readonly email: string;
            };
            /**
             * Format: date-time
             * @description Until then calls that ask for a fresh login are answered.
             */
            readonly freshUntil: string;
            /** @description Such as `mainnet` or `regtest`; null: not known yet. */
            readonly network: string | null;
            readonly serviceName: string;
            /** @description False: the operator makes the projects of this service. */
            readonly mayCreateProjects: boolean;
            /** @description How many more projects this person can make, where people may. */
            readonly projectsLeft: number;
            readonly projects: readonly components["schemas"]["MemberProject"][];
            readonly invitations: readonly components["schemas"]["OwnInvitation"][];
            /** @description Before all that is read of this project from now on: `after` of its stream of changes. Null: not asked for. */
            readonly place: {
                readonly project: string;
                readonly after: string;
            } | null;
        };
        readonly MemberProject: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** @description Local part of its Lightning address. */
            readonly handle: string;
            /** @enum {string} */
            readonly role: "owner" | "developer" | "viewer";
            /** @description What this role may do here. */
            readonly actions: readonly string[];
            /** Format: date-time */
            readonly createdAt: string;
        };
        readonly OwnInvitation: {
            /** Format: uuid */
            readonly id: string;
            readonly project: {
                readonly id: string;
                readonly name: string;
            };
            /** @enum {string} */
            readonly role: "owner" | "developer" | "viewer";
            /** @description Gamertag; null: the operator. */
            readonly invitedBy: string | null;
            /** Format: date-time */
            readonly expiresAt: string;
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
        readonly Member: {
            /** Format: uuid */
            readonly id: string;
            readonly user: {
                readonly id: string;
                readonly gamertag: string;
                readonly email: string;
            };
            /** @enum {string} */
            readonly role: "owner" | "developer" | "viewer";
            readonly isYou: boolean;
            /** @description The most that one payment of this member may send. */
            readonly cap: string | null;
            /** @description The most that this member may send in any 24 hours. */
            readonly daily: string | null;
            /** @description What the member has sent in the last 24 hours. */
            readonly spent: string;
            /** Format: date-time */
            readonly addedAt: string;
        };
        readonly Invitation: {
            /** Format: uuid */
            readonly id: string;
            readonly email: string;
            /** @enum {string} */
            readonly role: "owner" | "developer" | "viewer";
            /** Format: date-time */
            readonly invitedAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly ProjectChange: {
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            readonly user: {
                readonly id: string;
                readonly gamertag: string;
            };
            /** @enum {string} */
            readonly role: "owner" | "developer" | "viewer";
            /** @description `operationId` of the call. */
            readonly operation: string;
            /** @description Id of what was changed or made; null: of nothing. */
            readonly subject: string | null;
            /** @description Such as `192.0.2.7` or `2001:db8:0:1::/64`. */
            readonly network: string;
            readonly requestId: string;
            /** @description HTTP status of the answer; null: not known, the service stopped before it. */
            readonly status: number | null;
        };
        readonly PaymentRecord: {
            /** @description 64 hexadecimal digits; null until it is known, and for a wallet or a gamertag. */
            readonly paymentHash: string | null;
            /** @description Null: a key without a policy, which is not written down. */
            readonly orderer: {
                /** @enum {string} */
                readonly kind: "key" | "member";
                /** @description Of the key, or of the member’s user. */
                readonly id: string;
                /** @description Of the key, or the gamertag; empty: the account is gone. */
                readonly name: string;
            } | null;
        };
        readonly ProjectSettings: {
            readonly name: string;
            /** @description Local part of its Lightning address. Another name leaves it as it is. */
            readonly handle: string;
            /** @description Who gets a mail when the wallet is low, a webhook fails, sending pauses or a key ends. Null: no contact. */
            readonly contact: string | null;
            /** @description The contact gets a mail when the wallet holds less; null: never. */
            readonly lowBalance: string | null;
            /**
             * @description Of mails in the name of the project.
             * @enum {string}
             */
            readonly language: "en" | "de" | "es" | "fr" | "pt";
            /** @description Those that there are, each by its own name. */
            readonly languages: readonly {
                /** @enum {string} */
                readonly code: "en" | "de" | "es" | "fr" | "pt";
                readonly name: string;
            }[];
            /** @constant */
            readonly unit: "msats";
        };
        readonly ProjectKey: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** @description The first characters of the secret. */
            readonly prefix: string;
            /** @enum {string} */
            readonly status: "valid" | "ended" | "revoked";
            /** Format: date-time */
            readonly createdAt: string;
            /** @description At most a minute behind. */
            readonly lastUsedAt: string | null;
            /** @description From then on it is refused; null: never. */
            readonly endsAt: string | null;
            readonly revokedAt: string | null;
            /**
             * Format: uuid
             * @description The key from which it took over.
             */
            readonly rolledFrom: string | null;
            /**
             * Format: uuid
             * @description The key that took over from it.
             */
            readonly rolledTo: string | null;
            /** @description After a restore of the service the operator confirms it, or gives it its rules again: until then it may only read. */
            readonly waitsFor: ("confirmation" | "rules") | null;
            /** @constant */
            readonly unit: "msats";
            /** @description null: it may do everything, and nothing is counted. */
            readonly policy: {
                /** @description null: everything. */
                readonly scopes: readonly string[] | null;
                /** @description The most that one payment may send; null: any amount. */
                readonly cap: string | null;
                /** @description Whom it may pay; null: anybody. */
                readonly destinations: readonly string[] | null;
                /** @description From where it may be used; null: anywhere. */
                readonly networks: readonly string[] | null;
            } | null;
            /** @description Of any 24 hours, 7 days and 30 days. Keys that took over from each other share one each. */
            readonly budgets: {
                readonly daily: {
                    /** @description The most that may be sent; null: any amount. */
                    readonly limit: string | null;
                    /** @description What was sent, fees and failed payments not counted. */
                    readonly spent: string;
                    readonly remaining: string | null;
                    /** @description From when on less of what was sent counts, if nothing else is sent; null: nothing counts. */
                    readonly moreAt: string | null;
                };
                readonly weekly: {
                    /** @description The most that may be sent; null: any amount. */
                    readonly limit: string | null;
                    /** @description What was sent, fees and failed payments not counted. */
                    readonly spent: string;
                    readonly remaining: string | null;
                    /** @description From when on less of what was sent counts, if nothing else is sent; null: nothing counts. */
                    readonly moreAt: string | null;
                };
                readonly monthly: {
                    /** @description The most that may be sent; null: any amount. */
                    readonly limit: string | null;
                    /** @description What was sent, fees and failed payments not counted. */
                    readonly spent: string;
                    readonly remaining: string | null;
                    /** @description From when on less of what was sent counts, if nothing else is sent; null: nothing counts. */
                    readonly moreAt: string | null;
                };
            } | null;
        };
        readonly MadeProjectKey: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** @description The first characters of the secret. */
            readonly prefix: string;
            /** @enum {string} */
            readonly status: "valid" | "ended" | "revoked";
            /** Format: date-time */
            readonly createdAt: string;
            /** @description At most a minute behind. */
            readonly lastUsedAt: string | null;
            /** @description From then on it is refused; null: never. */
            readonly endsAt: string | null;
            readonly revokedAt: string | null;
            /**
             * Format: uuid
             * @description The key from which it took over.
             */
            readonly rolledFrom: string | null;
            /**
             * Format: uuid
             * @description The key that took over from it.
             */
            readonly rolledTo: string | null;
            /** @description After a restore of the service the operator confirms it, or gives it its rules again: until then it may only read. */
            readonly waitsFor: ("confirmation" | "rules") | null;
            /** @constant */
            readonly unit: "msats";
            /** @description null: it may do everything, and nothing is counted. */
            readonly policy: {
                /** @description null: everything. */
                readonly scopes: readonly string[] | null;
                /** @description The most that one payment may send; null: any amount. */
                readonly cap: string | null;
                /** @description Whom it may pay; null: anybody. */
                readonly destinations: readonly string[] | null;
                /** @description From where it may be used; null: anywhere. */
                readonly networks: readonly string[] | null;
            } | null;
            /** @description Of any 24 hours, 7 days and 30 days. Keys that took over from each other share one each. */
            readonly budgets: {
                readonly daily: {
                    /** @description The most that may be sent; null: any amount. */
                    readonly limit: string | null;
                    /** @description What was sent, fees and failed payments not counted. */
                    readonly spent: string;
                    readonly remaining: string | null;
                    /** @description From when on less of what was sent counts, if nothing else is sent; null: nothing counts. */
                    readonly moreAt: string | null;
                };
                readonly weekly: {
                    /** @description The most that may be sent; null: any amount. */
                    readonly limit: string | null;
                    /** @description What was sent, fees and failed payments not counted. */
                    readonly spent: string;
                    readonly remaining: string | null;
                    /** @description From when on less of what was sent counts, if nothing else is sent; null: nothing counts. */
                    readonly moreAt: string | null;
                };
                readonly monthly: {
                    /** @description The most that may be sent; null: any amount. */
                    readonly limit: string | null;
                    /** @description What was sent, fees and failed payments not counted. */
                    readonly spent: string;
                    readonly remaining: string | null;
                    /** @description From when on less of what was sent counts, if nothing else is sent; null: nothing counts. */
                    readonly moreAt: string | null;
                };
            } | null;
            /** @description The secret, for the `apikey` header. Shown here only: the same call with the same `Idempotency-Key` answers the key with null. */
            readonly apiKey: string | null;
        };
        readonly Application: {
            /** Format: uuid */
            readonly id: string;
            readonly clientId: string;
            readonly name: string;
            readonly logoUrl: string | null;
            /** @description 1 to 3, compared character by character. */
            readonly redirectUris: readonly string[];
            /** Format: date-time */
            readonly createdAt: string;
            readonly revokedAt: string | null;
        };
        readonly ApplicationWithSecrets: {
            /** Format: uuid */
            readonly id: string;
            readonly clientId: string;
            readonly name: string;
            readonly logoUrl: string | null;
            /** @description 1 to 3, compared character by character. */
            readonly redirectUris: readonly string[];
            /** Format: date-time */
            readonly createdAt: string;
            readonly revokedAt: string | null;
            /** @description The client secrets that are valid, oldest first; at most 2. */
            readonly secrets: readonly {
                /** @description Names it, and says nothing of it. */
                readonly id: string;
                /** @description Its last four characters; null: it was made before they were kept. */
                readonly lastFour: string | null;
                /** Format: date-time */
                readonly createdAt: string;
                /** @description At most a minute behind; null: no use was seen. */
                readonly usedAt: string | null;
            }[];
        };
        readonly DeliveryLine: {
            /** Format: uuid */
            readonly eventId: string;
            /**
             * Format: uuid
             * @description The endpoint, or the event itself for a callback.
             */
            readonly receiverId: string;
            /** @description Null for a `callbackUrl` and a `webhook_url`. */
            readonly endpointId: string | null;
            readonly url: string;
            /** @enum {string} */
            readonly type: "payment.completed" | "payment.failed" | "charge.completed" | "charge.expired" | "receipt.credited" | "voucher.redeemed" | "voucher.revoked" | "voucher.expired" | "withdrawal.completed" | "withdrawal.expired" | "ramp.purchase.completed" | "ramp.purchase.failed" | "ramp.kyc.completed" | "service.restored" | "webhook.test";
            /**
             * Format: uuid
             * @description The payment, charge, receipt, purchase or endpoint.
             */
            readonly objectId: string;
            /** @enum {string} */
            readonly state: "waiting" | "delivered" | "failed" | "cancelled";
            readonly attempts: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description The next attempt; null when there is none to come. */
            readonly dueAt: string | null;
            readonly finishedAt: string | null;
            readonly lastAttempt: {
                /** @description 1 is the first. */
                readonly number: number;
                /** Format: date-time */
                readonly startedAt: string;
                /** Format: date-time */
                readonly endedAt: string;
                readonly durationMs: number;
                /** @description HTTP status of the answer; null when there was none. */
                readonly status: number | null;
                /** @description Why there was no answer. */
                readonly error: string | null;
            } | null;
        };
        readonly Delivery: {
            /** Format: uuid */
            readonly eventId: string;
            /**
             * Format: uuid
             * @description The endpoint, or the event itself for a callback.
             */
            readonly receiverId: string;
            /** @description Null for a `callbackUrl` and a `webhook_url`. */
            readonly endpointId: string | null;
            readonly url: string;
            /** @enum {string} */
            readonly type: "payment.completed" | "payment.failed" | "charge.completed" | "charge.expired" | "receipt.credited" | "voucher.redeemed" | "voucher.revoked" | "voucher.expired" | "withdrawal.completed" | "withdrawal.expired" | "ramp.purchase.completed" | "ramp.purchase.failed" | "ramp.kyc.completed" | "service.restored" | "webhook.test";
            /**
             * Format: uuid
             * @description The payment, charge, receipt, purchase or endpoint.
             */
            readonly objectId: string;
            /** @enum {string} */
            readonly state: "waiting" | "delivered" | "failed" | "cancelled";
            readonly attempts: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description The next attempt; null when there is none to come. */
            readonly dueAt: string | null;
            readonly finishedAt: string | null;
            readonly lastAttempt: {
                /** @description 1 is the first. */
                readonly number: number;
                /** Format: date-time */
                readonly startedAt: string;
                /** Format: date-time */
                readonly endedAt: string;
                readonly durationMs: number;
                /** @description HTTP status of the answer; null when there was none. */
                readonly status: number | null;
                /** @description Why there was no answer. */
                readonly error: string | null;
            } | null;
            readonly lastAttempts: readonly {
                /** @description 1 is the first. */
                readonly number: number;
                /** Format: date-time */
                readonly startedAt: string;
                /** Format: date-time */
                readonly endedAt: string;
                readonly durationMs: number;
                /** @description HTTP status of the answer; null when there was none. */
                readonly status: number | null;
                /** @description Why there was no answer. */
                readonly error: string | null;
            }[];
        };
        readonly AttemptContent: {
            /** @description 1 is the first. */
            readonly number: number;
            /** Format: date-time */
            readonly startedAt: string;
            /** Format: date-time */
            readonly endedAt: string;
            readonly durationMs: number;
            /** @description HTTP status of the answer; null when there was none. */
            readonly status: number | null;
            /** @description Why there was no answer. */
            readonly error: string | null;
            readonly request: components["schemas"]["SentRequest"];
            /** @description False: another version of the service had sent another body. Null: that was not kept. */
            readonly isBodyAsSent: boolean | null;
            /** @description Null: there was no answer. */
            readonly answer: {
                /** @description The first KiB; what is not seen is U+FFFD. */
                readonly text: string | null;
                /** @description Why there is no text: it came from an address that the operator has named, or nobody knows from where; or the operator lets nobody read answers. */
                readonly hiddenBecause: ("not_public" | "switched_off") | null;
            } | null;
        };
        readonly SentRequest: {
            /** @constant */
            readonly method: "POST";
            /** @description Null: it was not kept. */
            readonly url: string | null;
            /** @description As they are sent, the signature included. Null: they were not kept. */
            readonly headers: readonly {
                readonly name: string;
                readonly value: string;
            }[] | null;
            /** @description Byte for byte. */
            readonly body: string;
        };
        readonly EndpointTrouble: {
            /** Format: uuid */
            readonly endpointId: string;
            readonly url: string;
            /**
             * @description `off`: the service has disabled it.
             * @enum {string}
             */
            readonly trouble: "failing" | "off";
            /**
             * Format: date-time
             * @description When the first event was made that it does not take, or it was disabled.
             */
            readonly since: string;
            /** @description Of its last answer; null: there was none. */
            readonly lastStatus: number | null;
            readonly disabledReason: string | null;
            /** @description Deliveries that wait; 1000: or more. */
            readonly waiting: number;
            /** @description That were given up; 1000: or more. */
            readonly failed: number;
            /** @description Null: nothing waits, or it is not known. */
            readonly nextAttemptAt: string | null;
        };
        readonly Recoverable: {
            /** @description Deliveries that wait for a later attempt. */
            readonly waiting: number;
            /** @description Deliveries that were given up. */
            readonly failed: number;
            /** @description True: there may be more, which were not counted. */
            readonly isAtLeast: boolean;
        };
        readonly Recovered: {
            /** @description Deliveries that are due now. */
            readonly resent: number;
            /** @description `since` of the next call; null when nothing is left. */
            readonly nextSince: string | null;
        };
        readonly WebhookSecretState: {
            /** @description Null: there is none until the first delivery. */
            readonly rotatedAt: string | null;
            /** @description Until then the one before signs too. */
            readonly previousUntil: string | null;
        };
        readonly SignatureCheck: {
            /** @description A secret of the project has signed exactly this, and a secret that was given is one of them. */
            readonly fits: boolean;
            /** @description That the header or the body names; null: the project has no such event. */
            readonly event: {
                readonly id: string;
                readonly type: string;
            } | null;
            readonly id: components["schemas"]["CheckedPart"];
            readonly timestamp: components["schemas"]["CheckedPart"];
            readonly body: components["schemas"]["CheckedPart"];
            readonly secret: components["schemas"]["CheckedPart"];
            readonly signature: components["schemas"]["CheckedPart"];
        };
        readonly CheckedPart: {
            /** @enum {string} */
            readonly verdict: "right" | "wrong" | "unknown";
            /** @description `not_ours`: the project has no such event, made no attempt then, or has no such secret. `other_id`: it is the signature of the id in the body. `old`: right, and more than five minutes ago or ahead. `rewritten`: the same JSON in other bytes. `previous`, `ended`: the secret before the last rotation, which signs too, or no more. `replaced`: by a secret that was replaced since. */
            readonly because: ("missing" | "malformed" | "not_ours" | "other_id" | "old" | "rewritten" | "differs" | "previous" | "ended" | "replaced") | null;
        };
        readonly Overview: {
            /** @constant */
            readonly unit: "msats";
            /** @description What may be spent. */
            readonly available: string;
            /** @description Set aside for payments that are not finished, with their fee limits. */
            readonly reserved: string;
            /** @description What the project has done of what others do on their first day. */
            readonly firstSteps: {
                /** @enum {string} */
                readonly keys: "none" | "made" | "used";
                /** @description A payment was completed. */
                readonly paid: boolean;
                /**
                 * @description How often something came in.
                 * @enum {string}
                 */
                readonly received: "never" | "once" | "more";
                /**
                 * @description Whether there is an endpoint, and whether anything was delivered, to it or a `callbackUrl`.
                 * @enum {string}
                 */
                readonly webhooks: "none" | "made" | "delivered";
            };
            /** @description Webhook endpoints that accept nothing, or that the service has switched off. */
            readonly troubledEndpoints: number;
        };
        readonly RefusedRequest: {
            /** @description As in the header `X-Request-Id` and in the answer. */
            readonly requestId: string;
            /** Format: uuid */
            readonly keyId: string;
            /** Format: date-time */
            readonly at: string;
            readonly method: string;
            /** @description The path with the names of its parameters. */
            readonly route: string;
            readonly path: string;
            readonly status: number;
            readonly code: string;
            readonly message: string;
            readonly details: readonly {
                readonly field: string;
                readonly issue: string;
            }[];
            /** @description JSON without secrets, cut at 4 kB. Null: there was none, or it was no JSON. */
            readonly body: string | null;
            /** @description Such as `192.0.2.7` or `2001:db8:0:1::/64`. */
            readonly network: string;
            readonly durationMs: number;
        };
        readonly Request: {
            readonly requestId: string;
            /** @description Newest first; several when several requests had this name. */
            readonly refused: readonly components["schemas"]["RefusedRequest"][];
            /** @description What it made, oldest first. */
            readonly made: readonly {
                /** @enum {string} */
                readonly kind: "payment" | "charge" | "static_charge" | "voucher" | "withdrawal_request" | "ramp_session";
                /** Format: uuid */
                readonly id: string;
                /** Format: date-time */
                readonly createdAt: string;
            }[];
        };
        readonly Totals: {
            /** Format: date-time */
            readonly from: string;
            /** Format: date-time */
            readonly to: string;
            /** @enum {string} */
            readonly by: "hour" | "day";
            /** @description False for some minutes after an upgrade: the service still counts. */
            readonly isComplete: boolean;
            /** @description The bounds of `took`, in seconds. */
            readonly tookSeconds: readonly number[];
            readonly totals: readonly {
                /**
                 * Format: date-time
                 * @description Beginning of the hour, or of the day in UTC.
                 */
                readonly at: string;
                readonly payments: {
                    readonly completed: number;
                    /** @description Millisatoshis that completed payments delivered. */
                    readonly amount: string;
                    /** @description Millisatoshis. */
                    readonly fees: string;
                    readonly failed: number;
                    /** @description Millisatoshis. */
                    readonly failedAmount: string;
                    /** @description From making to end, of all completed ones together. */
                    readonly tookMs: number;
                    /** @description How many were completed within each bound and not within the one before; the last: later. */
                    readonly took: readonly number[];
                };
                readonly receipts: {
                    readonly count: number;
                    /** @description Millisatoshis. */
                    readonly amount: string;
                };
            }[];
        };
        readonly BegunFile: {
            /** @description The idempotency keys of its rows begin with it. */
            readonly key: string;
            /** Format: date-time */
            readonly begunAt: string;
            /**
             * Format: date-time
             * @description From then on it is another file: its rows get other keys.
             */
            readonly knownUntil: string;
            /** @description False: a call of this project began it before. */
            readonly isNew: boolean;
        };
        readonly UserOfApp: {
            /** Format: uuid */
            readonly id: string;
            readonly gamertag: string;
            /** @description Null where the user does not let the application see it. */
            readonly email: string | null;
            readonly app: {
                /** Format: uuid */
                readonly id: string;
                readonly clientId: string;
                readonly name: string;
            };
            /** @description What the user allows the application. */
            readonly scopes: readonly string[];
            /**
             * Format: date-time
             * @description When the user first allowed it.
             */
            readonly since: string;
            /** Format: date-time */
            readonly lastAllowedAt: string;
        };
        readonly RampPurchase: {
            /** Format: uuid */
            readonly purchase_id: string;
            /** @description As people name it when they ask about it. */
            readonly number: string;
            /** Format: uuid */
            readonly session_id: string;
            /** Format: uuid */
            readonly user_id: string;
            /** @enum {string} */
            readonly state: "quoted" | "requires_payment" | "requires_action" | "authorized" | "captured" | "delivering" | "completed" | "on_hold" | "failed" | "canceled" | "expired" | "refund_pending" | "refunded" | "refund_failed" | "disputed" | "won" | "lost";
            /** @description What is delivered, in millisatoshis. */
            readonly amount: string;
            /** @constant */
            readonly unit: "msats";
            /** @description What the card pays, the fee included. */
            readonly source_amount: string;
            readonly source_currency: string;
            readonly fee_amount: string;
            /** @description Of miners, in millisatoshis; null over Lightning. */
            readonly network_fee: string | null;
            /** @description Of one bitcoin. */
            readonly price: string;
            /** @enum {string} */
            readonly price_source: "market" | "fixed";
            readonly destination: string;
            /** @description The payment that delivers it; it is the operator's. */
            readonly payment_id: string | null;
            readonly failure_code: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly begun_at: string;
            /** Format: date-time */
            readonly changed_at: string;
            readonly ended_at: string | null;
        };
        readonly PaymentQuote: {
            /** @constant */
            readonly unit: "msats";
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @description The most that it costs. */
            readonly feeLimit: string;
            /** @description Amount and `feeLimit`: what the wallet sets aside. */
            readonly total: string;
            /** @description The wallet is one of this service: paid at once, without a fee. */
            readonly isHere: boolean;
            /** @description What the invoice says; null: it is none. */
            readonly invoice: {
                /** @description Escape it. */
                readonly description: string | null;
                /** Format: date-time */
                readonly expiresAt: string;
            } | null;
        };
        readonly RecipientCheck: {
            /** @description Those that are unknown, as they were written. */
            readonly unknown: readonly string[];
        };
        readonly Timeline: {
            readonly status: string;
            /** @description Where the money is. */
            readonly where: string;
            /** @description Why it stands so; of what has failed, why. */
            readonly why: string;
            /** @description What happens next; null: nothing. */
            readonly next: string | null;
            /** @description When the service looks at it next. */
            readonly nextCheckAt: string | null;
            /** @description When it has ended at the latest; null where nothing says it. */
            readonly endsBy: string | null;
            /** @description It usually ends within seconds: `endsBy` counts that the recipient of a payment may hold it. */
            readonly isQuick: boolean;
            /** @description The oldest first. */
            readonly happened: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly text: string;
                /** @description More of it, in words of a node or a server. */
                readonly detail: string | null;
                /** @description What it was, where there is a page of it. */
                readonly thing: {
                    /** @enum {string} */
                    readonly kind: "payment" | "charge" | "static_charge" | "voucher" | "withdrawal" | "session" | "purchase" | "user" | "app" | "key" | "event" | "endpoint" | "request";
                    readonly id: string;
                } | null;
            }[];
        };
        readonly SearchResult: {
            readonly found: readonly {
                /** @enum {string} */
                readonly kind: "payment" | "charge" | "static_charge" | "voucher" | "withdrawal" | "session" | "purchase" | "user" | "app" | "key" | "event" | "endpoint" | "request";
                readonly id: string;
                readonly status: string | null;
                /** @description Millisatoshis. */
                readonly amount: string | null;
                /** @description What its owner calls it. */
                readonly name: string | null;
                readonly createdAt: string | null;
            }[];
            /** @description What the text was looked for as; `message` says it in words where nothing was found. */
            readonly lookedFor: readonly ("address" | "code" | "hash" | "id" | "invoice" | "name" | "number" | "own_name" | "request")[];
        };
        readonly OwnWallet: {
            readonly user: {
                /** Format: uuid */
                readonly id: string;
                readonly gamertag: string;
                /** @description Null: now. */
                readonly gamertagChangeableAt: string | null;
                readonly email: string;
                readonly emailIsVerified: boolean;
                /** @description That the person has chosen. */
                readonly language: string | null;
                /** @description Empty: none. */
                readonly image: string;
                readonly publicBio: string;
                readonly twitter: string;
                readonly website: string;
            };
            /** @description Where this wallet is paid. */
            readonly address: {
                readonly lightningAddress: string;
                /** @description The same for a QR code; show it in upper case. */
                readonly lnurl: string;
                /** @description It stays when the gamertag changes: for paper. */
                readonly permanentLnurl: string;
            };
            /** @description Amounts that are reserved for pending payments are not in it. */
            readonly balance: string;
            /** @description What can leave the wallet now: the balance, or what a limit leaves. */
            readonly available: string;
            /** @description Payments that are under way. */
            readonly pending: {
                readonly count: number;
                /** @description Millisatoshis. */
                readonly reserved: string;
            };
            readonly limits: {
                /** @description What may be sent in any 24 hours; null: there is no such limit. */
                readonly daily: {
                    /** @description Millisatoshis. */
                    readonly limit: string;
                    /** @description Millisatoshis. */
                    readonly left: string;
                    /** @description When it leaves more again, to the hour; null: nothing was sent. */
                    readonly moreAt: string | null;
                } | null;
                /** @description In any 7 days. */
                readonly weekly: {
                    /** @description Millisatoshis. */
                    readonly limit: string;
                    /** @description Millisatoshis. */
                    readonly left: string;
                    /** @description When it leaves more again, to the hour; null: nothing was sent. */
                    readonly moreAt: string | null;
                } | null;
                /** @description In any 30 days. */
                readonly monthly: {
                    /** @description Millisatoshis. */
                    readonly limit: string;
                    /** @description Millisatoshis. */
                    readonly left: string;
                    /** @description When it leaves more again, to the hour; null: nothing was sent. */
                    readonly moreAt: string | null;
                } | null;
                /** @description What the wallet may hold, and still receive; what comes over Lightning is always taken. */
                readonly balance: {
                    /** @description Millisatoshis. */
                    readonly limit: string;
                    /** @description Millisatoshis. */
                    readonly left: string;
                } | null;
            };
            readonly sending: {
                readonly isPaused: boolean;
                /** @description Above it the amount is typed twice; null: never. */
                readonly repeatAbove: string | null;
                readonly paysToEmail: boolean;
            };
            /** @description What sending asks for: a login of the last 10 minutes. */
            readonly login: {
                /**
                 * Format: date-time
                 * @description Until then sending, and changing the gamertag, need no new login.
                 */
                readonly freshUntil: string;
                /** @description A new login asks for a code of an app as well. */
                readonly secondFactor: boolean;
                readonly passkeys: number;
            };
            /** @description About what a bitcoin costs; null: this service knows no price now. */
            readonly price: {
                /** @constant */
                readonly currency: "USD";
                readonly perBitcoin: string;
                /** Format: date-time */
                readonly at: string;
                /**
                 * @description `fixed`: made up, on test networks.
                 * @enum {string}
                 */
                readonly source: "market" | "fixed";
            } | null;
            /** @description The seller of bitcoin to this wallet. Null: none. */
            readonly buy: {
                readonly seller: string;
            } | null;
            /** @description Such as `mainnet` or `regtest`; null: not known yet. */
            readonly network: string | null;
            readonly serviceName: string;
        };
        readonly PaymentPreview: {
            /** @enum {string} */
            readonly kind: "address" | "lnurl" | "invoice" | "gamertag" | "email";
            /** @description Its one form: what a payment names. */
            readonly recipient: string;
            /** @description What to call the recipient. */
            readonly name: string;
            /** @description What the recipient says of the payment. Escape it. */
            readonly description: string | null;
            /** @description The wallet is one of this service: paid at once, without a fee. */
            readonly isHere: boolean;
            readonly amount: {
                /** @description The invoice asks for it; null: the person chooses. */
                readonly fixed: string | null;
                /** @description Millisatoshis. */
                readonly least: string;
                /** @description Null: the recipient sets none. */
                readonly most: string | null;
            };
            /** @description 0: the recipient takes no comment. */
            readonly commentCharactersMax: number;
            /** @description Of the amount asked about, the most that it costs; null: no amount is known. */
            readonly cost: {
                /** @description Millisatoshis. */
                readonly amount: string;
                /** @description Millisatoshis. */
                readonly feeLimit: string;
                /** @description Millisatoshis. */
                readonly total: string;
            } | null;
            /** @description What can leave the wallet now, fee included. */
            readonly available: string;
            /** @description The most that can be sent to this recipient now; null: none. */
            readonly mostNow: string | null;
            /** @description The payment is to name the amount twice. */
            readonly repeatAmount: boolean;
            /** @description Null: not paid before, as far as is known. */
            readonly lastPaidAt: string | null;
            /** @description Payments to this recipient that are under way: say it before another one is sent. */
            readonly pending: readonly {
                /** Format: uuid */
                readonly id: string;
                /** @description Millisatoshis. */
                readonly amount: string;
                /** Format: date-time */
                readonly createdAt: string;
                readonly statusDetail: {
                    /** @description Its line in the table of what people are told. */
                    readonly code: string;
                    /** @description In English. */
                    readonly reason: string;
                    /** Format: date-time */
                    readonly nextCheckAt: string;
                    /** @description When it is finished at the latest, if the Lightning node answers; null: not known yet. */
                    readonly finishedBy: string | null;
                } | null;
            }[];
            /** @description Why a payment would be refused as things stand. */
            readonly refusal: {
                /** @description One of the error catalogue. */
                readonly code: string;
                readonly message: string;
            } | null;
            /** @description Of an e-mail address whose server did not answer: it may have a Lightning address of this name when it does. */
            readonly doubt: {
                /** @description One of the error catalogue. */
                readonly code: string;
                readonly message: string;
            } | null;
        };
        readonly OwnPayment: {
            /** Format: uuid */
            readonly id: string;
            /**
             * @description `other`: nobody knows any more whom it has paid.
             * @enum {string}
             */
            readonly kind: "address" | "lnurl" | "invoice" | "gamertag" | "email" | "other";
            /** @description As it can be paid again; empty where it cannot. */
            readonly recipient: string;
            /** @description What to call the recipient. */
            readonly name: string;
            /**
             * @description `processing`: it is under way, and finishes by itself. `waiting`: a voucher was mailed and is not taken yet. `returned`: the voucher was not taken, and its value is back.
             * @enum {string}
             */
            readonly status: "processing" | "waiting" | "completed" | "failed" | "returned";
            /** @description What arrives. */
            readonly amount: string;
            /** @description What the route took, or ours; `0` until it is known. */
            readonly fee: string;
            /** @description The most that the fee can be; reserved while it is processing. */
            readonly feeLimit: string;
            /** @description What the invoice says that was paid. Escape it. */
            readonly description: string | null;
            /** @description Sent to the recipient where the recipient takes comments. */
            readonly comment: string | null;
            readonly note: string | null;
            /** @description BOLT 11. */
            readonly invoice: string | null;
            /** @description Proof of the payment, 64 hexadecimal digits. */
            readonly preimage: string | null;
            /** Format: uuid */
            readonly transactionId: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly finishedAt: string | null;
            /** @description Until then a voucher that was mailed can be taken. */
            readonly expiresAt: string | null;
            /** @description Why nothing was paid. */
            readonly failure: {
                /** @description One of the error catalogue. */
                readonly code: string;
                readonly message: string;
            } | null;
            /** @description Only while it is processing. */
            readonly statusDetail: {
                /** @description Its line in the table of what people are told. */
                readonly code: string;
                /** @description In English. */
                readonly reason: string;
                /** Format: date-time */
                readonly nextCheckAt: string;
                /** @description When it is finished at the latest, if the Lightning node answers; null: not known yet. */
                readonly finishedBy: string | null;
            } | null;
        };
        readonly PaidBefore: {
            /** @enum {string} */
            readonly kind: "address" | "lnurl" | "invoice" | "gamertag" | "email";
            readonly recipient: string;
            readonly name: string;
            /** Format: date-time */
            readonly lastPaidAt: string;
        };
        readonly HistoryItem: {
            /**
             * Format: uuid
             * @description Of the movement: each line has another one.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description What a note is written on.
             */
            readonly about: string;
            /**
             * @description `payment`: sent, or being sent; `amount` is all that it takes, `0` when it failed. `email`: to an e-mail address. `charge`: paid for an invoice of this wallet. `receipt`: received otherwise. `voucher`: taken, or put aside. `voucher_refund`: what came back of one. `transfer`: anything else.
             * @enum {string}
             */
            readonly kind: "payment" | "email" | "charge" | "receipt" | "voucher" | "voucher_refund" | "transfer";
            /** @description Millisatoshis; below zero when they left the wallet. */
            readonly amount: string;
            /** Format: date-time */
            readonly at: string;
            /** @description Who was paid, or says that it has paid: nothing of that is checked. */
            readonly name: string | null;
            /** @description What an invoice or a voucher says. Escape it. */
            readonly description: string | null;
            /** @description What the payer wrote. Escape it. */
            readonly comment: string | null;
            readonly note: string | null;
            /** @description Of `payment` and `email`. */
            readonly payment: components["schemas"]["OwnPayment"] | null;
            readonly chargeId: string | null;
            readonly voucherId: string | null;
            /** @description The person has bought this amount; null: not that. */
            readonly purchase: components["schemas"]["OwnPurchase"] | null;
            /** @description It happened before the service was restored from a copy. */
            readonly restored: boolean;
        };
        readonly OwnPurchase: {
            /** @description To name it by. */
            readonly number: string;
            /** @description What the card has paid, the fee included. */
            readonly paid: string;
            readonly fee: string;
            /** @description Of one bitcoin. */
            readonly price: string;
            /** @description ISO 4217. */
            readonly currency: string;
            readonly seller: string;
        };
        readonly OwnCharge: {
            /** Format: uuid */
            readonly id: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            /** @description What came in for it; more than `amount` when somebody paid too much. */
            readonly received: string;
            readonly description: string;
            /** @enum {string} */
            readonly status: "pending" | "completed" | "expired";
            /** @description BOLT 11. */
            readonly invoice: string;
            /** @description The same, for a link or a QR code. */
            readonly uri: string;
            readonly note: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly paidAt: string | null;
        };
        readonly VoucherPreview: {
            /**
             * @description `code`: what a code alone is worth is not shown, and only who proved the address that it was sent to can take it. `withdrawal`: only a Lightning wallet can take it.
             * @enum {string}
             */
            readonly kind: "voucher" | "withdrawal" | "code";
            readonly status: ("open" | "claiming" | "redeemed" | "revoked" | "expired") | null;
            readonly amount: string | null;
            readonly sender: string | null;
            /** @description Escape it. */
            readonly description: string | null;
            readonly expiresAt: string | null;
            /** @description It is in this wallet already. */
            readonly isYours: boolean;
            /** @description Why it cannot be taken as things stand. */
            readonly refusal: {
                /** @description One of the error catalogue. */
                readonly code: string;
                readonly message: string;
            } | null;
        };
        readonly TakenVoucher: {
            /** Format: uuid */
            readonly id: string;
            /** @description Millisatoshis. */
            readonly amount: string;
            readonly description: string;
            /** Format: date-time */
            readonly takenAt: string;
            /** Format: uuid */
            readonly transactionId: string;
        };
        readonly ConnectedApp: {
            /** @description Its client id. */
            readonly id: string;
            readonly name: string;
            /** @description What it may read. */
            readonly scopes: readonly string[];
            /** Format: date-time */
            readonly connectedAt: string;
            /**
             * Format: date-time
             * @description When the person allowed it something last.
             */
            readonly allowedAt: string;
        };
        readonly OwnSession: {
            /** Format: uuid */
            readonly id: string;
            /** @description The browser that asks. */
            readonly isThis: boolean;
            /** @description As it calls itself. Escape it. */
            readonly browser: string;
            /** @description The same for people, such as `Firefox` and `Linux`; null: not known. */
            readonly agent: {
                readonly browser: string | null;
                readonly system: string | null;
            };
            /** @description Such as `192.0.2.7` or `2001:db8:0:1::/64`; null: the machine of the service itself. */
            readonly network: string | null;
            /** @description What was shown at the login, such as `email` or `passkey`. */
            readonly methods: readonly string[];
            /** Format: date-time */
            readonly loggedInAt: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            readonly seenAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
    };
    responses: {
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
        /** @description - `login_needed`: Log in: this is answered to a browser that is logged in. */
        readonly login_needed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "login_needed";
                    };
                };
            };
        };
        /** @description - `project_not_found`: `npm run leyden -- project list` shows the projects. */
        readonly project_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found";
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
        /**
         * @description - `project_name_taken`: Choose another name.
         *     - `too_many_projects`: Ask the operator for another project, or leave one.
         */
        readonly project_name_taken_or_too_many_projects: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_name_taken" | "too_many_projects";
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
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `invitation_gone`: Ask for another invitation to the address that you log in with.
         */
        readonly project_not_found_or_invitation_gone: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "invitation_gone";
                    };
                };
            };
        };
        /**
         * @description - `already_member`: Change the role of the member instead.
         *     - `too_many_members`: Remove a member first.
         */
        readonly already_member_or_too_many_members: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "already_member" | "too_many_members";
                    };
                };
            };
        };
        /** @description - `too_many_invitations`: Take back an invitation first, or wait until one expires. */
        readonly too_many_invitations: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_invitations";
                    };
                };
            };
        };
        /**
         * @description - `mail_not_configured`: Nothing was sent or reserved. The operator has to name a mail server (`LEYDEN_SMTP_URL`).
         *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
         */
        readonly mail_not_configured_or_unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "mail_not_configured" | "unavailable";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `member_not_found`: The project has no such member; reload the list.
         */
        readonly project_not_found_or_member_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "member_not_found";
                    };
                };
            };
        };
        /** @description - `last_owner`: Make another member an owner first. */
        readonly last_owner: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "last_owner";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `payment_not_found`: The wallet has no such payment.
         */
        readonly project_not_found_or_payment_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "payment_not_found";
                    };
                };
            };
        };
        /** @description - `project_name_taken`: Choose another name. */
        readonly project_name_taken: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_name_taken";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `key_not_found`: `npm run leyden -- key list <project>` shows the keys.
         */
        readonly project_not_found_or_key_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "key_not_found";
                    };
                };
            };
        };
        /** @description - `too_many_keys`: A project has at most ten valid keys. Revoke one first. */
        readonly too_many_keys: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_keys";
                    };
                };
            };
        };
        /**
         * @description - `key_rolled`: Another key has taken over from this one already. Roll that one over.
         *     - `too_many_keys`: A project has at most ten valid keys. Revoke one first.
         */
        readonly key_rolled_or_too_many_keys: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "key_rolled" | "too_many_keys";
                    };
                };
            };
        };
        /** @description - `too_many_apps`: End an application of the project first. */
        readonly too_many_apps: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_apps";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `app_not_found`: `npm run leyden -- app list` shows the applications.
         */
        readonly project_not_found_or_app_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "app_not_found";
                    };
                };
            };
        };
        /** @description - `too_many_client_secrets`: End the client secret that is no longer in use. */
        readonly too_many_client_secrets: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_client_secrets";
                    };
                };
            };
        };
        /** @description - `last_client_secret`: Make another client secret first. */
        readonly last_client_secret: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "last_client_secret";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `delivery_not_found`: The project has no such delivery, or no such attempt at it. Deliveries are kept for 90 days.
         */
        readonly project_not_found_or_delivery_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "delivery_not_found";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `webhook_endpoint_not_found`: The project has no such webhook endpoint.
         */
        readonly project_not_found_or_webhook_endpoint_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "webhook_endpoint_not_found";
                    };
                };
            };
        };
        /**
         * @description - `page_streams_full`: This page is not told of changes now: read again when it is looked at, or close other pages.
         *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
         */
        readonly page_streams_full_or_unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "page_streams_full" | "unavailable";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `request_not_found`: Refused requests are kept for 30 days, and not each of very many. Compare the id with that of the answer.
         */
        readonly project_not_found_or_request_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "request_not_found";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `not_found`: Check the method and the path against the reference.
         */
        readonly project_not_found_or_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "not_found";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `user_not_found`: There is no such user. Ask for the present gamertag: it may have changed. The id of a user never does, so keep that.
         */
        readonly project_not_found_or_user_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "user_not_found";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `purchase_not_found`: The session has no purchase with this id.
         */
        readonly project_not_found_or_purchase_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "purchase_not_found";
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
        /** @description - `too_many_notes`: Take notes away first. */
        readonly too_many_notes: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "too_many_notes";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `charge_not_found`: The wallet has no such charge.
         */
        readonly project_not_found_or_charge_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "charge_not_found";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `voucher_not_found`: There is no such voucher, or not with this claim token. A code alone redeems nothing.
         */
        readonly project_not_found_or_voucher_not_found: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "voucher_not_found";
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
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `app_not_connected`: It was disconnected before; reload the list.
         */
        readonly project_not_found_or_app_not_connected: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "app_not_connected";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `session_gone`: It has ended; reload the list.
         */
        readonly project_not_found_or_session_gone: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "session_gone";
                    };
                };
            };
        };
        /**
         * @description - `gamertag_taken`: Choose another gamertag: a user or a project has this name, or had it.
         *     - `gamertag_changed_lately`: Wait until 24 hours have passed since the last change.
         */
        readonly gamertag_taken_or_gamertag_changed_lately: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "gamertag_taken" | "gamertag_changed_lately";
                    };
                };
            };
        };
        /**
         * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
         *     - `nothing_sold`: Ask the operator: `LEYDEN_RAMP_WALLET_PROJECT` names who sells.
         */
        readonly project_not_found_or_nothing_sold: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Failure"] & {
                    readonly error?: {
                        /** @enum {unknown} */
                        readonly code?: "project_not_found" | "nothing_sold";
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
    readonly getMe: {
        readonly parameters: {
            readonly query?: {
                /** @description The project that the page reads next: the response has its `place`. Without membership: the first project. */
                readonly project?: string;
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
                        readonly data: components["schemas"]["Me"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly openProject: {
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
                    readonly name: string;
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
                        readonly data: {
                            readonly id: string;
                            readonly name: string;
                            readonly handle: string;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
             *     - `projects_closed`: The operator makes projects here: ask for one (`LEYDEN_PROJECTS`).
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing" | "projects_closed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["project_name_taken_or_too_many_projects"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly acceptInvitation: {
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
                        readonly data: {
                            readonly project: string;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_invitation_gone"];
            readonly 409: components["responses"]["already_member_or_too_many_members"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly declineInvitation: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_invitation_gone"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listMembers: {
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
                        readonly data: {
                            readonly members: readonly components["schemas"]["Member"][];
                            readonly invitations: readonly components["schemas"]["Invitation"][];
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly inviteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    /** @enum {string} */
                    readonly role: "owner" | "developer" | "viewer";
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
                        readonly data: components["schemas"]["Invitation"];
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
                            readonly code?: "invalid_input" | "invalid_json" | "recipient_unsubscribed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["too_many_invitations"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            /**
             * @description - `invited_lately`: Wait for the seconds in `Retry-After` before you invite the address again.
             *     - `mail_limit_exceeded`: An e-mail address gets, and a project sends, only so many mails in 24 hours. Nothing was sent or reserved; try again later.
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
                            readonly code?: "invited_lately" | "mail_limit_exceeded" | "rate_limited";
                        };
                    };
                };
            };
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["mail_not_configured_or_unavailable"];
        };
    };
    readonly endInvitation: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_invitation_gone"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly removeMember: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_member_not_found"];
            readonly 409: components["responses"]["last_owner"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeMember: {
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
                    readonly role?: ("owner" | "developer" | "viewer") | null;
                    readonly cap?: (string | number) | null;
                    readonly daily?: (string | number) | null;
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_member_not_found"];
            readonly 409: components["responses"]["last_owner"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly leaveProject: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["last_owner"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description Id of a thing: what people did with it. */
                readonly subject?: string;
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
                        readonly data: readonly components["schemas"]["ProjectChange"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getPaymentRecord: {
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
                        readonly data: components["schemas"]["PaymentRecord"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_payment_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getProjectSettings: {
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
                        readonly data: components["schemas"]["ProjectSettings"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeProjectSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string | null;
                    /** @description The e-mail address of a member. Empty: no contact. */
                    readonly contact?: string | null;
                    readonly lowBalance?: string | null;
                    /** @description One of en, de, es, fr, pt. */
                    readonly language?: string | null;
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
                        readonly data: components["schemas"]["ProjectSettings"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["project_name_taken"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listKeys: {
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
                        readonly data: readonly components["schemas"]["ProjectKey"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createKey: {
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
                    /** @description For people: 1 to 40 characters. */
                    readonly name: string;
                    readonly scopes?: (readonly string[] | "all") | null;
                    readonly cap?: (string | number) | null;
                    readonly daily?: (string | number) | null;
                    readonly weekly?: (string | number) | null;
                    readonly monthly?: (string | number) | null;
                    readonly destinations?: (readonly string[] | "any") | null;
                    readonly networks?: (readonly string[] | "any") | null;
                    /** @description From then on the key is refused. */
                    readonly endsAt?: string | null;
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
                        readonly data: components["schemas"]["MadeProjectKey"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
             *     - `key_too_wide`: A member gives a key no more than the member may do; `details` has the most for each rule. Nothing was changed.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing" | "key_too_wide";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_key_not_found"];
            readonly 409: components["responses"]["too_many_keys"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly revokeKey: {
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
                        readonly data: components["schemas"]["ProjectKey"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_key_not_found"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly changeKey: {
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
                    readonly name?: string | null;
                    readonly scopes?: (readonly string[] | "all") | null;
                    readonly cap?: (string | number) | null;
                    readonly daily?: (string | number) | null;
                    readonly weekly?: (string | number) | null;
                    readonly monthly?: (string | number) | null;
                    readonly destinations?: (readonly string[] | "any") | null;
                    readonly networks?: (readonly string[] | "any") | null;
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
                        readonly data: components["schemas"]["ProjectKey"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
             *     - `key_too_wide`: A member gives a key no more than the member may do; `details` has the most for each rule. Nothing was changed.
             *     - `key_unconfirmed`: The service was restored from a copy, and the project key may only read until its operator confirms it. Nothing was done.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing" | "key_too_wide" | "key_unconfirmed";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_key_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly rollKey: {
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
                    /** @description When the former key ends: in 24 hours unless it is said, at most 30 days away. */
                    readonly formerEndsAt?: string | null;
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
                        readonly data: components["schemas"]["MadeProjectKey"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
             *     - `key_too_wide`: A member gives a key no more than the member may do; `details` has the most for each rule. Nothing was changed.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing" | "key_too_wide";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_key_not_found"];
            readonly 409: components["responses"]["key_rolled_or_too_many_keys"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly listApplications: {
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
                        readonly data: {
                            readonly apps: readonly components["schemas"]["Application"][];
                            readonly max: number;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly createApplication: {
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
                    readonly name: string;
                    readonly redirectUris: readonly string[];
                    readonly logoUrl?: string | null;
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
                        readonly data: {
                            readonly app: components["schemas"]["Application"];
                            /** @description Shown here only; its hash is kept. The same call with the same `Idempotency-Key` answers null in its place. */
                            readonly clientSecret: string | null;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["too_many_apps"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly getApplication: {
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
                        readonly data: components["schemas"]["ApplicationWithSecrets"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_app_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly revokeApplication: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_app_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeApplication: {
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
                    readonly name?: string | null;
                    readonly redirectUris?: readonly string[] | null;
                    readonly logoUrl?: string | null;
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
                        readonly data: components["schemas"]["Application"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_app_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly rotateClientSecret: {
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
                        readonly data: {
                            readonly app: components["schemas"]["Application"];
                            /** @description Shown here only; its hash is kept. The same call with the same `Idempotency-Key` answers null in its place. */
                            readonly clientSecret: string | null;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_app_not_found"];
            readonly 409: components["responses"]["too_many_client_secrets"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly endClientSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                /** @description `id` of the secret. */
                readonly secret: string;
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            /**
             * @description - `project_not_found`: `npm run leyden -- project list` shows the projects.
             *     - `app_not_found`: `npm run leyden -- app list` shows the applications.
             *     - `client_secret_not_found`: `npm run leyden -- app show <app>` shows the client secrets.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"] & {
                        readonly error?: {
                            /** @enum {unknown} */
                            readonly code?: "project_not_found" | "app_not_found" | "client_secret_not_found";
                        };
                    };
                };
            };
            readonly 409: components["responses"]["last_client_secret"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description Only of events of this type. */
                readonly type?: "payment.completed" | "payment.failed" | "charge.completed" | "charge.expired" | "receipt.credited" | "voucher.redeemed" | "voucher.revoked" | "voucher.expired" | "withdrawal.completed" | "withdrawal.expired" | "ramp.purchase.completed" | "ramp.purchase.failed" | "ramp.kyc.completed" | "service.restored" | "webhook.test";
                /** @description Only in this state. */
                readonly state?: "waiting" | "delivered" | "failed" | "cancelled";
                /** @description Only to this endpoint, also a removed one. */
                readonly endpointId?: string;
                /** @description Only to this `host` or `host:port`: callbacks, and endpoints that are there now. */
                readonly host?: string;
                /** @description Only of events of this time or later. */
                readonly from?: string;
                /** @description Only of events before this time. */
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
                        readonly data: readonly components["schemas"]["DeliveryLine"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly eventId: string;
                readonly receiverId: string;
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
                        readonly data: components["schemas"]["Delivery"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_delivery_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getAttempt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly eventId: string;
                readonly receiverId: string;
                readonly number: string;
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
                        readonly data: components["schemas"]["AttemptContent"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_delivery_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getDeliveryRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly eventId: string;
                readonly receiverId: string;
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
                        readonly data: components["schemas"]["SentRequest"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_delivery_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getWebhookHealth: {
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
                        readonly data: readonly components["schemas"]["EndpointTrouble"][];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly previewRecover: {
        readonly parameters: {
            readonly query: {
                readonly since: string;
                /** @description Only to this endpoint. */
                readonly endpointId?: string;
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
                        readonly data: components["schemas"]["Recoverable"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_webhook_endpoint_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly recoverDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: date-time */
                    readonly since: string;
                    /** @description Only to this endpoint. */
                    readonly endpointId?: string | null;
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
                        readonly data: components["schemas"]["Recovered"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_webhook_endpoint_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getWebhookSecretState: {
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
                        readonly data: components["schemas"]["WebhookSecretState"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly checkWebhookSignature: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The header `webhook-id`. */
                    readonly id: string;
                    /** @description The header `webhook-timestamp`. */
                    readonly timestamp: string;
                    /** @description The header `webhook-signature`. */
                    readonly signature: string;
                    /** @description As it came, byte for byte. */
                    readonly body: string;
                    /** @description With which the receiver verifies, `whsec_…`. */
                    readonly secret?: string | null;
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
                        readonly data: components["schemas"]["SignatureCheck"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly streamChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description The last id that the page got, or the place of its first reads. `Last-Event-ID` wins. */
                readonly after?: string;
            };
            readonly header?: {
                /** @description The same, as a browser sends it when it connects again. */
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["page_streams_full_or_unavailable"];
        };
    };
    readonly getOverview: {
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
                        readonly data: components["schemas"]["Overview"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listRefusedRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description HTTP status of the answer. */
                readonly status?: string;
                readonly code?: "invalid_input" | "invalid_amount" | "invalid_json" | "invalid_key" | "scope_missing" | "key_unconfirmed" | "address_not_allowed" | "not_found" | "malformed_request" | "request_timeout" | "headers_too_large" | "body_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "internal_error" | "outcome_unknown" | "not_ready" | "unavailable" | "insufficient_funds" | "limit_exceeded" | "over_service_payment" | "over_service_day" | "service_full" | "over_key_cap" | "over_key_budget" | "destination_not_allowed" | "address_not_found" | "address_unreachable" | "amount_out_of_range" | "comment_too_long" | "invoice_invalid" | "final_cltv_too_large" | "invoice_expired" | "invoice_in_use" | "invoice_already_paid" | "maybe_paid" | "self_payment" | "too_many_pending" | "no_route" | "fee_limit" | "recipient_rejected" | "node_unavailable" | "not_supported" | "sending_paused" | "restoring" | "wallet_not_found" | "payment_not_found" | "payment_finished" | "charge_not_found" | "static_charge_not_found" | "static_charge_full" | "receive_limit_exceeded" | "voucher_not_found" | "voucher_redeemed" | "voucher_revoked" | "voucher_expired" | "voucher_claiming" | "too_many_wrong_codes" | "withdrawal_not_found" | "event_not_found" | "no_receiver" | "too_many_listeners" | "delivery_not_found" | "page_streams_full" | "webhook_endpoint_not_found" | "webhook_endpoint_disabled" | "too_many_webhook_endpoints" | "webhook_secret_superseded" | "callback_host_claimed" | "callback_host_not_found" | "callback_host_not_verified" | "too_many_callback_hosts" | "user_not_found" | "gamertag_taken" | "email_taken" | "gamertag_changed_lately" | "login_too_old" | "last_way_in" | "too_many_factors" | "factor_missing" | "factor_taken" | "login_code_refused" | "too_many_login_codes" | "factor_refused" | "account_not_empty" | "login_gone" | "form_refused" | "login_needed" | "fresh_login_needed" | "page_call_refused" | "idempotency_key_missing" | "role_missing" | "member_not_found" | "already_member" | "last_owner" | "too_many_members" | "too_many_projects" | "projects_closed" | "invitation_gone" | "too_many_invitations" | "invited_lately" | "recipient_is_voucher" | "amount_not_repeated" | "too_many_notes" | "voucher_for_lightning" | "app_not_connected" | "session_gone" | "nothing_sold" | "price_unavailable" | "endpoint_removed" | "mail_not_configured" | "recipient_unsubscribed" | "mail_limit_exceeded" | "processor_unavailable" | "webhook_refused" | "incident_not_found" | "project_not_found" | "project_name_taken" | "key_rolled" | "key_too_wide" | "too_many_keys" | "invalid_token" | "token_scope_missing" | "login_expired" | "too_many_apps" | "too_many_client_secrets" | "client_secret_not_found" | "last_client_secret" | "app_not_found" | "key_not_found" | "request_not_found" | "ramp_off" | "web_off" | "ramp_session_not_found" | "ramp_session_ended" | "ramp_session_in_use" | "ramp_user_token_refused" | "ramp_address_not_proved" | "ramp_terms_changed" | "ramp_page_key_invalid" | "ramp_unavailable" | "ramp_person_refused" | "ramp_cards_declined" | "ramp_limit_exceeded" | "ramp_identity_needed" | "ramp_identity_refused" | "quote_expired" | "purchase_not_found" | "purchase_changed";
                readonly keyId?: string;
                /** @description Only requests of this time or later. */
                readonly from?: string;
                /** @description Only requests before this time. */
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
                        readonly data: readonly components["schemas"]["RefusedRequest"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly requestId: string;
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
                        readonly data: components["schemas"]["Request"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_request_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listTotals: {
        readonly parameters: {
            readonly query?: {
                readonly by?: "hour" | "day";
                /** @description Without it a day by the hour, or 30 days. */
                readonly from?: string;
                /** @description Without it up to now. At most 744 hours or 366 days after `from`. */
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
                        readonly data: components["schemas"]["Totals"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly beginFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly kind: "payments" | "vouchers";
                    /** @description SHA-256 of what would be paid or made, in hexadecimal digits. */
                    readonly print: string;
                    /** @description To pay or make all of it once more: the key that was answered. It gets a new key, unless somebody was faster; the answer is then that one's, with `isNew` false. */
                    readonly again?: string | null;
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
                        readonly data: components["schemas"]["BegunFile"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly findFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly kind: "payments" | "vouchers";
                readonly key: string;
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
                        readonly data: components["schemas"]["BegunFile"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only users of this application. */
                readonly appId?: string;
                /** @description Only who came at this time or later. */
                readonly from?: string;
                /** @description Only who came before this time. */
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
                        readonly data: readonly components["schemas"]["UserOfApp"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getUser: {
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
                        readonly data: readonly components["schemas"]["UserOfApp"][];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_user_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listPurchases: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description `csv`: all rows, RFC 4180 with a header line; `limit` does not count. Cells that could be formulas begin with an apostrophe. */
                readonly format?: "json" | "csv";
                /** @description Only purchases in this state. */
                readonly state?: "quoted" | "requires_payment" | "requires_action" | "authorized" | "captured" | "delivering" | "completed" | "on_hold" | "failed" | "canceled" | "expired" | "refund_pending" | "refunded" | "refund_failed" | "disputed" | "won" | "lost";
                /** @description Only purchases of this session. */
                readonly session_id?: string;
                /** @description Only purchases of this person. */
                readonly user_id?: string;
                /** @description Only purchases made at this time or later. */
                readonly from?: string;
                /** @description Only purchases made before this time. */
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
                        readonly data: readonly components["schemas"]["RampPurchase"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getPurchase: {
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
                        readonly data: components["schemas"]["RampPurchase"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_purchase_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly quotePayment: {
        readonly parameters: {
            readonly query: {
                readonly kind: "address" | "invoice" | "gamertag" | "email";
                readonly to: string;
                /** @description May be left out where the invoice says it. */
                readonly amount?: (string | number) | null;
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
                        readonly data: components["schemas"]["PaymentQuote"];
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
             *     - `address_not_found`: The recipient's server does not know this Lightning address.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `final_cltv_too_large`: The invoice asks for more blocks at the last hop than we allow (288).
             *     - `not_supported`: The connected Lightning node cannot do this.
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
                            readonly code?: "invalid_input" | "address_not_found" | "self_payment" | "invoice_invalid" | "invoice_expired" | "final_cltv_too_large" | "not_supported";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_user_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly checkRecipients: {
        readonly parameters: {
            readonly query: {
                /** @description `address`: local parts of addresses of this service. */
                readonly kind: "gamertag" | "address";
                /** @description Up to 100, with commas between them. */
                readonly names: string;
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
                        readonly data: components["schemas"]["RecipientCheck"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getPaymentTimeline: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getChargeTimeline: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getVoucherTimeline: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getPurchaseTimeline: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly search: {
        readonly parameters: {
            readonly query: {
                readonly q: string;
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
                        readonly data: components["schemas"]["SearchResult"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getOwnWallet: {
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
                        readonly data: components["schemas"]["OwnWallet"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly previewPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly recipient: string;
                    readonly amount?: (string | number) | null;
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
                        readonly data: components["schemas"]["PaymentPreview"];
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
             *     - `address_not_found`: The recipient's server does not know this Lightning address.
             *     - `address_unreachable`: The recipient's server did not answer as LNURL-pay requires. Try again later.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
             *     - `recipient_is_voucher`: Take the voucher into your wallet, or give the link away.
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
                            readonly code?: "invalid_input" | "invalid_json" | "address_not_found" | "address_unreachable" | "invoice_invalid" | "invoice_expired" | "recipient_is_voucher" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_user_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly sendPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your own name for what you do, 1 to 255 visible ASCII characters. The same key and body answer the first result again instead of acting twice. */
                readonly "Idempotency-Key"?: string;
                /** @description `wait=N`: answer after at most N seconds (0 to 60, default 25) even if the end is not known yet. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly kind: "address" | "lnurl" | "invoice" | "gamertag" | "email";
                    readonly recipient: string;
                    /** @description May be left out where the invoice says it. */
                    readonly amount?: (string | number) | null;
                    /** @description Sent to the recipient. */
                    readonly comment?: string | null;
                    /** @description For the person alone. */
                    readonly note?: string | null;
                    /** @description The same amount, typed again. */
                    readonly repeatedAmount?: (string | number) | null;
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
                        readonly data: components["schemas"]["OwnPayment"];
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
             *     - `idempotency_key_missing`: Send the header `Idempotency-Key`: your own name for what you do.
             *     - `amount_not_repeated`: Type the amount again: it is a large part of what you may send in a day.
             *     - `invalid_amount`: Send millisatoshis as a string of digits, for example "1500"; of a currency, decimals such as "25.00".
             *     - `insufficient_funds`: The wallet holds less than amount and fee limit together; `details` has both.
             *     - `limit_exceeded`: A spending limit of the wallet would be exceeded; `details` has what each limit leaves in msats: `daily` for 24 hours, `weekly` for 7 days, `monthly` for 30 days.
             *     - `not_supported`: The connected Lightning node cannot do this.
             *     - `address_not_found`: The recipient's server does not know this Lightning address.
             *     - `self_payment`: Payer and recipient are the same wallet.
             *     - `comment_too_long`: Shorten the comment to what the recipient takes.
             *     - `invoice_invalid`: It is no BOLT 11 invoice of this network, or not the one that was asked for.
             *     - `invoice_expired`: The invoice expired before it could be paid. Make a new payment.
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
                            readonly code?: "invalid_input" | "invalid_json" | "idempotency_key_missing" | "amount_not_repeated" | "invalid_amount" | "insufficient_funds" | "limit_exceeded" | "not_supported" | "address_not_found" | "self_payment" | "comment_too_long" | "invoice_invalid" | "invoice_expired" | "receive_limit_exceeded" | "recipient_unsubscribed";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing" | "over_service_payment";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_user_not_found"];
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
            readonly 410: components["responses"]["endpoint_removed"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            /**
             * @description - `too_many_pending`: Wait until some of the pending payments are finished.
             *     - `over_service_day`: All payments of this service together may not send this much in 24 hours: a limit of its operator; `details` has what it leaves in msats. Nothing was reserved.
             *     - `mail_limit_exceeded`: An e-mail address gets, and a project sends, only so many mails in 24 hours. Nothing was sent or reserved; try again later.
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
                            readonly code?: "too_many_pending" | "over_service_day" | "mail_limit_exceeded" | "rate_limited";
                        };
                    };
                };
            };
            readonly 500: components["responses"]["internal_error"];
            /**
             * @description - `sending_paused`: Sending is paused; the message says by what. Nothing was reserved. Try again later.
             *     - `mail_not_configured`: Nothing was sent or reserved. The operator has to name a mail server (`LEYDEN_SMTP_URL`).
             *     - `unavailable`: Nothing was reserved. Try again after the seconds in `Retry-After`.
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
                            readonly code?: "sending_paused" | "mail_not_configured" | "unavailable";
                        };
                    };
                };
            };
        };
    };
    readonly findPaymentByKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly key: string;
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
                        readonly data: components["schemas"]["OwnPayment"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_payment_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getOwnPayment: {
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
                        readonly data: components["schemas"]["OwnPayment"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_payment_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listPeople: {
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
                        readonly data: readonly components["schemas"]["PaidBefore"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description Rows wanted. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. Opaque. */
                readonly cursor?: string;
                /** @description Only what has this text in name, description, comment or note, or is this id, hash or invoice. */
                readonly q?: string;
                readonly kind?: "sent" | "received" | "vouchers";
                /** @description Only what happened at this time or later. */
                readonly from?: string;
                /** @description Only what happened before this time. */
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
                        readonly data: readonly components["schemas"]["HistoryItem"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly exportHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what has this text in name, description, comment or note, or is this id, hash or invoice. */
                readonly q?: string;
                readonly kind?: "sent" | "received" | "vouchers";
                /** @description Only what happened at this time or later. */
                readonly from?: string;
                /** @description Only what happened before this time. */
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
                    readonly "application/json": string;
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly writeNote: {
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
                    readonly note: string;
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
                        readonly data: {
                            readonly note: string | null;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["too_many_notes"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getProjectSettingsOfWallet: {
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
                        readonly data: components["schemas"]["ProjectSettings"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeProjectSettingsOfWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string | null;
                    /** @description The e-mail address of a member. Empty: no contact. */
                    readonly contact?: string | null;
                    readonly lowBalance?: string | null;
                    /** @description One of en, de, es, fr, pt. */
                    readonly language?: string | null;
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
                        readonly data: components["schemas"]["ProjectSettings"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["project_name_taken"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly askToBePaid: {
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
                    /** @description Shown to the payer. */
                    readonly description: string;
                    /** @description For the person alone. */
                    readonly note?: string | null;
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
                        readonly data: components["schemas"]["OwnCharge"];
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
                            readonly code?: "invalid_input" | "invalid_json" | "invalid_amount" | "receive_limit_exceeded";
                        };
                    };
                };
            };
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing" | "service_full";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable_or_restoring"];
        };
    };
    readonly getOwnCharge: {
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
                        readonly data: components["schemas"]["OwnCharge"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_charge_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly previewVoucher: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description A claim link, its LNURL, or a code of 8 digits and letters. */
                    readonly codeOrLink: string;
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
                        readonly data: components["schemas"]["VoucherPreview"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_voucher_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["too_many_wrong_codes_or_rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly takeVoucher: {
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
                    /** @description A claim link, its LNURL, or a code of 8 digits and letters. */
                    readonly codeOrLink: string;
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
                        readonly data: components["schemas"]["TakenVoucher"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_voucher_not_found"];
            /**
             * @description - `voucher_claiming`: The voucher is being paid out over Lightning. Read it again: if the payment fails, it is open again.
             *     - `voucher_redeemed`: The voucher was redeemed before.
             *     - `voucher_revoked`: The voucher was revoked before; its value is back in the wallet that paid for it.
             *     - `voucher_expired`: The voucher has expired; its value is back in the wallet that paid for it.
             *     - `voucher_for_lightning`: Scan the code of the page behind the link with a Lightning wallet.
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
                            readonly code?: "voucher_claiming" | "voucher_redeemed" | "voucher_revoked" | "voucher_expired" | "voucher_for_lightning";
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
    readonly listConnectedApps: {
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
                        readonly data: readonly components["schemas"]["ConnectedApp"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly disconnectApp: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_app_not_connected"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly listOwnSessions: {
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
                        readonly data: readonly components["schemas"]["OwnSession"][];
                        readonly next_cursor: string | null;
                        /** @description What was done, in plain words. */
                        readonly message: string;
                    };
                };
            };
            readonly 400: components["responses"]["invalid_input"];
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly endOwnSession: {
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_session_gone"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly endOtherSessions: {
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
                        readonly data: {
                            readonly ended: number;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeOwnProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly publicBio?: string;
                    readonly image?: string;
                    readonly twitter?: string;
                    readonly website?: string;
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
                        readonly data: Record<string, never>;
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly changeOwnGamertag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly gamertag: string;
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
                        readonly data: {
                            readonly gamertag: string;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 409: components["responses"]["gamertag_taken_or_gamertag_changed_lately"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly chooseLanguage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly language: "en" | "de" | "es" | "fr" | "pt";
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
                        readonly data: {
                            /** @enum {string} */
                            readonly language: "en" | "de" | "es" | "fr" | "pt";
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly buyBitcoin: {
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
                    readonly currency?: ("EUR" | "USD" | "GBP" | "CHF" | "CAD" | "AUD" | "BRL") | null;
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
                        readonly data: {
                            /** Format: uri */
                            readonly url: string;
                            /** Format: date-time */
                            readonly expiresAt: string;
                        };
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_nothing_sold"];
            readonly 413: components["responses"]["body_too_large"];
            readonly 415: components["responses"]["unsupported_media_type"];
            readonly 422: components["responses"]["idempotency_mismatch"];
            readonly 429: components["responses"]["rate_limited"];
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
    readonly streamChangesOfWallet: {
        readonly parameters: {
            readonly query?: {
                /** @description The last id that the page got, or the place of its first reads. `Last-Event-ID` wins. */
                readonly after?: string;
            };
            readonly header?: {
                /** @description The same, as a browser sends it when it connects again. */
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["page_streams_full_or_unavailable"];
        };
    };
    readonly getPaymentTimelineOfWallet: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getChargeTimelineOfWallet: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getVoucherTimelineOfWallet: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly getPurchaseTimelineOfWallet: {
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
                        readonly data: components["schemas"]["Timeline"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found_or_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
    readonly searchOfWallet: {
        readonly parameters: {
            readonly query: {
                readonly q: string;
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
                        readonly data: components["schemas"]["SearchResult"];
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
            readonly 401: components["responses"]["login_needed"];
            /**
             * @description - `fresh_login_needed`: Log in again: money, secrets, members, settings and webhook endpoints ask for a login of the last 10 minutes.
             *     - `page_call_refused`: Open the page of this service and do it there.
             *     - `role_missing`: Your role in the project does not allow this; the message names it. An owner can give you another one.
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
                            readonly code?: "fresh_login_needed" | "page_call_refused" | "role_missing";
                        };
                    };
                };
            };
            readonly 404: components["responses"]["project_not_found"];
            readonly 429: components["responses"]["rate_limited"];
            readonly 500: components["responses"]["internal_error"];
            readonly 503: components["responses"]["unavailable"];
        };
    };
}
