// Renders web/public/share.png, the preview of shared links, from its SVG, which messaging apps do not support. Run it by
// hand after a change of the SVG: `node scripts/draw-share-image.mjs`, with CHROMIUM_PATH if Playwright has no browser.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const here = dirname(fileURLToPath(import.meta.url));
const drawing = await readFile(join(here, 'share-image', 'share.svg'), 'utf8');
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
await page.screenshot({ path: join(here, '..', 'web', 'public', 'share.png') });
await browser.close();
