/** What a card may cover, per cent (SPEC 9). Apart from the schemas, which need zod. */
export const MIN_RATE = 5;
export const MAX_RATE = 100;
