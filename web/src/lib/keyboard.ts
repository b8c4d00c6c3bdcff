/** Attached to what takes the keyboard when it appears: whoever came by it has lost the button that led here. */
export function takesLostFocus(here: HTMLElement): void {
  if (document.activeElement === document.body) here.focus({ preventScroll: true });
}
