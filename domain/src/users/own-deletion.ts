import { z } from 'zod';
import { currentPassword } from '../session/own-access.ts';

/** Body of POST /users/me/delete, and the form of « Supprimer mon compte ». */
export const ownDeletion = z.object({ password: currentPassword });
