interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ROOT = /\/web\/src\/root\.tsx$/;
/** Wherever the clone lies, below a folder of this name too. */
const OWN = /^(?!.*\/node_modules\/).*\/(web|domain)\/src\//;
let start = new Set<string>();

/**
 * Names the chunk `start` for a module of ours that the frame of every page imports, at once or by another one. Libraries
 * are left out: through their index everything of theirs would be reached.
 */
export function startOf(id: string, graph: Graph): string | null {
  if (start.size === 0 && ROOT.test(id)) start = reach(id, graph);
  return start.has(id) ? 'start' : null;
}

function reach(from: string, graph: Graph): Set<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || !OWN.test(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}
