/** Lines on a field of 24 by 24. Each is a name of its own, so that a page has those that it shows. */
export const COPY = "M9 9h11v11H9zM5.5 15H4V4h11v1.5";
export const CHECK = "M5 12.5l4.5 4.5L19 7.5";
export const CROSS = "M6.5 6.5l11 11M17.5 6.5l-11 11";
export const CLOCK = "M12 6.5V12l3.5 2.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";
export const LOCK = "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z";
export const MAIL = "M3.5 6.5h17v11h-17zM4 7l8 6 8-6";
export const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5";
export const BACK = "M10.5 5.5L4 12l6.5 6.5M4.5 12H20";
export const BANK = "M4 10l8-5 8 5M5 10v8M9.7 10v8M14.3 10v8M19 10v8M3.5 19.5h17";
export const MENU = "M4 7h16M4 12h16M4 17h16";
export const SEARCH = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20";
export const WARNING = "M12 4L2.5 20h19zM12 10v4.5M12 17.2v.3";
export const DOT = "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z";
export const DOWN = "M6 9.5l6 6 6-6";
export const HOME = "M4 11l8-7 8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5";
export const ARROW_DOWN = "M12 4.5v14M6 13l6 6 6-6";
export const ARROW_UP = "M12 19.5v-14M6 11l6-6 6 6";
export const LIST = "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1";
export const GEAR = "M4 8h9M17 8h3M15 6v4M4 16h3M11 16h9M9 14v4";

export function Icon({ path, size = 20 }: { path: string; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
