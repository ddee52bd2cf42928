/** The parts of `npm test`, and with `--all` or by name those of LONG_PARTS, which need the network. */
const PARTS = ['types', 'lint', 'structure', 'unused', 'build', 'unit', 'weight', 'e2e'];
const LONG_PARTS = ['audit'];
const KNOWN_PARTS = [...PARTS, ...LONG_PARTS];

/** How many times the server's tests repeat each race test: with `--server`, and otherwise. */
const ROUNDS = { serverOnly: 200, default: 20 };

/** The projects of the browser tests: what `npm test` runs, and what `--all` runs. */
const BROWSER = { short: ['journeys'], all: ['journeys', 'screens', 'alone'] };

/**
 * Parses the arguments of `npm test`, which leaves out the long tests. `--all` runs them too, and asks for advisories, `--only=lint,unit` some parts,
 * `--server` only the server's tests, all of them, with 200 rounds of each race test, and `--production` only the main job
 * outside demo mode, in a browser.
 * @throws Error with a one-line message for the user
 */
export function readTestOptions(args) {
  let asked = null;
  let projects = [];
  let isShort = true;
  let browserProjects = null;
  let raceRounds = ROUNDS.default;
  for (const arg of args) {
    if (arg === '--server') {
      asked = ['unit'];
      isShort = false;
      projects = ['server'];
      raceRounds = ROUNDS.serverOnly;
    } else if (arg === '--production') {
      asked = ['e2e'];
      browserProjects = ['production'];
    } else if (arg === '--all') {
      isShort = false;
    } else if (arg.startsWith('--only=')) {
      asked = arg.slice('--only='.length).split(',');
    } else {
      throw new Error(
        `Argument inconnu : ${arg} (--all, --only=${KNOWN_PARTS.join(',')}, --server ou --production).`,
      );
    }
  }
  const parts = asked ?? (isShort ? PARTS : KNOWN_PARTS);
  const unknown = parts.filter((part) => !KNOWN_PARTS.includes(part));
  if (unknown.length > 0)
    throw new Error(`Partie inconnue : ${unknown.join(', ')} (${KNOWN_PARTS.join(', ')}).`);
  // `weight` and `e2e` need the built pages.
  const needsBuild = parts.includes('weight') || parts.includes('e2e');
  return {
    parts: needsBuild ? ['build', ...parts] : parts,
    projects,
    isShort,
    browserProjects: browserProjects ?? (isShort ? BROWSER.short : BROWSER.all),
    raceRounds,
  };
}
