import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { exitWithError, root, run } from './run.mjs';

// The headless shell is the same browser without a user interface: tests take a third less time on a small machine.
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

/** The path of a Chromium for the browser tests; installs one if the machine has none. */
export async function ensureChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured)
    return canRun(configured)
      ? configured
      : exitWithError(`CHROMIUM_PATH (${configured}) n’est pas un programme qui démarre : ${ADVICE}`);
  const found = findChromium() ?? findPlaywrightChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && isInPath('apt-get')) {
    console.log('Installation de Chromium (apt-get)…');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const install = (name) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], { env });
    await run('apt-get', ['update', '-qq'], { env });
    // Some distributions have no separate package for the headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const installed = (await install(name)) === 0 && findChromium();
      if (installed) return installed;
    }
  }
  console.log('Installation de Chromium (Playwright)…');
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const code = await run(process.execPath, [cli, 'install', 'chromium']);
  const installed = code === 0 && findPlaywrightChromium();
  return installed || exitWithError(`Aucun Chromium n’a pu être trouvé ni installé : ${ADVICE}`);
}

/** The first installed Chromium that starts; Ubuntu's command, for example, does not start without snap. */
export function findChromium(path = process.env.PATH ?? '') {
  const inPath = NAMES.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return [...inPath, ...ELSEWHERE].find((file) => existsSync(file) && canRun(file));
}

function findPlaywrightChromium() {
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
