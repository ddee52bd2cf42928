/** The three ways of ordering (SPEC 1): medicines chosen, a prescription photographed, the code of a digital one. */
export const orderWays = ['without', 'photo', 'code'] as const;

export type OrderWay = (typeof orderWays)[number];
