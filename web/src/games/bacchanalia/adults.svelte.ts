// Whether somebody has said in this browser to be an adult. It is asked once, before anything of a story is shown.
const KEPT = "triclinium-adult";

class Adults {
  confirmed = $state(localStorage.getItem(KEPT) === "yes");

  confirm(): void {
    localStorage.setItem(KEPT, "yes");
    this.confirmed = true;
  }
}

export const adults = new Adults();
