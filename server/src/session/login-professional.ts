import type { adminLogin } from '@amasin/domain/session/credentials.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../ctx.ts';
import { findProfessionalByEmail } from '../people/queries.ts';
import { type SignedIn, signIn } from './sign-in.ts';

/** Everybody else's door: by e-mail. */
export function loginProfessional(
  ctx: PublicCtx,
  { email, password }: z.output<typeof adminLogin>,
): Promise<SignedIn> {
  return signIn(ctx, { identifier: email, password }, (address) => findProfessionalByEmail(ctx.db, address));
}
