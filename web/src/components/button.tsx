/** A button with an icon, a label or both. */

import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons";

interface Props
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "icon" | "label" | "type" | "disabled"> {
  label: string;
  icon?: IconName;
  /** Only the icon is visible; the label is the accessible name and the tooltip. */
  bare?: boolean;
  look?: "primary" | "plain" | "quiet" | "danger";
  type?: "button" | "submit";
  disabled?: boolean;
  children?: ComponentChildren;
}

export function Button({ label, icon, bare, look = "plain", type, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type ?? "button"}
      class={`button ${look}${bare ? " bare" : ""}`}
      {...(bare ? { "aria-label": label, title: label } : {})}
    >
      {icon && <Icon name={icon} />}
      {!bare && <span>{label}</span>}
      {children}
    </button>
  );
}
