// Where the viewer is: the lobby, or a table; a secret of a link stands behind the # and is wiped once read.
class Route {
  path = $state(location.pathname);
  secret = $state<{ kind: string; value: string } | null>(null);

  constructor() {
    this.readSecret();
    addEventListener("popstate", () => {
      this.path = location.pathname;
      this.readSecret();
    });
  }

  get table(): string | null {
    return /^\/t\/([0-9a-f]{32})$/.exec(this.path)?.[1] ?? null;
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    this.readSecret();
    scrollTo(0, 0);
  }

  private readSecret(): void {
    const found = /^#(invite|seat|watch|shoulder)=([\w-]{16,128})$/.exec(location.hash);
    if (found) {
      this.secret = { kind: found[1]!, value: found[2]! };
      history.replaceState(null, "", location.pathname);
    }
  }
}

export const route = new Route();
