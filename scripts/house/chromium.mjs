import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { giveUp, root } from './root.mjs';
import { run } from './run.mjs';

// The shell is the same browser without windows: its tests take a third less of a small machine's time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const ADVICE = 'installez Chromium et indiquez son chemin dans CHROMIUM_PATH.';

/** The path of a Chromium for the browser tests, installed where the machine has none. */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given)
    return canRun(given)
      ? given
      : giveUp(`CHROMIUM_PATH (${given}) n’est pas un programme qui démarre : ${ADVICE}`);
  const found = findChromium() ?? findPlaywrightsOwn();
  if (found) return found;
  if (process.getuid?.() === 0 && isInPath('apt-get')) {
    console.log('Installation de Chromium (apt-get)…');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const install = (name) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], { env });
    await run('apt-get', ['update', '-qq'], { env });
    // Not every system that has apt has the shell apart.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const installed = (await install(name)) === 0 && findChromium();
      if (installed) return installed;
    }
  }
  console.log('Installation de Chromium (Playwright)…');
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const code = await run(process.execPath, [cli, 'install', 'chromium']);
  const installed = code === 0 && findPlaywrightsOwn();
  return installed || giveUp(`Aucun Chromium n’a pu être trouvé ni installé : ${ADVICE}`);
}

/** An installed Chromium that starts: Ubuntu's package, for one, is only a name where snap does not run. */
export function findChromium(path = process.env.PATH ?? '') {
  const inPath = NAMES.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return [...inPath, ...ELSEWHERE].find((file) => existsSync(file) && canRun(file));
}

function findPlaywrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) && canRun(path) ? path : undefined;
}

function canRun(file) {
  return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0;
}

function isInPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
