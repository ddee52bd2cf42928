import { FORWARDED } from './run.mjs';

/**
 * Runs stages one after the other: the lanes of a stage in parallel, each with its steps in sequence, so that one run reports all that
 * fails. A step is `{ name, label, needs, run({ output }) }` and returns an exit code, or null when it cannot be tried here; it is not run
 * when the step that it needs has failed. With one lane, steps write to our terminal; with several, the output of a step is buffered and
 * printed when it ends. After a signal that ends us, no further step is run.
 * @returns whether all steps passed
 */
export async function runStages(stages, results, { print = console.log } = {}) {
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  for (const name of FORWARDED) process.on(name, end);
  const hasFailed = (name) => (results.get(name)?.code ?? 0) !== 0;
  for (const lanes of stages)
    await Promise.all(
      lanes.map(async (steps) => {
        for (const step of steps)
          if (!isEnded && !hasFailed(step.needs))
            await runStep(step, { isAlone: lanes.length === 1, results, print });
      }),
    );
  for (const name of FORWARDED) process.off(name, end);
  return !isEnded && [...results.keys()].every((name) => !hasFailed(name));
}

async function runStep(step, { isAlone, results, print }) {
  let log = '';
  const output = (text) => {
    log += text;
  };
  if (isAlone) print(heading(step.label));
  const begin = performance.now();
  const code = await step.run({ output: isAlone ? undefined : output });
  const seconds = (performance.now() - begin) / 1000;
  if (code !== null) results.set(step.name, { code, seconds });
  if (!isAlone) print(heading(step.label));
  if (log.trim()) print(log.trimEnd());
  if (code === null) return;
  print(`${code === 0 ? '✓' : '✗'} ${step.label}: ${formatSeconds(seconds)}`);
}

function heading(label) {
  return `\n── ${label} ${'─'.repeat(Math.max(3, 60 - label.length))}`;
}

/** One line per step, in order, including those that did not run. */
export function formatTable(steps, results) {
  const width = Math.max(...steps.map(({ label }) => label.length));
  const lines = steps.map(({ name, label }) => {
    const result = results.get(name);
    const mark = result === undefined ? '–' : result.code === 0 ? '✓' : '✗';
    const duration = result === undefined ? 'not run' : formatSeconds(result.seconds);
    return `${mark} ${label.padEnd(width)}  ${duration.padStart(11)}`;
  });
  return lines.join('\n');
}

function formatSeconds(seconds) {
  return `${seconds.toFixed(1)} s`;
}
