/** Leaves equal nodes alone, to keep scroll position and focus. */
export function morph(shown: Element, wanted: Element): void {
  if (shown.isEqualNode(wanted)) return;
  morphAttributes(shown, wanted);
  morphChildren(shown, wanted);
}

function morphAttributes(shown: Element, wanted: Element): void {
  for (const { name } of [...shown.attributes])
    if (!wanted.hasAttribute(name) && !isVisitors(shown, name)) shown.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (shown.getAttribute(name) !== value && !isVisitors(shown, name)) shown.setAttribute(name, value);
}

function isVisitors(shown: Element, name: string): boolean {
  return name === "open" && shown.localName === "details";
}

function morphChildren(shown: Element, wanted: Element): void {
  const known = new Map<string, ChildNode>();
  for (const child of shown.children) {
    const key = keyOf(child);
    if (key) known.set(key, child);
  }
  let next = shown.firstChild;
  for (const child of [...wanted.childNodes]) {
    const key = keyOf(child);
    const own: ChildNode | null = key ? (known.get(key) ?? null) : isAlike(next, child) ? next : null;
    if (key) known.delete(key);
    if (own === null) {
      shown.insertBefore(child, next);
      continue;
    }
    if (own === next) next = own.nextSibling;
    else shown.insertBefore(own, next);
    morphNode(own, child);
  }
  while (next) {
    const gone = next;
    next = gone.nextSibling;
    gone.remove();
  }
}

function morphNode(shown: ChildNode, wanted: ChildNode): void {
  if (shown instanceof Element) morph(shown, wanted as Element);
  else if (shown.nodeValue !== wanted.nodeValue) shown.nodeValue = wanted.nodeValue;
}

function isAlike(shown: ChildNode | null, wanted: ChildNode): boolean {
  return shown !== null && shown.nodeName === wanted.nodeName && !keyOf(shown);
}

function keyOf(node: Node): string | undefined {
  const { dataset } = node as HTMLElement;
  const key = dataset?.["key"] ?? dataset?.["monitor"];
  return key && node.nodeName + key;
}
