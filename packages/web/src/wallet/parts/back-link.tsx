import { Link } from "wouter";
import styles from "./parts.module.css";

export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <p className={`${styles["back"]} no-print`}>
      <Link href={href}>← {children}</Link>
    </p>
  );
}
