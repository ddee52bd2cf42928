/**
 * Runs lanes of steps side by side, the steps of a lane one after the other, and stops everything at the first red.
 * A step is `{ name, label, run({ output, signal }) }` and gives an exit code. With one lane, steps write to our terminal;
 * with several, each one's output is kept together and shown when it ends.
 */
export async function runLanes(lanes, results, { print = console.log } = {}) {
  const red = new AbortController();
  await Promise.all(
    lanes.map(async (steps) => {
      for (const step of steps) {
        if (red.signal.aborted) return;
        const code = await runStep(step, { isAlone: lanes.length === 1, signal: red.signal, results, print });
        if (code !== 0) red.abort();
      }
    }),
  );
  return !red.signal.aborted;
}

async function runStep(step, { isAlone, signal, results, print }) {
  let said = '';
  const output = (text) => {
    said += text;
  };
  if (isAlone) print(heading(step.label));
  const begin = performance.now();
  const code = await step.run({ output: isAlone ? undefined : output, signal });
  const seconds = (performance.now() - begin) / 1000;
  // Ended because another one was red: it has no result of its own.
  if (signal.aborted) return code;
  results.set(step.name, { code, seconds });
  if (!isAlone) print(heading(step.label));
  if (said.trim()) print(said.trimEnd());
  print(`${code === 0 ? '✓' : '✗'} ${step.label} : ${formatSeconds(seconds)}`);
  return code;
}

function heading(label) {
  return `\n── ${label} ${'─'.repeat(Math.max(3, 60 - label.length))}`;
}

/** One line a step, in their order, with what did not run. */
export function formatTable(steps, results) {
  const width = Math.max(...steps.map(({ label }) => label.length));
  const lines = steps.map(({ name, label }) => {
    const result = results.get(name);
    const mark = result === undefined ? '–' : result.code === 0 ? '✓' : '✗';
    const duration = result === undefined ? 'non exécuté' : formatSeconds(result.seconds);
    return `${mark} ${label.padEnd(width)}  ${duration.padStart(11)}`;
  });
  return lines.join('\n');
}

function formatSeconds(seconds) {
  return `${seconds.toFixed(1).replace('.', ',')} s`;
}
