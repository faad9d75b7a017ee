import { type JSX, onMount, Show } from "solid-js";
import { setTabTitle } from "../../../lib/tab.ts";
import { Logo } from "../../../ui/Logo.tsx";
import { LanguageChoice } from "./LanguageChoice.tsx";
import "./access.css";

export function AuthFrame(props: { title: string; lead?: string; children: JSX.Element }) {
  onMount(() => {
    setTabTitle(props.title);
  });
  return (
    <div class="access">
      <main class="access__main">
        <Logo />
        <div class="access__card card">
          <div class="stack stack--tight">
            <h1>{props.title}</h1>
            <Show when={props.lead}>
              <p class="soft">{props.lead}</p>
            </Show>
          </div>
          {props.children}
        </div>
        <LanguageChoice />
      </main>
      <svg
        class="access__tide"
        viewBox="0 0 1440 240"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <path d="M0 120c180-70 330-70 510 0s330 70 510 0 300-80 420-50v170H0z" />
        <path d="M0 170c160-50 320-50 480 0s320 50 480 0 320-60 480-10v80H0z" />
      </svg>
    </div>
  );
}
