import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/global.css";
import { loadAgainWherePartsAreMissing } from "./lib/loading";
import { trusted } from "./lib/trusted";
import { preferred, words } from "./lib/words.svelte";

loadAgainWherePartsAreMissing();
await words.load(preferred());
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register(trusted("/worker.js"));
