/* Keys press the element labelled with them: no page has a list of keys. */

/**
 * @param {Element} outlet
 * @param {KeyboardEvent} event
 */
export function press(outlet, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target instanceof Element && /^(input|select|textarea)$/i.test(event.target.tagName)) return;
  const key = CSS.escape(event.key.toLowerCase());
  const target = outlet.querySelector(`[aria-keyshortcuts="${key}"]:not([aria-disabled="true"])`);
  if (target instanceof HTMLElement) {
    target.focus();
    target.click();
  }
}
