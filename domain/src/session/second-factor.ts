import { z } from 'zod';
import { userTypes } from '../contract/user-type.ts';
import { CODE_REQUIRED, secondCode } from './credentials.ts';
import { currentPassword } from './own-access.ts';

/** These types sign in at /admin. */
export const professionals = userTypes.filter((type) => type !== 'customer');

const requiredCode = secondCode.pipe(z.string().min(1, CODE_REQUIRED));

/** Body of POST /auth/second-factor. `code` when a second factor is in use already. */
export const secondFactorStart = z.object({ currentPassword, code: secondCode.optional() });

/** Body of PUT /auth/second-factor: a code of the application, for the secret that was offered. */
export const secondFactorConfirmation = z.object({ code: requiredCode });
