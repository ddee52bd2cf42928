import { describe, expect, it } from 'vitest';
import { inlineScriptHashes, pagePolicy } from './page-policies.ts';

// The example in the Content Security Policy standard, with its hash.
const greeting = "alert('Hello, world.');";
const greetingHash = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";

describe('hashes of inline scripts', () => {
  it('match those of browsers', () => {
    expect(inlineScriptHashes(`<p>é</p><script>${greeting}</script>`)).toEqual([greetingHash]);
  });

  it('include scripts with attributes, multi-line and module scripts, each text once', () => {
    const html = `<script data-x="true">${greeting}</script>
      <SCRIPT type="module" async="">${greeting}</SCRIPT >
      <script>
        let a = 1 < 2;
      </script>`;
    expect(inlineScriptHashes(html)).toHaveLength(2);
    expect(inlineScriptHashes(html)[0]).toBe(greetingHash);
  });

  it('use the exact text, including spaces and accents', () => {
    const [plain] = inlineScriptHashes('<script>x("é")</script>');
    expect(inlineScriptHashes('<script> x("é")</script>')[0]).not.toBe(plain);
    expect(inlineScriptHashes('<script>x("e")</script>')[0]).not.toBe(plain);
  });

  it('skip scripts with a src attribute, but not with data-src', () => {
    expect(inlineScriptHashes('<script type="module" src="/assets/a.js"></script>')).toEqual([]);
    expect(inlineScriptHashes(`<script data-src="/a.js">${greeting}</script>`)).toEqual([greetingHash]);
  });
});

describe('the policy of a page', () => {
  const directives = (policy: string) =>
    new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));

  it('has exactly these directives', () => {
    expect(
      Object.fromEntries(directives(pagePolicy(`<script>${greeting}</script>`, { portalOrigins: [] }))),
    ).toEqual({
      'default-src': "'self'",
      'script-src': `'self' ${greetingHash}`,
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob: https://tile.openstreetmap.org",
      'worker-src': "'self' blob:",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  it('allows the payment portals as frames only', () => {
    const policy = directives(
      pagePolicy('', { portalOrigins: ['https://pay.example', 'https://pay2.example'] }),
    );
    expect(policy.get('frame-src')).toBe("'self' https://pay.example https://pay2.example");
    expect([...policy.values()].filter((value) => value.includes('pay.example'))).toHaveLength(1);
  });

  it('allows Firebase and its reCAPTCHA, and nothing else of Google, only where Firebase sends the codes', () => {
    const own = directives(pagePolicy('', { portalOrigins: [] }));
    const policy = directives(pagePolicy('', { portalOrigins: [], firebaseCodes: true }));
    const changed = [...policy].filter(([name, value]) => own.get(name) !== value);
    expect(Object.fromEntries(changed)).toEqual({
      'script-src': "'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
      'connect-src': "'self' https://identitytoolkit.googleapis.com",
      'frame-src': "'self' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
    });
  });
});
