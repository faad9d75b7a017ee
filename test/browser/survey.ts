/**
 * Marks shown texts, and elements shown or hidden differently from the first look. Equal marks mean equal looks and
 * structure. Runs in the page.
 */
export function surveyPage(isFirst: boolean): { texts: string[]; turns: string[] } {
  const place = globalThis as unknown as { surveyed?: { texts: Element[]; shown: Set<Element> } };
  const all = [...document.querySelectorAll("body, body *")];
  const shown = new Set(all.filter((element) => element.checkVisibility({ visibilityProperty: true })));
  const ways = new Map<Element, string>();

  /** Long texts collide about once in billions. */
  function digest(words: string): string {
    let one = 0xdeadbeef;
    let other = 0x41c6ce57;
    for (let at = 0; at < words.length; at++) {
      const code = words.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
  }

  function wayTo(element: Element): string {
    const known = ways.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    const { parentElement: parent } = element;
    const ground = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity} ${style.filter} ${style.position}`;
    const own = `${element.tagName}.${element.getAttribute("class") ?? ""} ${ground}`;
    const way = digest(`${parent ? wayTo(parent) : ""} ${own}`);
    ways.set(element, way);
    return way;
  }

  function hasText(element: Element): boolean {
    if (element.matches("input, select, textarea, button")) return true;
    return [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
  }

  function markText(element: Element): string {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return `${wayTo(element)} ${color} ${fontSize} ${fontWeight} ${textShadow}`;
  }

  /** The rules look at which attributes exist and mostly ignore their values. */
  function markTurn(element: Element): string {
    const attributes = [...element.attributes].map(({ name, value }) => {
      return ["role", "type", "tabindex"].includes(name) ? `${name}=${value}` : `${name}${value ? "=" : ""}`;
    });
    const state = shown.has(element) ? "shown" : "hidden";
    return `${state} ${wayTo(element)} ${digest(`${attributes} ${hasText(element)}`)}`;
  }

  const before = place.surveyed?.shown;
  const turned = isFirst ? [] : all.filter((element) => shown.has(element) !== before?.has(element));
  const texts = [...shown].filter(hasText);
  place.surveyed = { texts, shown };
  return { texts: texts.map(markText), turns: [...new Set(turned.map(markTurn))] };
}
