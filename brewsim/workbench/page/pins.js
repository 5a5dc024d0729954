export function mountPins(root) { root.textContent = "Pins"; return () => {}; }
