import { runNpm } from '../run.mjs';

/** npm's severities that fail the step, in our words; `info` and `low` do not. */
const SEVERITIES = { moderate: 'moyenne', high: 'élevée', critical: 'critique' };

const UNANSWERED =
  'Le registre d’ici ne répond pas à npm audit : à lancer avant une livraison, là où il répond (npm test -- --only=audit).';

/** Asks npm for the advisories on what runs in production, prints what it says and returns the exit code. */
export async function audit({ output = process.stdout.write.bind(process.stdout), signal } = {}) {
  let text = '';
  // Silent, because the warnings would mix with the report. npm waits five minutes for a network that drops what it is sent.
  await runNpm(['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-timeout=60000'], {
    output: (part) => {
      text += part;
    },
    signal,
  });
  const { isClean, lines } = readAudit(text);
  output(`${lines.join('\n')}\n`);
  return isClean ? 0 : 1;
}

/**
 * Reads what `npm audit --json` wrote. It is not clean with an advisory of severity moderate or higher, or when npm itself failed;
 * a registry that cannot be reached or does not know this call is no defect of ours.
 */
export function readAudit(text) {
  const report = parse(text);
  if (report?.vulnerabilities) {
    const found = Object.values(report.vulnerabilities).filter(({ severity }) => severity in SEVERITIES);
    if (found.length > 0) return { isClean: false, lines: found.flatMap(describe) };
    return { isClean: true, lines: ['Aucun avis de gravité moyenne ou plus dans ce qui est livré.'] };
  }
  // Only an error of the request has a `message`; npm's own, such as a lock file that is missing, have a summary.
  if (typeof report?.message === 'string') return { isClean: true, lines: [UNANSWERED] };
  const reason = report?.error?.summary || text.trim().slice(0, 200) || 'aucune sortie';
  return { isClean: false, lines: [`npm audit a échoué : ${reason}`] };
}

/** One line for each advisory of a package, or one that says which of its dependencies have them. */
function describe({ name, severity, via }) {
  const advisories = via.filter((one) => one.severity in SEVERITIES);
  if (advisories.length === 0) return [`${name}, gravité ${SEVERITIES[severity]}, par ${via.join(', ')}`];
  return advisories.map(
    (one) => `${name} ${one.range}, gravité ${SEVERITIES[one.severity]} : ${one.title} (${one.url})`,
  );
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
