/**
 * The three ways to order: medicines without a prescription, a photographed prescription, or the code of a
 * digital one.
 */
export const orderWays = ['without', 'photo', 'code'] as const;

export type OrderWay = (typeof orderWays)[number];
