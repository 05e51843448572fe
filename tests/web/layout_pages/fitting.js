/* What on a page does not fit, as lines for a person: what leaves the window or is cut, and what lies
   on something else. `scrollers` are the elements that scroll sideways on purpose. */
(scrollers) => {
  const ROOM = 1; /* pixels, for parts of them */
  const TOUCH = 2; /* pixels by which two neighbours may meet */
  const LINE = 0.22; /* of the height of a line is free above its letters, and below them */
  const SOLID = "button, .button, input, select, textarea, svg.card, svg.chip";
  const UNSEEN = ".skip:not(:focus), [inert], script, style, noscript, option, title";
  const TURNS = ".wheel"; /* cut above and below, since it turns */
  const root = document.documentElement;
  const page = Array.from(document.querySelectorAll("dialog[open]")).at(-1) ?? document.body;
  const found = new Set();
  const named = (element) => [element.tagName.toLowerCase(), ...element.classList].join(".");
  const told = ({ element, text }) => `${named(element)} “${text.trim().slice(0, 40)}”`;
  const outside = (one, frame) => one.left < frame.left - ROOM || one.right > frame.right + ROOM;

  /* What around an element cuts it; whether it is for screen readers alone, or in what scrolls; and what
     it lies in that is fixed or sticks, and so may pass over the rest. */
  const learnt = new Map();
  function known(element) {
    if (element === root) return { frames: [], layer: null, spoken: false, scrolls: false };
    if (!learnt.has(element)) {
      const above = known(element.parentElement);
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(element);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const cuts = overflowX !== "visible" || overflowY !== "visible";
      const frame = { element, left, right, top, bottom, turns: element.matches(TURNS), low: !/auto|scroll/.test(overflowY) };
      learnt.set(element, {
        frames: cuts ? [frame, ...above.frames] : above.frames,
        layer: position === "fixed" || position === "sticky" ? element : above.layer,
        spoken: above.spoken || clipPath === "inset(50%)",
        scrolls: above.scrolls || element.matches(scrollers),
      });
    }
    return learnt.get(element);
  }
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(UNSEEN) && !known(element).spoken;

  function* lines() {
    const range = document.createRange();
    const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { data: text, parentElement: element } = walk.currentNode;
      if (!text.trim() || !seen(element)) continue;
      range.selectNodeContents(walk.currentNode);
      const boxes = element instanceof SVGElement ? element.getClientRects() : range.getClientRects();
      for (const { left, right, top, bottom, width, height } of boxes) {
        const free = height * LINE;
        if (width && height) yield { element, text, left, right, top: top + free, bottom: bottom - free, solid: false, ...known(element) };
      }
    }
  }
  function* solids() {
    for (const element of page.querySelectorAll(SOLID)) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const text = element.getAttribute("aria-label") ?? element.textContent;
      if (width && seen(element)) yield { element, text, left, right, top, bottom, solid: true, ...known(element.parentElement) };
    }
  }

  /* Says where a piece is cut; returns what is left to be seen of it. */
  function kept(one) {
    const rest = { ...one };
    for (const frame of one.frames) { /* the innermost first: what has scrolled away in one is not cut by the next */
      const low = frame.low && !frame.turns && (rest.top < frame.top - ROOM || rest.bottom > frame.bottom + ROOM);
      const side = !one.scrolls && outside(rest, frame);
      rest.top = Math.max(rest.top, frame.top);
      rest.bottom = Math.min(rest.bottom, frame.bottom);
      if ((frame.turns || !frame.low) && rest.bottom - rest.top < TOUCH) return null;
      if (low || side) found.add(`${told(one)} is cut by ${named(frame.element)}`);
      rest.left = Math.max(rest.left, frame.left);
      rest.right = Math.min(rest.right, frame.right);
    }
    if (!one.scrolls && outside(one, { left: 0, right: root.clientWidth })) found.add(`${told(one)} leaves the window`);
    const drawing = one.element.ownerSVGElement?.getBoundingClientRect();
    if (drawing && outside(one, drawing)) found.add(`${told(one)} runs off its drawing`);
    return rest;
  }

  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
  const pieces = [...lines(), ...solids()].map(kept).filter(Boolean).toSorted((a, b) => a.top - b.top);
  for (const element of page.querySelectorAll("*")) {
    if (element.scrollWidth <= element.clientWidth + ROOM || element.matches(scrollers)) continue;
    const scrolls = element.matches("input[inputmode]") || /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (scrolls && seen(element)) found.add(`${named(element)} holds ${element.scrollWidth} in ${element.clientWidth}`);
  }

  /* Cards of a hand are fanned, with a word on them that says whether they may be looked at. */
  const inHand = (one) => one.element.closest("svg.card, .on-cards")?.closest(".hand") ?? null;
  const fan = (a, b) => (a.solid && b.solid && (a.element.matches("svg.card") || b.element.matches("svg.card"))) || (inHand(a) !== null && inHand(a) === inHand(b));
  const apart = (a, b) => a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element) || fan(a, b);
  pieces.forEach((a, place) => {
    for (let next = place + 1; next < pieces.length && pieces[next].top < a.bottom - TOUCH; next += 1) {
      const b = pieces[next];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      if (across > TOUCH && b.bottom - b.top > TOUCH && !apart(a, b)) found.add(`${told(a)} lies on ${told(b)}`);
    }
  });
  return [...found];
}
