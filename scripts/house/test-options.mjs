/** The parts of `npm test`, in their order. */
export const PARTS = ['types', 'lint', 'structure', 'unused', 'build', 'unit', 'weight', 'e2e'];

/** How often each race is run by the server's tests alone, as before a change lands, and beside everything else. */
const ROUNDS = { alone: 200, usual: 40 };

/**
 * What `npm test -- …` asks for: `--only=lint,unit` some parts, `--server` only the server's tests, with all their rounds.
 * @throws Error with one line for the person
 */
export function readTestOptions(args) {
  let parts = PARTS;
  let projects = [];
  let raceRounds = ROUNDS.usual;
  for (const arg of args) {
    if (arg === '--server') {
      parts = ['unit'];
      projects = ['server'];
      raceRounds = ROUNDS.alone;
    } else if (arg.startsWith('--only=')) {
      parts = arg.slice('--only='.length).split(',');
    } else {
      throw new Error(`Argument inconnu : ${arg} (--only=${PARTS.join(',')} ou --server).`);
    }
  }
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`Partie inconnue : ${unknown.join(', ')} (${PARTS.join(', ')}).`);
  // Both look at the built pages.
  const needsBuild = parts.includes('weight') || parts.includes('e2e');
  return { parts: needsBuild ? ['build', ...parts] : parts, projects, raceRounds };
}
