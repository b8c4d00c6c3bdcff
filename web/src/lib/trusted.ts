// The browser wants to know that an address of a script was written by us.
type Policy = { createScriptURL(url: string): string };
const types = (window as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } }).trustedTypes;
const policy = types?.createPolicy("triclinium", { createScriptURL: (url: string) => url });

export const trusted = (url: string): string => policy?.createScriptURL(url) ?? url;
