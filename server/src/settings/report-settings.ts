import { z } from 'zod';
import { words } from './formats.ts';
import { secret } from './secret.ts';

const path = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'un chemin dans l’appel, comme messageId ou status.groupName')
  .meta({ form: 'un chemin, comme `messageId` ou `status.groupName`' });

/** How the vendor's reports of delivery are read; null without SMS_REPORT_SECRET. */
export const reportSettings = z
  .object({
    SMS_REPORT_SECRET: secret
      .regex(/^[\w-]*$/, 'des lettres, chiffres, - et _ seulement')
      .optional()
      .meta({
        description: 'le secret de l’adresse que le vendeur appelle ; il ne sert qu’à cela',
        form: '32 lettres, chiffres, `-` ou `_` au moins (`openssl rand -hex 32`)',
        without: 'pas d’accusés : un message reste « envoyé »',
      }),
    SMS_REPORT_LIST: path.optional().meta({
      description: 'où l’appel a sa liste, s’il dit plusieurs messages',
      without: 'un appel dit un message',
    }),
    SMS_REPORT_ID: path.default('messageId').meta({
      description: 'où chaque accusé a le numéro du message',
    }),
    SMS_REPORT_STATUS: path.default('status').meta({ description: 'où chaque accusé a son état' }),
    SMS_REPORT_REASON: path.optional().meta({
      description: 'où chaque accusé dit pourquoi',
      without: 'pas de raison',
    }),
    SMS_REPORT_DELIVERED: words.default(['delivered', 'delivrd']).meta({
      description: 'les mots de l’état pour un message reçu',
    }),
    SMS_REPORT_FAILED: words
      .default(['failed', 'undelivered', 'undeliverable', 'undeliv', 'rejected', 'expired', 'error'])
      .meta({ description: 'les mots de l’état pour un échec ; les autres mots ne changent rien' }),
  })
  .transform((given) =>
    given.SMS_REPORT_SECRET === undefined
      ? null
      : {
          secret: given.SMS_REPORT_SECRET,
          list: given.SMS_REPORT_LIST ?? null,
          id: given.SMS_REPORT_ID,
          status: given.SMS_REPORT_STATUS,
          reason: given.SMS_REPORT_REASON ?? null,
          delivered: given.SMS_REPORT_DELIVERED,
          failed: given.SMS_REPORT_FAILED,
        },
  );
