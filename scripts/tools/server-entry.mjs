// Bundles the server if its sources have changed, and prints the path of its entry.
import { ensureServerBuilt } from './build-server.mjs';

console.log(await ensureServerBuilt());
