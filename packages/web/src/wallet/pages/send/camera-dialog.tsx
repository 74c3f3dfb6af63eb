import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useWallet } from "../../context.ts";
import type { Key } from "../../text.ts";
import { type CameraProblem, openCamera } from "./camera.ts";
import styles from "./page.module.css";
import { openReader } from "./read-qr.ts";

const PROBLEMS: Readonly<Record<CameraProblem, Key>> = {
  busy: "wallet_camera_busy",
  denied: "wallet_camera_denied",
  insecure: "wallet_camera_insecure",
  none: "wallet_camera_none",
};

/** The camera while it is shown; it begins with the tap that opens it. */
export function CameraDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const { t } = useWallet();
  const video = useRef<HTMLVideoElement>(null);
  const hear = useRef(onText);
  useEffect(() => {
    hear.current = onText;
  });
  const [state, setState] = useState<"asking" | "looking" | CameraProblem>("asking");
  const [tries, setTries] = useState(0);
  const tryAgain = () => {
    setState("asking");
    setTries(tries + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens the camera anew
  useEffect(() => {
    if (video.current === null) return undefined;
    // Where the page is not secure a browser has no `mediaDevices`, whatever its types say.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    return openCamera(
      video.current,
      { devices, openReader: () => openReader("frame") },
      { onLooking: () => setState("looking"), onProblem: setState, onText: (text) => hear.current(text) },
    );
  }, [tries]);
  const isOn = state === "asking" || state === "looking";
  return (
    <Dialog title={t("wallet_camera_title")} onClose={onClose}>
      <video ref={video} className={styles["camera"]} muted playsInline hidden={!isOn} />
      <p role="status" className={styles["camera-says"]}>
        {isOn ? t(state === "asking" ? "wallet_camera_asking" : "wallet_camera_looking") : t(PROBLEMS[state])}
      </p>
      {!isOn && state !== "insecure" && (
        <Button look="second" onClick={tryAgain}>
          {t("wallet_error_retry")}
        </Button>
      )}
    </Dialog>
  );
}
