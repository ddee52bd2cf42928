import { createHash } from 'node:crypto';
import { CODE_LIFETIME_MS } from '@amasin/domain/session/code-limits.ts';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../ctx.ts';
import type { PhoneVerifier, VerifiedPhone } from '../../ports/phone-verifier.ts';
import type { FirebaseSettings } from '../../settings/firebase-settings.ts';
import { remoteKeys } from './remote-keys.ts';

/** How far Google's clock and ours may differ. */
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
