import type { login } from '@amasin/domain/session/credentials.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../ctx.ts';
import { findCustomerByPhone } from '../people/queries.ts';
import { type SignedIn, signIn } from './sign-in.ts';

/** The customers' door: by telephone. */
export function loginCustomer(ctx: PublicCtx, body: z.output<typeof login>): Promise<SignedIn> {
  return signIn(ctx, body, (phone) => findCustomerByPhone(ctx.db, phone));
}
