import { render } from "solid-js/web";
import "../ui/ui.css";
import "./shell/shell.css";
import { followLink } from "../lib/router.ts";
import { followTab } from "../lib/tab.ts";
import { applyTheme } from "../lib/theme.ts";
import { App } from "./shell/App.tsx";

applyTheme();
document.addEventListener("click", followLink);

const root = document.getElementById("root");
if (root)
  render(() => {
    followTab();
    return <App />;
  }, root);
