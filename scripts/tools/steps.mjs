/**
 * Runs lanes in parallel, each with its steps in sequence, and stops everything at the first failure. A step is
 * `{ name, label, run({ output, signal }) }` and returns an exit code, or null when it cannot be tried here. With one lane, steps write to
 * our terminal; with several, the output of a step is buffered and printed when it ends.
 * @returns whether all steps passed
 */
export async function runLanes(lanes, results, { print = console.log } = {}) {
  const failure = new AbortController();
  await Promise.all(
    lanes.map(async (steps) => {
      for (const step of steps) {
        if (failure.signal.aborted) return;
        const code = await runStep(step, {
          isAlone: lanes.length === 1,
          signal: failure.signal,
          results,
          print,
        });
        if (code !== 0 && code !== null) failure.abort();
      }
    }),
  );
  return !failure.signal.aborted;
}

async function runStep(step, { isAlone, signal, results, print }) {
  let log = '';
  const output = (text) => {
    log += text;
  };
  if (isAlone) print(heading(step.label));
  const begin = performance.now();
  const code = await step.run({ output: isAlone ? undefined : output, signal });
  const seconds = (performance.now() - begin) / 1000;
  // Stopped because another step failed: this one has no result.
  if (signal.aborted) return code;
  if (code !== null) results.set(step.name, { code, seconds });
  if (!isAlone) print(heading(step.label));
  if (log.trim()) print(log.trimEnd());
  if (code === null) return code;
  print(`${code === 0 ? '✓' : '✗'} ${step.label}: ${formatSeconds(seconds)}`);
  return code;
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
