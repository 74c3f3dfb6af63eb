/**
 * Has the browser make a passkey, or answer with one, and sends the form with what it says (WebAuthn, sections 5.1.3
 * and 5.1.4). What is asked stands in the form's attributes, and what is said in those of `data-say`; the service
 * checks the answer. A page without such a form, and with a link to one, has the browser offer passkeys below the field
 * of the address.
 */
{
  const fromBase64url = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const toBase64url = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const withBytes = (known) => known.map((one) => ({ ...one, id: fromBase64url(one.id) }));

  const create = async (asked) => {
    const publicKey = {
      ...asked,
      challenge: fromBase64url(asked.challenge),
      user: { ...asked.user, id: fromBase64url(asked.user.id) },
      excludeCredentials: withBytes(asked.excludeCredentials ?? []),
    };
    const made = await navigator.credentials.create({ publicKey });
    return answerOf(made, {
      attestationObject: toBase64url(made.response.attestationObject),
      transports: made.response.getTransports?.() ?? [],
    });
  };

  const get = async (asked, how = {}) => {
    const publicKey = {
      ...asked,
      challenge: fromBase64url(asked.challenge),
      allowCredentials: withBytes(asked.allowCredentials ?? []),
    };
    const got = await navigator.credentials.get({ publicKey, ...how });
    return answerOf(got, {
      authenticatorData: toBase64url(got.response.authenticatorData),
      signature: toBase64url(got.response.signature),
      userHandle: got.response.userHandle === null ? undefined : toBase64url(got.response.userHandle),
    });
  };

  const answerOf = (credential, response) => ({
    id: credential.id,
    rawId: toBase64url(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: { clientDataJSON: toBase64url(credential.response.clientDataJSON), ...response },
  });

  const wordsOf = ({ name }, message) => {
    if (name === "InvalidStateError") return message.dataset.exists;
    if (name === "NotAllowedError") return message.dataset.unused;
    return message.dataset.failed;
  };

  const send = (form, answer) => {
    form.elements.answer.value = JSON.stringify(answer);
    form.submit();
  };

  const workOn = (form) => {
    const button = form.querySelector("[data-go]");
    const message = form.querySelector("[data-say]");
    const say = (text) => {
      message.textContent = text;
      message.hidden = false;
    };
    form.querySelector("[data-without]").hidden = true;
    if (window.PublicKeyCredential === undefined) {
      button.disabled = true;
      say(message.dataset.none);
      return;
    }
    button.addEventListener("click", async () => {
      if (!form.reportValidity()) return;
      button.disabled = true;
      message.hidden = true;
      try {
        const asked = JSON.parse(form.dataset.asked);
        send(form, form.dataset.passkey === "create" ? await create(asked) : await get(asked));
      } catch (error) {
        button.disabled = false;
        say(wordsOf(error, message));
      }
    });
  };

  /** WebAuthn, section 5.1.4, conditional mediation: nothing is seen until the person chooses a passkey. */
  const offer = async (field, link) => {
    if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
    const answer = await fetch(link.href);
    const other = new DOMParser().parseFromString(await answer.text(), "text/html");
    const form = other.querySelector("form[data-passkey]");
    if (form === null) return;
    field.autocomplete = "email webauthn";
    const got = await get(JSON.parse(form.dataset.asked), { mediation: "conditional" });
    form.hidden = true;
    document.body.append(document.adoptNode(form));
    send(form, got);
  };

  const form = document.querySelector("form[data-passkey]");
  const field = document.querySelector("input[type=email]");
  const link = document.querySelector('a[href*="with=passkey"]');
  if (form !== null) workOn(form);
  // Who chooses none, or types an address, goes on without.
  else if (field !== null && link !== null) offer(field, link).catch(() => undefined);
}
