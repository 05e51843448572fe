/* What lies wrong on the stage of a table, by the rectangles of its parts: none lies on another or leaves the window,
   and the index of every card can be read. With the served faces nothing has to be scrolled either. */
(all) => {
  const ROOM = 1.5;
  const PARTS = ".table-head, .rail, .near, .far, .dealer-hand, .voice, .arc-print, .discards, .shoe, .print";
  const found = [];
  const named = (element) => [element.tagName.toLowerCase(), ...element.classList].join(".") +
    (element.dataset?.box ? ` of box ${element.dataset.box}` : "");
  const seen = (element) => element.checkVisibility() && !element.closest("dialog");
  const boxOf = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    /* What scrolls away inside the boxes of a player is not in the way of anything. */
    const mine = element.closest(".mine")?.getBoundingClientRect();
    return { element, left, right, top: Math.max(top, mine?.top ?? top), bottom: Math.min(bottom, mine?.bottom ?? bottom) };
  };
  const parts = [...document.querySelectorAll(PARTS)].filter(seen).map(boxOf);
  for (const [place, a] of parts.entries()) {
    if (a.left < -ROOM || a.right > innerWidth + ROOM || a.top < -ROOM || (all && a.bottom > innerHeight + ROOM)) {
      found.push(`${named(a.element)} leaves the window`);
    }
    for (const b of parts.slice(place + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > ROOM && down > ROOM) found.push(`${named(a.element)} lies on ${named(b.element)}`);
    }
  }
  for (const hand of document.querySelectorAll(".near .hand")) {
    const cards = [...hand.querySelectorAll(".card:not(.down)")];
    cards.slice(0, -1).forEach((card, place) => {
      const index = [...card.querySelectorAll(".rank, .big")].find((one) => one.getClientRects().length).getBoundingClientRect();
      const next = cards[place + 1].getBoundingClientRect();
      if (index.right > next.left + ROOM) found.push(`the index of ${card.getAttribute("aria-label")} is covered`);
      if (all && index.height < 9) found.push(`the index of ${card.getAttribute("aria-label")} is too small`);
    });
  }
  if (all) {
    for (const row of document.querySelectorAll(".pay-table div:not(.pay-head)")) {
      if (!seen(row)) continue;
      const [hand, pays] = [...row.children].map((one) => one.getBoundingClientRect());
      if (pays.top > hand.bottom - ROOM) found.push(`what ${row.firstElementChild.textContent} pays is on a line of its own`);
    }
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight + ROOM) found.push(`the page is ${root.scrollHeight} high in a window of ${innerHeight}`);
    for (const element of document.querySelectorAll(".mine, .near")) {
      if (element.scrollHeight > element.clientHeight + ROOM) {
        found.push(`${named(element)} holds ${element.scrollHeight} in ${element.clientHeight}`);
      }
    }
  }
  return found;
}
