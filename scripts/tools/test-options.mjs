/** The parts of `npm test`. */
export const PARTS = ['types', 'lint', 'structure', 'unused', 'build', 'unit', 'weight', 'e2e'];

/** How many times the server's tests repeat each race test: with `--server`, and otherwise. */
const ROUNDS = { serverOnly: 200, default: 20 };

/** The projects of the browser tests that `npm test` runs. */
const BROWSER = ['screens', 'alone'];

/**
 * Parses the arguments of `npm test`: `--only=lint,unit` runs some parts, `--server` only the server's tests, with 200
 * rounds of each race test, `--production` only the main job outside demo mode, in a browser.
 * @throws Error with a one-line message for the user
 */
export function readTestOptions(args) {
  let parts = PARTS;
  let projects = [];
  let browserProjects = BROWSER;
  let raceRounds = ROUNDS.default;
  for (const arg of args) {
    if (arg === '--server') {
      parts = ['unit'];
      projects = ['server'];
      raceRounds = ROUNDS.serverOnly;
    } else if (arg === '--production') {
      parts = ['e2e'];
      browserProjects = ['production'];
    } else if (arg.startsWith('--only=')) {
      parts = arg.slice('--only='.length).split(',');
    } else {
      throw new Error(`Argument inconnu : ${arg} (--only=${PARTS.join(',')}, --server ou --production).`);
    }
  }
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`Partie inconnue : ${unknown.join(', ')} (${PARTS.join(', ')}).`);
  // `weight` and `e2e` need the built pages.
  const needsBuild = parts.includes('weight') || parts.includes('e2e');
  return { parts: needsBuild ? ['build', ...parts] : parts, projects, browserProjects, raceRounds };
}
