import { type ComponentType, lazy, useEffect } from "react";

type DialogProps = { readonly onClose: () => void };

/**
 * A dialog that is loaded when it is opened first. Where it cannot be, as after an upgrade of the service, it closes,
 * and the page stays.
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Closed) }));
}

function Closed({ onClose }: DialogProps): null {
  useEffect(onClose, [onClose]);
  return null;
}
