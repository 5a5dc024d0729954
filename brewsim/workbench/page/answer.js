export function mountAnswer(root) { root.textContent = "Answer"; return () => {}; }
