import { z } from 'zod';
import { contactSchema } from './contact-settings.ts';
import { firebaseSchema } from './firebase-settings.ts';
import { identitySchema } from './identity-settings.ts';
import { providerSchemas } from './payment-settings.ts';
import { reportSettings, smsSchema } from './sms-settings.ts';
import { s3Schema } from './store-settings.ts';
import { whatsAppSchema } from './whatsapp-settings.ts';

/** The settings of outside services, with the part of the operators' page that describes them. */
export const serviceSchemas = {
  contact: contactSchema,
  identity: identitySchema,
  ...providerSchemas,
  sms: smsSchema,
  reports: reportSettings,
  whatsApp: whatsAppSchema,
  firebase: firebaseSchema,
  s3: s3Schema,
};

/** The fields of an object, which may be transformed as a whole. */
export function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.def.in as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Reads what a schema and its parts say, such as the form of a secret. */
export function metaOf(schema: z.ZodType): z.GlobalMeta {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  const part = isWrapper ? schema.def.innerType : schema instanceof z.ZodPipe ? schema.def.in : undefined;
  return { ...(part && metaOf(part as z.ZodType)), ...schema.meta() };
}
