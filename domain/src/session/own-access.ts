import { z } from 'zod';
import { id, moment } from '../contract/text.ts';
import { anyPassword, password } from '../users/password.ts';
import { confirmation, passwordsMatch } from './credentials.ts';

/** The password that the person has now; any text that could be one, so that a wrong one is refused as wrong. */
export const currentPassword = anyPassword('Mot de passe actuel requis');

/** Body of POST /auth/password. */
export const passwordChange = z.object({ currentPassword, password });

/** The form of « Changer mon mot de passe ». */
export const passwordChangeForm = passwordChange.extend({ confirmation }).refine(...passwordsMatch);

/** A device on which the person is signed in. */
export const ownSession = z.object({
  _id: id,
  /** « Chrome sur Android »; null when unknown. */
  device: z.string().nullable(),
  /** When it signed in. */
  createdAt: moment,
  /** To the minute. */
  lastSeenAt: moment,
  /** Whether this call came from it. */
  current: z.boolean(),
});

export type OwnSession = z.output<typeof ownSession>;
