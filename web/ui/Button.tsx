import { type JSX, Show, splitProps } from "solid-js";
import { Icon, type IconName } from "./Icon.tsx";

interface ButtonLook {
  variant?: "primary" | "secondary" | "quiet" | "danger";
  isSmall?: boolean;
  isWide?: boolean;
  /** The name of the object, for screen readers only. */
  of?: string | undefined;
}

interface Props
  extends ButtonLook,
    Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "onClick" | "disabled"> {
  icon?: IconName;
  /** Ignores clicks but keeps the focus, which a button that disables itself must not lose. */
  disabled?: boolean;
  isBusy?: boolean;
  label?: string;
  onClick?: (event: MouseEvent & { currentTarget: HTMLButtonElement }) => void;
}

export function Button(props: Props) {
  const [own, rest] = splitProps(props, [
    "variant",
    "isSmall",
    "isWide",
    "of",
    "icon",
    "isBusy",
    "disabled",
    "label",
    "onClick",
    "children",
  ]);
  return (
    <button
      type="button"
      {...rest}
      class={`${classOf(own)}${own.label ? " button--icon" : ""}`}
      aria-label={own.label}
      title={own.label}
      aria-disabled={own.isBusy || own.disabled ? "true" : undefined}
      data-off={own.disabled ? "" : undefined}
      onClick={(event) => {
        if (own.isBusy || own.disabled) event.preventDefault();
        else own.onClick?.(event);
      }}
    >
      <Show when={own.isBusy} fallback={<Show when={own.icon}>{(name) => <Icon name={name()} />}</Show>}>
        <span class="spinner" aria-hidden="true" />
      </Show>
      {own.children}
      <Of name={own.of} />
    </button>
  );
}

export function ButtonLink(props: ButtonLook & { href: string; icon?: IconName; children: JSX.Element }) {
  return (
    <a class={classOf(props)} href={props.href}>
      <Show when={props.icon}>{(name) => <Icon name={name()} />}</Show>
      {props.children}
      <Of name={props.of} />
    </a>
  );
}

function Of(props: { name: string | undefined }) {
  return <Show when={props.name}>{(name) => <span class="visually-hidden">: {name()}</span>}</Show>;
}

function classOf({ variant = "secondary", isSmall, isWide }: ButtonLook): string {
  return `button button--${variant}${isSmall ? " button--small" : ""}${isWide ? " button--wide" : ""}`;
}
