import { createHash } from 'node:crypto';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { CODE_LIFETIME_MS } from '@amasin/domain/session/code-limits.ts';
import { createLocalJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../ctx.ts';
import type { PhoneVerifier, VerifiedPhone } from '../ports/phone-verifier.ts';
import { Refusal } from '../refusal.ts';
import type { FirebaseSettings } from '../settings/firebase-settings.ts';

/** Google's clock and ours may differ by this. */
const TOLERANCE_MS = 60_000;

const claims = z.object({
  sub: z.string().min(1).max(128),
  phone_number: z.string(),
  /** When the code was given, in seconds; a refreshed token keeps it. */
  auth_time: z.number(),
  // Another way of signing in to the same project, or a number added long ago, proves nothing about the telephone now.
  firebase: z.object({ sign_in_provider: z.literal('phone') }),
});

/** Checks the ID tokens of a Firebase project: signed by Google, for this project, for a code given minutes ago. */
export function firebaseVerifier({ project, keysUrl }: FirebaseSettings, clock: Clock): PhoneVerifier {
  const keys = remoteKeys(keysUrl, clock);
  const { projectId } = project;

  const verify = async (idToken: string): Promise<VerifiedPhone | null> => {
    const now = clock.now();
    const payload = await payloadOf(idToken, now);
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return null;
    const { sub, phone_number: phone, auth_time } = parsed.data;
    const givenAt = auth_time * 1000;
    const age = now.getTime() - givenAt;
    if (age < -TOLERANCE_MS || age >= CODE_LIFETIME_MS) return null;
    return {
      phone,
      check: createHash('sha256')
        .update(JSON.stringify([projectId, sub, auth_time]))
        .digest('hex'),
      expiresAt: new Date(givenAt + CODE_LIFETIME_MS),
    };
  };

  const payloadOf = async (idToken: string, now: Date): Promise<unknown> => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        currentDate: now,
        maxTokenAge: CODE_LIFETIME_MS / 1000,
        clockTolerance: TOLERANCE_MS / 1000,
        requiredClaims: ['exp', 'iat'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };

  return { project, verify };
}

const LIMIT_MS = 5_000;
/** Serves when the answer does not say how long it may be cached. */
const DEFAULT_MS = 10 * 60_000;
/** An unknown key is looked for again after this time at the earliest: anyone can invent one. */
const PAUSE_MS = 30_000;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })).min(1) });

interface CachedKeys {
  readonly find: JWTVerifyGetKey;
  readonly readAt: number;
  readonly until: number;
}

/**
 * Reads the keys published at this address, and caches them as long as its Cache-Control allows. Concurrent calls share one request.
 * jose's own remote key set does not read Cache-Control.
 * @throws 503 UNAVAILABLE when they cannot be read
 */
export function remoteKeys(url: string, clock: Clock): JWTVerifyGetKey {
  let cached: CachedKeys | null = null;
  let reading: Promise<CachedKeys> | null = null;

  const read = (): Promise<CachedKeys> => {
    reading ??= readKeys(url, clock)
      .then((read) => {
        cached = read;
        return read;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return async (header, token) => {
    const now = clock.now().getTime();
    const current = cached !== null && now < cached.until ? cached : await read();
    try {
      return await current.find(header, token);
    } catch (error) {
      const isNew = error instanceof errors.JWKSNoMatchingKey && now - current.readAt >= PAUSE_MS;
      if (!isNew) throw error;
      return (await read()).find(header, token);
    }
  };
}

async function readKeys(url: string, clock: Clock): Promise<CachedKeys> {
  const readAt = clock.now().getTime();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const find = createLocalJWKSet(keySet.parse(await response.json()));
    return { find, readAt, until: readAt + lifetimeOf(response.headers) };
  } catch {
    throw new Refusal('UNAVAILABLE');
  }
}

function lifetimeOf(headers: Headers): number {
  const maxAge = /\bmax-age=(\d{1,9})/.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return DEFAULT_MS;
  const age = Number(headers.get('age') ?? 0) || 0;
  return Math.min(DAY_MS, Math.max(0, Number(maxAge) - age) * 1000);
}
