import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/global.css";
import { preferred, words } from "./lib/words.svelte";

await words.load(preferred());
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) keepThePage();

/** The browser wants to know that this one address was written by us. */
function keepThePage(): void {
  const types = (
    window as { trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } }
  ).trustedTypes;
  const policy = types?.createPolicy("triclinium", { createScriptURL: (url: string) => url });
  navigator.serviceWorker.register(policy?.createScriptURL("/worker.js") ?? "/worker.js");
}
