import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useWallet } from "../context.ts";
import styles from "./parts.module.css";
import { Refused } from "./refused.tsx";

/** As long as the service takes them. */
export const NOTE_CHARACTERS_MAX = 500;

/** What the person has written on a thing, which can be changed. */
export function Note({ about, note }: { about: string; note: string | null }) {
  const { t } = useWallet();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <NoteForm about={about} note={note} onEnd={() => setOpen(false)} />;
  return (
    <div className={styles["note"]}>
      <p>
        <strong>{t("wallet_note")}</strong> <span className="soft">{t("wallet_note_private")}</span>
      </p>
      {note !== null && <p className={styles["note-text"]}>{note}</p>}
      <Button ref={opener} look="second" onClick={() => setOpen(true)}>
        {t(note === null ? "wallet_note_write" : "wallet_note_change")}
      </Button>
    </div>
  );
}

function NoteForm({ about, note, onEnd }: { about: string; note: string | null; onEnd: () => void }) {
  const { api, t } = useWallet();
  const client = useQueryClient();
  const toasts = useToasts();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) => api.write("put", "/notes/{id}", { params: { id: about }, body: { note: text } }),
    onSuccess: async () => {
      await client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => NOTED.has(noun) });
      toasts.say({ text: t("wallet_note_kept") });
      onEnd();
    },
  });
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(field.current?.value ?? "");
  };
  return (
    <form className={styles["note"]} onSubmit={save}>
      <div className="field">
        <label htmlFor={id}>{t("wallet_note")}</label>
        <textarea
          ref={field}
          id={id}
          rows={3}
          maxLength={NOTE_CHARACTERS_MAX}
          defaultValue={note ?? ""}
          aria-describedby={`${id}-hint`}
        />
        <p className="hint" id={`${id}-hint`}>
          {t("wallet_note_private")}
        </p>
      </div>
      <Refused error={error} />
      <div className={styles["actions"]}>
        <Button type="submit" busy={isPending}>
          {t("wallet_note_keep")}
        </Button>
        <Button look="plain" onClick={onEnd}>
          {t("money_cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Queries whose answers have notes, by the first part of their names. */
const NOTED: ReadonlySet<unknown> = new Set(["history", "payment", "charge"]);
