import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/global.css";
import { preferred, words } from "./lib/words.svelte";

await words.load(preferred());
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register("/worker.js");
