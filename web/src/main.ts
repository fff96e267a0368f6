import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/theme.css";
import { callAhead } from "./lib/ahead";
import { keepAtHand } from "./lib/offline";
import { applySettings } from "./lib/settings.svelte";

callAhead();
applySettings();

const target = document.getElementById("app");
if (target) mount(App, { target });

keepAtHand();
