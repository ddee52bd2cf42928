import { z } from 'zod';

/** « Mentions légales » names who is responsible by these; it leaves out those that are null. */
export const houseIdentity = z.object({
  name: z.string().nullable(),
  rccm: z.string().nullable(),
  ifu: z.string().nullable(),
  address: z.string().nullable(),
  representative: z.string().nullable(),
  host: z.string().nullable(),
  apdp: z.string().nullable(),
});

export type HouseIdentity = z.output<typeof houseIdentity>;
