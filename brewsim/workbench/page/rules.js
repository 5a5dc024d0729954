export function mountRules(root) { root.textContent = "Rules"; return () => {}; }
