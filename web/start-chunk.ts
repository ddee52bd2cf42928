interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ROOT = /\/web\/src\/root\.tsx$/;
/** Our own modules. Libraries do not match, even when the clone itself is below a folder `web/src`. */
const OWN = /^(?!.*\/node_modules\/).*\/(web|domain)\/src\//;
let start = new Set<string>();

/**
 * Puts our modules that `root.tsx` imports, directly or not, into the chunk `start`. Libraries are left out: the index
 * file of a library imports all its modules.
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
