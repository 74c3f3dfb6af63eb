/** What is kept in a browser under a name. */
export type Kept<Value> = {
  read(): Value | undefined;
  /** False: this browser keeps nothing. */
  write(value: Value): boolean;
  remove(): void;
};

/** `name`: begins with `leyden-`, so that it is gone at the logout. */
export function keptAs<Value>(storage: () => Storage, name: string): Kept<Value> {
  return {
    read() {
      try {
        const text = storage().getItem(name);
        return text === null ? undefined : (JSON.parse(text) as Value);
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        storage().setItem(name, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    remove() {
      try {
        storage().removeItem(name);
      } catch {
        return; // nothing was kept
      }
    },
  };
}
