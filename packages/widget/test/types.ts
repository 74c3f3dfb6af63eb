/** What a shop writes; a test compiles it against the packed package. */
import { createRamp, type Ramp, type RampFailure, type RampSuccess } from "@leyden/widget";
import { defineLeydenRamp } from "@leyden/widget/element";
import { LeydenRamp, type LeydenRampProps } from "@leyden/widget/react";

declare const container: HTMLElement;
const options = { sessionToken: "rst_", baseUrl: "https://pay.example" };
const ramp: Ramp = createRamp({
  ...options,
  container,
  theme: "auto",
  locale: "de",
  onSuccess: ({ purchaseId, amount }: RampSuccess) => `${purchaseId} ${amount}`,
  onError: ({ code }: RampFailure) => code,
  onClose: () => ramp.destroy(),
});
ramp.mount();
defineLeydenRamp();
export const props: LeydenRampProps = { ...options, onStepChange: ({ step }) => step };
export const element = LeydenRamp(props);
// @ts-expect-error there is no such theme
createRamp({ ...options, container, theme: "pink" });
// @ts-expect-error a token is needed
createRamp({ baseUrl: "https://pay.example", container });
