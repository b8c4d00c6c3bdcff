// What does not fit: a page wider than its window, words outside their button, label or heading.
() => {
  const wrong = [];
  const page = document.scrollingElement;
  const scrolls = (element) => {
    for (let up = element; up; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX) && up !== page && up !== document.body) return true;
    }
    return false;
  };
  const say = (element) => `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim().slice(0, 40)}"`;
  if (page.scrollWidth > page.clientWidth) {
    wrong.push(`the page is ${page.scrollWidth} wide on ${page.clientWidth}`);
    for (const element of document.querySelectorAll("body *")) {
      if (element.getBoundingClientRect().right > page.clientWidth + 1 && !scrolls(element)) wrong.push("  by " + say(element));
    }
  }
  for (const element of document.querySelectorAll("button, .button, label, legend, summary, h1, h2, h3, th, dt, strong")) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || element.closest(".hidden-label, svg, [aria-hidden=true]")) continue;
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (text.nextNode()) {
      if (!text.currentNode.data.trim() || text.currentNode.parentElement.closest(".hidden-label, svg, select")) continue;
      const words = document.createRange();
      words.selectNodeContents(text.currentNode);
      const { left, right, top, bottom } = words.getBoundingClientRect();
      const inside = left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 3 && bottom <= box.bottom + 3;
      if (!inside) wrong.push("cut off: " + say(element));
    }
  }
  const ruler = document.createElement("canvas").getContext("2d");
  const ARROW = 18;
  for (const select of document.querySelectorAll("select")) {
    const style = getComputedStyle(select);
    if (!select.clientWidth) continue;
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - ARROW;
    const chosen = select.selectedOptions[0]?.text ?? "";
    if (ruler.measureText(chosen).width > room + 1) wrong.push(`cut off: select "${chosen}"`);
  }
  return [...new Set(wrong)].slice(0, 12);
}
