import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { audit, readAudit } from './audit.mjs';

const UNANSWERED = /^Le registre d’ici ne répond pas à npm audit : à lancer avant une livraison/;

/** An advisory as npm 10 and 11 write it. */
const advisory = (severity) => ({
  source: 1_098_392,
  name: 'ws',
  dependency: 'ws',
  title: 'ws affected by a DoS when handling a request with many HTTP headers',
  url: 'https://github.com/advisories/GHSA-3h5v-q93c-6h6q',
  severity,
  cwe: ['CWE-476'],
  cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
  range: '>=8.0.0 <8.17.1',
});

const vulnerability = (name, severity, via) => ({
  name,
  severity,
  isDirect: false,
  via,
  effects: [],
  range: '8.0.0 - 8.17.0',
  nodes: [`node_modules/${name}`],
  fixAvailable: true,
});

const report = (...found) => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(found.map((one) => [one.name, one])),
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: found.length },
    dependencies: { prod: 302, dev: 610, optional: 88, peer: 4, peerOptional: 0, total: 912 },
  },
});

const notAllowed = {
  message: '405 Method Not Allowed - POST https://npm.example/-/npm/v1/security/advisories/bulk',
  method: 'POST',
  uri: 'https://npm.example/-/npm/v1/security/advisories/bulk',
  headers: { allow: ['GET,HEAD'], 'content-length': ['0'] },
  statusCode: 405,
  body: '',
  error: { summary: '', detail: '' },
};

const notReached = {
  message:
    'request to https://npm.example/-/npm/v1/security/advisories/bulk failed, reason: connect ECONNREFUSED',
  error: { summary: '', detail: '' },
};

const noLockFile = {
  error: {
    code: 'ENOLOCK',
    summary: 'This command requires an existing lockfile.',
    detail: 'Try creating one',
  },
};

const read = (value) => readAudit(JSON.stringify(value));

describe('what npm audit answers', () => {
  test('a report without advisories is clean', () => {
    expect(read(report()).isClean).toBe(true);
  });

  test.each([
    ['moderate', 'moyenne'],
    ['high', 'élevée'],
    ['critical', 'critique'],
  ])('an advisory of severity %s fails, with the package, the severity and the address', (severity, word) => {
    expect(read(report(vulnerability('ws', severity, [advisory(severity)])))).toEqual({
      isClean: false,
      lines: [
        `ws >=8.0.0 <8.17.1, gravité ${word} : ws affected by a DoS when handling a request with many HTTP headers (https://github.com/advisories/GHSA-3h5v-q93c-6h6q)`,
      ],
    });
  });

  test.each(['info', 'low'])('an advisory of severity %s does not fail', (severity) => {
    expect(read(report(vulnerability('ws', severity, [advisory(severity)]))).isClean).toBe(true);
  });

  test('a package that only depends on one with an advisory names it', () => {
    const { lines } = read(
      report(
        vulnerability('engine.io', 'high', ['ws']),
        vulnerability('ws', 'high', [advisory('low'), advisory('high')]),
      ),
    );
    expect(lines).toEqual([
      'engine.io, gravité élevée, par ws',
      expect.stringMatching(/^ws .*, gravité élevée : /),
    ]);
  });

  test.each([
    ['refuses the call', notAllowed],
    ['cannot be reached', notReached],
  ])('a registry that %s does not fail, and one line says so', (_, answer) => {
    expect(read(answer)).toEqual({ isClean: true, lines: [expect.stringMatching(UNANSWERED)] });
  });

  test('an error of npm itself fails, with its summary', () => {
    expect(read(noLockFile)).toEqual({
      isClean: false,
      lines: ['npm audit a échoué : This command requires an existing lockfile.'],
    });
  });

  test.each([
    ['', 'npm audit a échoué : aucune sortie'],
    ['npm : ENOENT\n', 'npm audit a échoué : npm : ENOENT'],
  ])('output that is no report fails: %j', (text, line) => {
    expect(readAudit(text)).toEqual({ isClean: false, lines: [line] });
  });
});

/** Runs the step with a program in npm's place, which writes its arguments to its standard output if asked. */
async function runStep(source) {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'npm.js'), source);
  vi.stubEnv('npm_execpath', join(folder, 'npm.js'));
  onTestFinished(() => vi.unstubAllEnvs());
  let log = '';
  const code = await audit({
    output: (text) => {
      log += text;
    },
  });
  return { code, log };
}

describe('the step of npm test', () => {
  test('asks npm only about the packages that run in production, as JSON without other lines', async () => {
    const { log } = await runStep('console.log(process.argv.slice(2).join(" "));');
    expect(log).toContain('audit --omit=dev --json --loglevel=silent');
  });

  test('fails with an advisory', async () => {
    const found = JSON.stringify(report(vulnerability('ws', 'high', [advisory('high')])));
    const { code, log } = await runStep(`console.log(${JSON.stringify(found)}); process.exitCode = 1;`);
    expect(code).toBe(1);
    expect(log).toMatch(/^ws .*\(https:\/\/github\.com\/advisories\/GHSA-3h5v-q93c-6h6q\)\n$/);
  });

  test('passes when the registry does not answer, though npm exits with 1', async () => {
    const { code, log } = await runStep(
      `console.log(${JSON.stringify(JSON.stringify(notAllowed))}); process.exitCode = 1;`,
    );
    expect(code).toBe(0);
    expect(log).toMatch(UNANSWERED);
  });
});
