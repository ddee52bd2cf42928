import { z } from 'zod';
import { words } from './formats.ts';
import { secret } from './secret.ts';

const path = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'un chemin dans l’appel, comme messageId ou status.groupName');

/** How the vendor's reports of delivery are read; null without SMS_REPORT_SECRET. */
export const reportSettings = z
  .object({
    /** In the address that the vendor calls. */
    SMS_REPORT_SECRET: secret.regex(/^[\w-]*$/, 'des lettres, chiffres, - et _ seulement').optional(),
    /** Where the call has its list, when it reports several messages. */
    SMS_REPORT_LIST: path.optional(),
    SMS_REPORT_ID: path.default('messageId'),
    SMS_REPORT_STATUS: path.default('status'),
    SMS_REPORT_REASON: path.optional(),
    SMS_REPORT_DELIVERED: words.default(['delivered', 'delivrd']),
    SMS_REPORT_FAILED: words.default([
      'failed',
      'undelivered',
      'undeliverable',
      'undeliv',
      'rejected',
      'expired',
      'error',
    ]),
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
